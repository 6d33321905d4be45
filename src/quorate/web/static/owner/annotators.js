// Who answers: agreement, and one row for each annotator.
import { find, grouped, make, named, page } from "./elements.js";
import { confirm } from "./dialogs.js";
import { frame } from "./frame.js";
import { request } from "./requests.js";
import { watch } from "./stream.js";

let latest = null;
let isBusy = false;

function showAgreement(agreement) {
  const several = new Set(agreement.map((one) => one.criterion)).size > 1;
  const firsts = agreement.filter((one, place) => agreement.findIndex((other) => other.criterion === one.criterion) === place);
  find("agreement-words").replaceChildren(...firsts.map((one) => make("p", { text: several ? `${one.criterion}: ${one.words}` : one.words })));
  const known = agreement.filter((one) => one.value !== null);
  find("agreement-region").hidden = !known.length;
  find("agreement").replaceChildren(
    ...known.map((one) =>
      make("tr", {}, make("th", { scope: "row", text: several ? `${one.criterion}: ${one.name}` : one.name }), make("td", { class: "number", text: one.value_words }), make("td", { class: "drawn" }, bar(one.value, one.ends, { low: -0.2, high: 1, mark: 0 })), make("td", { text: one.interval_words }), make("td", { class: "number", text: grouped(one.units) })),
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

function cells(one) {
  const both = (first, ...rest) => make("td", {}, first, ...rest);
  const closeness = one.closeness === null ? both(make("span", { class: "quiet", text: "no overlap yet" })) : both(bar(one.closeness, one.closeness_ends, { low: 0, high: 1, mark: one.chance }), make("span", { class: "block small", text: `${one.words.closeness} (${one.words.closeness_ends}); chance ${one.words.chance}` }));
  const left = one.left === null ? both(make("span", { class: "quiet", text: "–" })) : both(bar(one.left, one.left_ends, { low: 0, high: 1, mark: 0.5 }), make("span", { class: "block small", text: `${one.words.left} (${one.words.left_ends})` }));
  return [closeness, left];
}

function row(one, cap) {
  const flags = [];
  if (one.leaning) flags.push(`favours ${one.leaning}`);
  if (one.closeness !== null && one.closeness_ends[1] < one.chance) flags.push("less close than chance");
  if (one.is_capped) flags.push("has reached the cap");
  const address = `/studies/${encodeURIComponent(page().study)}/owner/questions?annotator=${one.number}`;
  const name = one.name === null ? `annotator ${one.number}` : named(one.name);
  return make(
    "tr",
    { class: one.excluded ? "excluded" : null, data: { annotator: one.number } },
    make("th", { scope: "row" }, make("a", { href: address }, name), make("span", { class: "quiet small block", text: one.name === null ? "erased" : `no. ${one.number}` }), ...flags.map((text) => make("span", { class: "flag", text })), one.excluded ? make("span", { class: "flag grave", dir: "auto", text: `excluded: ${one.excluded}` }) : null),
    make("td", { class: "number", text: cap ? `${grouped(one.judgments)} of ${grouped(cap)}` : grouped(one.judgments) }),
    make("td", { class: "number" }, one.words.seconds, one.hours ? make("span", { class: "quiet small block", text: `${one.words.hours} in all` }) : null),
    ...cells(one),
    make("td", { class: one.checks && one.passed < one.checks ? "number wrong" : "number", text: one.checks ? `${one.passed} of ${one.checks}` : "–" }),
    make("td", { class: "number", text: grouped(one.skipped) }),
    make("td", { class: "small", text: one.words.last }),
    make("td", {}, one.excluded || latest?.state.name === "closed" ? null : make("button", { type: "button", class: "plain", text: "Exclude …", "aria-label": `Exclude annotator ${one.number}`, on: { click: () => exclude(one) } })),
  );
}

function exclude(one) {
  confirm(
    {
      title: `Exclude annotator ${one.number}?`,
      words: [`None of the ${grouped(one.judgments)} judgments counts any more, and open questions go to others.`, latest.correcting],
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
  if (isBusy) return;
  isBusy = true;
  try {
    const { annotators, cap } = await request("/annotators");
    find("nobody").hidden = annotators.length > 0;
    find("people-region").hidden = !annotators.length;
    const focused = document.activeElement?.closest("tr")?.dataset.annotator;
    find("people").replaceChildren(...annotators.map((one) => row(one, cap)));
    if (focused) find("people").querySelector(`[data-annotator="${focused}"] button, [data-annotator="${focused}"] a`)?.focus();
  } finally {
    isBusy = false;
  }
}

watch((overview) => {
  latest = overview;
  frame(overview);
  showAgreement(overview.agreement);
  refresh();
});
