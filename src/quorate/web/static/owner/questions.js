// Each question ever asked, with filters, older ones on demand, and corrections.
import { button, counted, find, make, named, say, words } from "./elements.js";
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
  unseen: "never shown",
  excluded: "annotator excluded, does not count",
};

function asked(more = {}) {
  const query = new URLSearchParams({ limit: "50", ...more });
  for (const [name, value] of new FormData(form)) if (value.trim()) query.set(name, value.trim());
  return request(`/questions?${query}`);
}

// Whether somebody is looking at an entry: then the list stays as it is.
const isRead = () =>
  scrollY >= 80 || list.querySelector("details[open]") || document.querySelector("dialog") || list.contains(document.activeElement);

async function refresh({ unasked = false } = {}) {
  const mine = ++turn;
  const found = await asked();
  if (mine !== turn) return;
  if (unasked && isRead()) return offer(found); // since it was asked for
  list.replaceChildren(...found.questions.map(entry));
  newest = found.questions[0]?.number ?? 0;
  settle(found);
  find("newer").hidden = true;
}

function offer(found) {
  find("newer").hidden = (found.questions[0]?.number ?? 0) <= newest;
  say(find("newer"), "Show newer questions");
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
  const { number, status, role } = question;
  const facts = [
    question.item === null ? null : make("span", {}, "item ", named(question.item)),
    `annotator ${question.annotator}`,
    STATUS[status] ?? status,
    role === "question" ? likely(question) : null,
  ].filter(Boolean);
  const line = make(
    "span",
    { class: "line" },
    words("number", `${number}`),
    shown(question),
    make("span", { class: "answer" }, spoken(question)),
    make("span", { class: "meta quiet" }, ...facts.flatMap((fact, place) => (place ? [" · ", fact] : [fact]))),
  );
  const told = [
    `Asked ${question.asked}`,
    question.seconds === null ? "" : `answered in ${Math.round(question.seconds * 10) / 10} s`,
    question.retractions ? `retracted ${counted(question.retractions, "time")}` : "",
  ].filter(Boolean);
  const more = button(`Only annotator ${question.annotator}`, () => showOnly(question.annotator), { class: "plain" });
  const details = make(
    "details",
    {},
    make("summary", {}, line),
    make("p", { text: question.why }),
    make("p", { class: "quiet", text: `${told.join("; ")}.` }),
    make("div", { class: "actions" }, act(question), more),
  );
  return make("li", { class: "card", data: { status, number } }, details);
}

function shown({ systems, role }) {
  if (!systems.length) return words("quiet", role === "check" ? "Attention check" : "Practice");
  const [first, second] = systems.map((name) => named(name));
  return make("span", { class: "pair" }, first, second ? words("quiet", " against ") : null, second);
}

/** The probability in a few words. */
function likely({ pair_probability: pair, item_probability: item, pair_choices: pairs, item_choices: items }) {
  const chance = (share, choices) => (share === null ? `1 of ${choices}` : `${Number((100 * share).toPrecision(2))} %`);
  return `pair ${chance(pair, pairs)}, item ${chance(item, items)}`;
}

/** The answer in words: who was preferred, or the numbers that were given. */
function spoken({ answer, systems, status }) {
  if (answer === null) return words("quiet", status === "open" ? "waiting for an answer" : "no answer");
  const said = typeof answer === "object" ? answer : { answer };
  const preference = systems.length === 2 ? (said.preference ?? said.answer) : null;
  if (preference === "left" || preference === "right") {
    const preferred = named(systems[preference === "left" ? 0 : 1]);
    return make("span", {}, preferred, ` preferred (${preference})`, reason(said));
  }
  const parts = Object.entries(said)
    .filter(([name, value]) => name !== "reason" && ["number", "string", "boolean"].includes(typeof value))
    .map(([name, value]) => (name === "answer" || name === "preference" ? `${value}` : `${name}: ${value}`));
  return make("span", { dir: "auto" }, parts.join(", ").slice(0, 200), reason(said));
}

function reason(said) {
  return said.reason ? make("q", { dir: "auto", text: said.reason }) : null;
}

function act(question) {
  if (latest?.state.name === "closed") return null;
  if (question.status === "judged") return button("Retract the judgment …", () => retract(question));
  return question.status === "open" ? button("Withdraw the question …", () => withdraw(question)) : null;
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
    {
      title: `Withdraw question ${number}?`,
      words: ["Its annotator is no longer asked it; somebody else is."],
      reason: "optional",
      action: "Withdraw",
    },
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
    for (const [name, value] of given) if (form.elements[name]) form.elements[name].value = value;
    await refresh();
    return;
  }
  if (isRead()) offer(await asked({ limit: "1" }));
  else await refresh({ unasked: true });
});

