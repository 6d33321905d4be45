// The win matrix: how often the row's system is preferred to the column's. The number says it; the colour repeats it.
import { counted, make, named } from "./elements.js";

const STRONGEST = 48; // per cent of colour at a win rate of 100 %
const OPEN = 0.35; // part of it while the interval still holds one half

/** Draw the matrix as a table. */
export function drawMatrix(table, { systems, cells }) {
  const isTight = systems.length > 12;
  table.classList.toggle("tight", isTight);
  const head = make(
    "tr",
    {},
    make("th", { scope: "col" }, make("span", { class: "unseen", text: "Row beats column, in per cent" })),
    ...systems.map((name, column) => make("th", { scope: "col", title: name }, make("span", { "aria-hidden": "true", text: `${column + 1}` }), make("span", { class: "unseen", text: name }))),
  );
  const rows = systems.map((name, row) =>
    make("tr", {}, make("th", { scope: "row" }, make("span", { class: "both" }, make("span", { class: "order", "aria-hidden": "true", text: `${row + 1}` }), named(name))), ...cells[row].map((cell, column) => drawCell(cell, row === column, [name, systems[column]]))),
  );
  table.replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
}

function drawCell(cell, isSelf, [row, column]) {
  if (isSelf) return make("td", { class: "self" });
  if (!cell) return make("td", { class: "empty" }, make("span", { "aria-hidden": "true", text: "·" }), make("span", { class: "unseen", text: "not asked" }));
  const [value, low, high, judgments, isCertified] = cell;
  const percent = (share) => Math.round(100 * share);
  const drawn = make("td", { class: isCertified ? "certified" : null, title: `${row} against ${column}: ${percent(value)} %, every look ${percent(low)}–${percent(high)} %, ${counted(judgments, "judgment")}` }, `${percent(value)}`);
  if (isCertified) drawn.append(make("span", { class: "dot", "aria-hidden": "true" }), make("span", { class: "unseen", text: " certified" }));
  const isOpen = low <= 0.5 && high >= 0.5;
  const strength = Math.round(STRONGEST * Math.abs(value - 0.5) * 2 * (isOpen ? OPEN : 1));
  drawn.style.backgroundColor = `color-mix(in srgb, var(${value >= 0.5 ? "--ahead" : "--behind"}) ${strength}%, var(--surface))`;
  return drawn;
}
