// Each question ever asked, with filters, older ones on demand, and corrections.
import { counted, find, make, named, say } from "./elements.js";
import { confirm } from "./dialogs.js";
import { frame } from "./frame.js";
import { request } from "./requests.js";
import { watch } from "./stream.js";

const form = find("filters");
const list = find("questions");
let latest = null; // overview
let before = null;
let newest = 0;
let turn = 0;

const STATUS = {
  judged: "judged",
  open: "open",
  skipped: "skipped",
  expired: "lease ended",
  withdrawn: "withdrawn",
  excluded: "annotator excluded, does not count",
};

function asked(more = {}) {
  const query = new URLSearchParams({ limit: "50", ...more });
  for (const [name, value] of new FormData(form)) if (value.trim()) query.set(name, value.trim());
  return request(`/questions?${query}`);
}

async function refresh() {
  const mine = ++turn;
  const found = await asked();
  if (mine !== turn) return;
  list.replaceChildren(...found.questions.map(entry));
  newest = found.questions[0]?.number ?? 0;
  settle(found);
  find("newer").hidden = true;
}

function settle(found) {
  before = found.before;
  find("older").hidden = before === null;
  say(find("count"), found.count ? counted(found.count, "question") : "No question like this.");
}

async function older() {
  const found = await asked({ before: String(before) });
  list.append(...found.questions.map(entry));
  settle(found);
}

function entry(question) {
  const { number, status, systems, role } = question;
  const shown = systems.length
    ? make("span", { class: "pair" }, ...systems.flatMap((name, place) => [place ? make("span", { class: "quiet", text: " against " }) : null, named(name)]))
    : make("span", { class: "quiet", text: role === "check" ? "Attention check" : "Practice" });
  const meta = [question.item === null ? null : make("span", {}, "item ", named(question.item)), `annotator ${question.annotator}`, STATUS[status] ?? status, role === "question" ? likely(question) : null];
  const line = make("span", { class: "line" }, make("span", { class: "number", text: `${number}` }), shown, make("span", { class: "answer" }, spoken(question)), make("span", { class: "meta quiet" }, ...meta.filter(Boolean).flatMap((part, place) => (place ? [" · ", part] : [part]))));
  const told = [`Asked ${question.asked}`, question.seconds === null ? "" : `answered in ${Math.round(question.seconds * 10) / 10} s`, question.retractions ? `retracted ${counted(question.retractions, "time")}` : ""];
  const only = make("button", { type: "button", class: "plain", text: `Only annotator ${question.annotator}`, on: { click: () => showOnly(question.annotator) } });
  return make(
    "li",
    { class: "card", data: { status, number } },
    make("details", {}, make("summary", {}, line), make("p", { text: question.why }), make("p", { class: "quiet", text: `${told.filter(Boolean).join("; ")}.` }), make("div", { class: "actions" }, act(question), only)),
  );
}

/** The probability in a few words. */
function likely({ pair_probability: pair, item_probability: item, pair_choices: pairs, item_choices: items }) {
  const percent = (share) => `${Number((100 * share).toPrecision(2))} %`;
  return `pair ${pair === null ? `1 of ${pairs}` : percent(pair)}, item ${item === null ? `1 of ${items}` : percent(item)}`;
}

function spoken({ answer, systems, status }) {
  if (answer === null || answer === undefined) return make("span", { class: "quiet", text: status === "open" ? "waiting for an answer" : "no answer" });
  const said = typeof answer === "object" ? answer : { answer };
  const preference = said.preference ?? (systems.length === 2 ? said.answer : undefined);
  if (preference === "tie") return make("span", { text: "tie" });
  if (preference === "left" || preference === "right") return make("span", {}, named(systems[preference === "left" ? 0 : 1] ?? preference), ` preferred (${preference})`, said.reason ? make("q", { dir: "auto", text: said.reason }) : null);
  const parts = Object.entries(said).filter(([, value]) => ["number", "string", "boolean"].includes(typeof value));
  return make("span", { dir: "auto", text: parts.map(([name, value]) => (name === "answer" ? `${value}` : `${name}: ${value}`)).join(", ").slice(0, 200) });
}

function act(question) {
  if (latest?.state.name === "closed") return null;
  if (question.status === "judged") {
    return make("button", { type: "button", text: "Retract the judgment …", on: { click: () => retract(question) } });
  }
  if (question.status === "open") {
    return make("button", { type: "button", text: "Withdraw the question …", on: { click: () => withdraw(question) } });
  }
  return null;
}

function retract({ number }) {
  confirm(
    {
      title: `Retract the judgment of question ${number}?`,
      words: ["It no longer counts, and the question is open again for its annotator.", latest.correcting],
      reason: "required",
      action: "Retract",
      isGrave: true,
    },
    async (reason) => {
      await request(`/questions/${number}/retract`, { method: "POST", body: { reason } });
      await refresh();
    },
  );
}

function withdraw({ number }) {
  confirm(
    { title: `Withdraw question ${number}?`, words: ["Its annotator is no longer asked it; somebody else is."], reason: "optional", action: "Withdraw" },
    async (reason) => {
      await request(`/questions/${number}/release`, { method: "POST", body: { reason } });
      await refresh();
    },
  );
}

function showOnly(annotator) {
  form.elements.annotator.value = annotator;
  refresh();
}

form.addEventListener("input", refresh);
form.addEventListener("submit", (event) => event.preventDefault());
find("older").addEventListener("click", older);
find("newer").addEventListener("click", refresh);

watch(async (overview) => {
  const isFirst = latest === null;
  latest = overview;
  frame(overview);
  if (isFirst) {
    const given = new URLSearchParams(location.search);
    for (const field of form.elements) if (field.name && given.get(field.name)) field.value = given.get(field.name);
    await refresh();
    return;
  }
  if (scrollY < 80 && !list.querySelector("details[open]") && !document.querySelector("dialog")) {
    if (!list.contains(document.activeElement)) await refresh();
    return;
  }
  const found = await asked({ limit: "1" });
  const ahead = (found.questions[0]?.number ?? 0) > newest;
  find("newer").hidden = !ahead;
  say(find("newer"), "Show newer questions");
});

