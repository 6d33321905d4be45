// Each statement that was asked about, with what people say of it; filters, and more on demand.
import { counted, find, make, named, say, words } from "./elements.js";
import { frame } from "./frame.js";
import { request } from "./requests.js";
import { watch } from "./stream.js";

const form = find("filters");
const list = find("statements");
let after = 0;
let turn = 0;

const SAID = { right: "right", wrong: "wrong", "cannot tell": "cannot tell", disputed: "not all the same", open: "nothing yet" };

function wanted(from) {
  const query = new URLSearchParams({ limit: "50", after: String(from) });
  for (const [name, value] of new FormData(form)) if (value.trim()) query.set(name, value.trim());
  return request(`/statements?${query}`);
}

async function refresh() {
  const mine = ++turn;
  const found = await wanted(0);
  if (mine !== turn) return;
  list.replaceChildren(...found.statements.map(entry));
  fillColumns(found.columns);
  settle(found);
}

async function more() {
  const found = await wanted(after);
  list.append(...found.statements.map(entry));
  settle(found);
}

function settle(found) {
  after = found.after;
  find("more").hidden = after === null;
  const count = found.count ?? list.children.length;
  say(find("count"), count ? `${counted(count, "statement")}${found.count === null && after !== null ? " so far" : ""}` : "No statement like this.");
}

function fillColumns(columns) {
  const select = find("columns");
  if (select.options.length > 1 || !columns.length) return;
  select.append(...columns.map((column) => make("option", { value: column, text: column })));
}

function entry({ number, item, text, systems, said, columns, judgments }) {
  const grouped = Object.entries(columns).map(([name, value]) => `${name}: ${value}`).join(" · ");
  const line = make("span", { class: "line" },
    make("span", { class: "badge", data: { said } , text: SAID[said] }),
    make("span", { class: "said", dir: "auto", text }),
    make("span", { class: "meta quiet" }, "item ", named(item), " · ", counted(systems.length, "system"), grouped ? ` · ${grouped}` : ""));
  return make("li", { class: "card", data: { number, said } }, make("details", {}, make("summary", {}, line),
    make("p", {}, words("quiet", "Made by "), ...systems.flatMap((name, place) => (place ? [", ", named(name)] : [named(name)]))),
    ...(judgments.length ? judgments.map(judgment) : [make("p", { class: "quiet", text: "Nobody has answered yet." })])));
}

function judgment({ question, annotator, verdict, links, evidence, reason, paragraphs }) {
  const linked = Object.entries(links).map(([name, value]) => `${name}: ${value}`);
  return make("div", { class: "judgment" },
    make("p", {}, make("strong", { text: verdict }), linked.length ? ` (${linked.join(", ")})` : "", words("quiet", ` · annotator ${annotator}, question ${question}`)),
    evidence.length ? make("ul", { class: "evidence" }, ...evidence.map(({ stance, quote }) =>
      make("li", {}, words("quiet", `${stance} `), make("q", { dir: "auto", text: quote })))) : null,
    paragraphs === null ? null : make("p", { class: "quiet", text: `${Math.round(100 * paragraphs)} % of the marked paragraphs support it.` }),
    reason ? make("p", { dir: "auto", text: reason }) : null);
}

form.addEventListener("input", () => refresh());
form.addEventListener("submit", (event) => event.preventDefault());
find("more").addEventListener("click", more);
watch(frame);
refresh();
