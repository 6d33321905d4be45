// The win matrix: how often the row's system is preferred to the column's. The number says it; the colour repeats it.
import { counted, make, named, words } from "./elements.js";

const STRONGEST = 48; // per cent of colour at a win rate of 100 %
const OPEN = 0.35; // part of it while the interval still holds one half

/** Draw the matrix as a table. */
export function drawMatrix(table, { systems, cells }) {
  table.classList.toggle("tight", systems.length > 12);
  const corner = make("th", { scope: "col" }, words("unseen", "Row against column, in per cent"));
  const head = make("tr", {}, corner, ...systems.map(drawColumn));
  const rows = systems.map((name, row) =>
    make("tr", {}, drawName(name, row), ...cells[row].map((cell, column) => drawCell(cell, name, systems[column]))),
  );
  table.replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
}

function drawColumn(name, column) {
  const number = make("span", { "aria-hidden": "true", text: `${column + 1}` });
  return make("th", { scope: "col", title: name }, number, words("unseen", name));
}

function drawName(name, row) {
  const number = make("span", { class: "order", "aria-hidden": "true", text: `${row + 1}` });
  return make("th", { scope: "row" }, make("span", { class: "both" }, number, named(name)));
}

function drawCell(cell, row, column) {
  if (row === column) return make("td", { class: "self" });
  if (!cell) {
    const dash = make("span", { "aria-hidden": "true", text: "–" });
    return make("td", { class: "empty" }, dash, words("unseen", "not judged"));
  }
  const [value, low, high, judgments, isCertified] = cell;
  const percent = (share) => Math.round(100 * share);
  const drawn = make("td", { class: isCertified ? "certified" : null, text: `${percent(value)}` });
  drawn.title =
    `${row} against ${column}: ${percent(value)} %, every look ${percent(low)}–${percent(high)} %, ` +
    counted(judgments, "judgment");
  if (isCertified) drawn.append(make("span", { class: "dot", "aria-hidden": "true" }), words("unseen", " certified"));
  const isOpen = low <= 0.5 && high >= 0.5;
  const strength = Math.round(STRONGEST * Math.abs(value - 0.5) * 2 * (isOpen ? OPEN : 1));
  const colour = value >= 0.5 ? "--ahead" : "--behind";
  drawn.style.backgroundColor = `color-mix(in srgb, var(${colour}) ${strength}%, var(--surface))`;
  return drawn;
}
