// Who answers: agreement, and one row for each annotator.
import { button, counted, find, grouped, make, named, page, words } from "./elements.js";
import { confirm } from "./dialogs.js";
import { frame } from "./frame.js";
import { request } from "./requests.js";
import { watch } from "./stream.js";

let latest = null;
let isBusy = false;
let isStale = false; // what is being fetched may be from before

function showAgreement(agreement) {
  const several = new Set(agreement.map((one) => one.criterion)).size > 1;
  const called = (one, text) => (several ? `${one.criterion}: ${text}` : text);
  const isFirst = (one, place) => agreement.findIndex((other) => other.criterion === one.criterion) === place;
  const said = agreement.filter(isFirst).map((one) => make("p", { text: called(one, one.words) }));
  find("agreement-words").replaceChildren(...said);
  const known = agreement.filter((one) => one.value !== null);
  find("agreement-region").hidden = !known.length;
  const low = Math.min(-0.2, ...known.map((one) => Math.max(-1, Math.min(one.value, one.ends[0]))));
  find("agreement").replaceChildren(
    ...known.map((one) =>
      make(
        "tr",
        {},
        make("th", { scope: "row", text: called(one, one.name) }),
        make("td", { class: "number", text: one.value_words }),
        make("td", { class: "drawn" }, bar(one.value, one.ends, { low, high: 1, mark: 0 })),
        make("td", { text: one.interval_words }),
        make("td", { class: "number", text: grouped(one.units) }),
      ),
    ),
  );
}

/** An interval with its value, from `low` to `high`, and a mark at what chance gives. */
function bar(value, [from, to], { low, high, mark }) {
  const place = (number) => (100 * (Math.min(Math.max(number, low), high) - low)) / (high - low);
  const drawn = Object.fromEntries(["middle", "one", "value"].map((name) => [name, make("span", { class: name })]));
  drawn.middle.style.insetInlineStart = `${place(mark)}%`;
  drawn.one.style.insetInlineStart = `${place(from)}%`;
  drawn.one.style.inlineSize = `${Math.max(place(to) - place(from), 0.5)}%`;
  drawn.value.style.insetInlineStart = `${place(value)}%`;
  return make("span", { class: "figure small", "aria-hidden": "true" }, ...Object.values(drawn));
}

/** A share with its interval: drawn, and in words. */
function measured(value, ends, mark, text, nothing) {
  if (value === null) return make("td", {}, words("quiet", nothing));
  return make("td", {}, bar(value, ends, { low: 0, high: 1, mark }), words("block small", text));
}

function person(one) {
  const flags = [];
  if (one.leaning) flags.push(`favours ${one.leaning === "left" ? "A (left)" : "B (right)"}`);
  if (one.closeness !== null && one.closeness_ends[1] < one.chance) flags.push("less close than chance");
  if (one.is_capped) flags.push("has reached the cap");
  const address = `/studies/${encodeURIComponent(page().study)}/owner/questions?annotator=${one.number}`;
  return make(
    "th",
    { scope: "row" },
    make("a", { href: address }, one.name === null ? `annotator ${one.number}` : named(one.name)),
    words("quiet small block", one.name === null ? "erased" : `no. ${one.number}`),
    ...flags.map((text) => words("flag", text)),
    one.failed ? words("flag grave", one.failed) : null,
    one.excluded ? make("span", { class: "flag grave", dir: "auto", text: `excluded: ${one.excluded}` }) : null,
  );
}

// How far somebody is, as they see it themselves: checks count for them.
const capped = ({ judgments, answered }, cap) =>
  !cap ? "" : answered === judgments ? ` of ${grouped(cap)}` : words("quiet small block", `${grouped(answered)} of ${grouped(cap)} with checks`);

function row(one, cap) {
  const said = one.words;
  const close = `${said.closeness} (${said.closeness_ends}); chance ${said.chance}`;
  const isOut = Boolean(one.excluded) || latest.state.name === "closed";
  const label = { class: "plain", "aria-label": `Exclude annotator ${one.number}` };
  return make(
    "tr",
    { class: one.excluded ? "excluded" : null, data: { annotator: one.number } },
    person(one),
    make("td", { class: "number" }, grouped(one.judgments), capped(one, cap)),
    make("td", { class: "number" }, said.seconds, words("quiet small block", one.hours ? `${said.hours} in all` : "")),
    measured(one.closeness, one.closeness_ends, one.chance, close, "no overlap yet"),
    measured(one.left, one.left_ends, 0.5, `${said.left} (${said.left_ends})`, "–"),
    make("td", { class: one.checks > one.passed ? "wrong" : null }, one.checks ? `${one.passed} of ${one.checks}` : "–"),
    make("td", { class: "number", text: grouped(one.skipped) }),
    make("td", { class: "small", text: said.last }),
    make(
      "td",
      {},
      isOut || !one.failed ? null : button("Let in again …", () => readmit(one), { class: "plain", "aria-label": `Let annotator ${one.number} in again` }),
      isOut ? null : button("Exclude …", () => exclude(one), label),
    ),
  );
}

function readmit(one) {
  confirm(
    {
      title: `Let annotator ${one.number} in again?`,
      words: [`They ${one.failed}. They may try again through the link they have; what they answered stays as it is.`],
      reason: "required",
      action: "Let in again",
    },
    async (reason) => {
      await request(`/annotators/${one.number}/readmit`, { method: "POST", body: { reason } });
      await refresh();
    },
  );
}

function exclude(one) {
  confirm(
    {
      title: `Exclude annotator ${one.number}?`,
      words: [
        `What they answered (${counted(one.judgments, "judgment")}) counts no more, and open questions go to others.`,
        latest.correcting,
      ],
      reason: "required",
      action: "Exclude",
      isGrave: true,
    },
    async (reason) => {
      await request(`/annotators/${one.number}/exclude`, { method: "POST", body: { reason } });
      await refresh();
    },
  );
}

async function refresh() {
  isStale = true;
  if (isBusy) return;
  isBusy = true;
  try {
    while (isStale) {
      isStale = false;
      showPeople(await request("/annotators"));
    }
  } finally {
    isBusy = false;
  }
}

function showPeople({ annotators, cap }) {
  find("nobody").hidden = annotators.length > 0;
  find("people-region").hidden = !annotators.length;
  const focused = document.activeElement?.closest("tr")?.dataset.annotator;
  const hasSides = annotators.some((one) => one.left !== null);
  find("people").closest("table").classList.toggle("without-sides", !hasSides);
  find("people").replaceChildren(...annotators.map((one) => row(one, cap)));
  if (focused) find("people").querySelector(`[data-annotator="${focused}"] :is(button, a)`)?.focus();
}

watch((overview) => {
  latest = overview;
  frame(overview);
  showAgreement(overview.agreement);
  refresh();
});
