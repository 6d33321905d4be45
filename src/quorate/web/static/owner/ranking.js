// The ranking as a table whose middle column is a figure: a dot for the value, a thick line for the interval of one
// look, a thin one for that of every look. Rows keep their elements, so that bars glide and rows change places.
import { grouped, make, named, say } from "./elements.js";

const rows = new Map();

/** Draw a ranking into a table body and the axis below it. */
export function drawRanking(ranking, { body, axis, measure }) {
  say(measure, ranking.measure[0].toUpperCase() + ranking.measure.slice(1));
  const place = (value) => (100 * (value - ranking.low)) / (ranking.high - ranking.low || 1);
  const before = new Map([...rows].map(([name, row]) => [name, row.element.getBoundingClientRect().top]));
  const kept = new Set();
  for (const [order, entry] of ranking.rows.entries()) {
    kept.add(entry.system);
    const row = rows.get(entry.system) ?? begin(entry.system);
    rows.set(entry.system, row);
    if (body.children[order] !== row.element) body.insertBefore(row.element, body.children[order] ?? null);
    fill(row, entry, ranking, place);
  }
  for (const [name, row] of rows) {
    if (!kept.has(name)) {
      row.element.remove();
      rows.delete(name);
    }
  }
  drawAxis(axis, ranking, place);
  glide(before);
}

const PARTS = ["middle", "every", "one", "value"];
const CELLS = ["rank", "value", "every", "one", "strength", "judgments"];

function begin(system) {
  const classed = (tag, names) => Object.fromEntries(names.map((name) => [name, make(tag, { class: name })]));
  const part = classed("span", PARTS);
  const cell = classed("td", CELLS);
  const figure = make("span", { class: "figure", "aria-hidden": "true" }, ...Object.values(part));
  const best = make("span", { class: "best", hidden: true, text: "best" });
  const head = make("th", { scope: "row", class: "name" }, named(system), best);
  const { rank, ...rest } = cell;
  const element = make("tr", {}, rank, head, make("td", { class: "drawn" }, figure), ...Object.values(rest));
  return { element, part, cell, best };
}

function fill({ element, part, cell, best }, entry, ranking, place) {
  element.classList.toggle("is-best", entry.is_best);
  best.hidden = !entry.is_best;
  say(cell.rank, entry.rank);
  say(cell.value, entry.words.value);
  say(cell.every, entry.words.every);
  say(cell.one, entry.words.one);
  say(cell.strength, entry.strength ?? "–");
  cell.strength.title = entry.strength_interval ?? "";
  say(cell.judgments, grouped(entry.judgments));
  stretch(part.one, ...entry.one.map(place));
  part.one.hidden = part.value.hidden = entry.judgments === 0;
  part.every.hidden = !entry.every || entry.judgments === 0;
  if (entry.every) stretch(part.every, ...entry.every.map(place));
  part.value.style.insetInlineStart = `${place(entry.value)}%`;
  part.middle.hidden = !(ranking.low < ranking.middle && ranking.middle < ranking.high);
  part.middle.style.insetInlineStart = `${place(ranking.middle ?? 0)}%`;
}

function stretch(line, from, to) {
  line.style.insetInlineStart = `${from}%`;
  line.style.inlineSize = `${Math.max(to - from, 0.4)}%`;
}

function drawAxis(axis, ranking, place) {
  axis.replaceChildren(
    ...ranking.ticks.map(([value, words]) => {
      const tick = make("span", { text: words });
      tick.style.insetInlineStart = `${place(value)}%`;
      return tick;
    }),
  );
}

/** Let rows that changed places move there. */
function glide(before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [name, row] of rows) {
    const top = before.get(name);
    const moved = top === undefined ? 0 : top - row.element.getBoundingClientRect().top;
    if (Math.abs(moved) > 1) {
      const steps = [{ transform: `translateY(${moved}px)` }, { transform: "none" }];
      row.element.animate(steps, { duration: 450, easing: "ease-in-out" });
    }
  }
}
