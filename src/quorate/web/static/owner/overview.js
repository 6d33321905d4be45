// The owner's first page: one sentence, and what it rests on.
import { counted, find, grouped, make, named, say, words } from "./elements.js";
import { frame } from "./frame.js";
import { drawMatrix } from "./matrix.js";
import { drawPace } from "./pace.js";
import { drawRanking } from "./ranking.js";
import { watch } from "./stream.js";

function show(overview) {
  frame(overview);
  find("board").removeAttribute("aria-busy");
  say(find("sentence"), overview.outlook.words);
  find("sentence").dataset.stage = overview.outlook.stage;
  say(find("beside"), overview.outlook.beside);
  showWhere(find("uncertified"), overview.uncertified);
  showWhere(find("likely"), overview.likely);
  document.title = `${overview.outlook.words} · Quorate`;
  showTiles(overview);
  find("ranking").closest("table").classList.toggle("without-strengths", overview.ranking.rows[0]?.strength === null);
  showSets(overview);
  drawRanking(overview.ranking, { body: find("ranking"), axis: find("axis"), measure: find("measure") });
  say(find("quantity"), `Best first, by ${overview.ranking.quantity}. Intervals at level ${overview.ranking.level}.`);
  showWhere(find("disagreement"), overview.disagreement);
  say(find("relations"), overview.relations);
  find("victories").replaceChildren(...overview.victories.map(victory));
  say(find("claim"), overview.answer.words);
  find("asked").replaceChildren(...overview.asked.map((text) => make("li", { text })));
  find("matrix-card").hidden = !overview.matrix || overview.matrix.systems.length < 2;
  if (overview.matrix) drawMatrix(find("matrix"), overview.matrix);
  drawPace(find("pace"), find("pace-words"), overview.pace);
  say(find("signature"), overview.signature);
}

/** Studies of sets have no ranks and certify nothing: recall, F1 and differences stand instead. */
function showSets({ is_of_sets: isOfSets, scores, differences }) {
  find("ranking").closest("table").classList.toggle("of-sets", isOfSets);
  find("scores-card").hidden = !scores;
  find("differences-part").hidden = !differences.length;
  if (!isOfSets) return;
  say(find("ranking-words"), "Intervals are for one look: what is asked follows from who states what, never from an answer.");
  say(find("claims-title"), "How systems differ, and what was asked");
  find("differences").replaceChildren(...differences.map(([pair, ...cells]) =>
    make("tr", {}, make("th", { scope: "row" }, named(pair)), ...cells.map((text) => make("td", { text })))));
  if (!scores) return;
  const heads = ["System", ...scores.heads, "Statements judged", "Asked because of it"];
  find("scores-heads").replaceChildren(...heads.map((text) => make("th", { scope: "col", text: text[0].toUpperCase() + text.slice(1) })));
  find("scores").replaceChildren(...scores.rows.map(({ system, cells, judged, cost }) =>
    make("tr", {}, make("th", { scope: "row" }, named(system)),
      ...cells.map(({ value, one }) => make("td", {}, `${value} `, words("quiet", one))),
      make("td", { text: String(judged) }), make("td", { text: String(cost) }))));
}

/** One system and all that it certainly beats. */
function victory([system, beaten]) {
  const others = beaten.flatMap((name, place) => (place ? [", ", named(name)] : [named(name)]));
  return make("li", {}, make("strong", {}, named(system)), words("quiet", " beats "), ...others);
}

function showTiles({ counts, cost, pace, agreement }) {
  say(find("judgments"), grouped(counts.judgments));
  const bar = find("budget");
  bar.hidden = counts.budget === null;
  if (counts.budget !== null) {
    bar.max = counts.budget;
    bar.value = Math.min(counts.judgments, counts.budget);
  }
  const people = counted(counts.annotators, "annotator");
  const of = counts.budget === null ? "" : `of ${grouped(counts.budget)} in the budget; `;
  say(find("judgments-words"), `${of}${people}, ${grouped(counts.items_judged)} of ${counted(counts.items, "item")}`);
  find("cost").classList.toggle("muted", !cost.is_priced);
  say(find("cost"), cost.is_priced ? cost.spent : "No price set");
  const ahead = cost.ahead && !cost.is_priced ? `${cost.ahead} until certain` : cost.ahead;
  say(find("cost-words"), [cost.each, ahead].filter(Boolean).join("; "));
  find("cost-link").hidden = cost.is_priced;
  say(find("per-hour"), pace ? grouped(pace.per_hour) : "–");
  const first = agreement[0];
  const isKnown = Boolean(first) && first.value !== null;
  say(find("agreement"), isKnown ? first.value_words : "–");
  const beside = isKnown ? `${first.name} (${first.interval_words}). ` : "";
  say(find("agreement-words"), first ? beside + first.words : "");
}

function showWhere(element, words) {
  element.hidden = !words;
  say(element, words);
}

watch(show);
