// Small figures with lines or points, drawn to the size of their box.
const NAMESPACE = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [360, 150, 54, 22, 10];

function draw(tag, given, text) {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Draw series of [x, y] over one pair of axes; `write` says a number of the y axis, `words` what is drawn. */
export function drawLines(box, series, { write, words, ends, low, mark, say = String }) {
  const points = series.flatMap(({ points: some }) => some);
  if (!points.length) return box.replaceChildren();
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const least = low ?? Math.min(...ys);
  const most = Math.max(...ys, least + 1e-9);
  const room = low === undefined ? 0.08 * (most - least || 1) : 0;
  const [bottom, top] = [least - room, most + room];
  const x = (value) => LEFT + ((WIDTH - LEFT - 12) * (value - left)) / (right - left || 1);
  const y = (value) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * (value - bottom)) / (top - bottom || 1);
  const figure = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words, class: "lines-figure" });
  for (const tick of [least, (least + most) / 2, most]) {
    figure.append(draw("line", { x1: LEFT, x2: WIDTH - 8, y1: y(tick), y2: y(tick), class: "grid" }));
    figure.append(draw("text", { x: LEFT - 6, y: y(tick) + 4, "text-anchor": "end" }, write(tick)));
  }
  figure.append(draw("text", { x: LEFT, y: HEIGHT - 6 }, ends?.[0] ?? say(left)));
  figure.append(draw("text", { x: WIDTH - 8, y: HEIGHT - 6, "text-anchor": "end" }, ends?.[1] ?? say(right)));
  for (const { points: some, name } of series) {
    figure.append(draw("polyline", { points: some.map(([a, b]) => `${x(a)},${y(b)}`).join(" "), class: name }));
    if (some.length < 12) for (const [a, b] of some) figure.append(draw("circle", { cx: x(a), cy: y(b), r: 2.5, class: name }));
  }
  if (mark) figure.append(draw("circle", { cx: x(mark[0]), cy: y(mark[1]), r: 6, class: "now" }));
  box.replaceChildren(figure);
}
