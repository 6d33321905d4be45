// A text in which places can be marked: with mouse, finger or keyboard. Places count code points, as the server does.
import { make, t } from "./page.js";
import { isSteering, steering } from "./texts.js";

export class Marking {
  // marks: [{start, end, name, number}], drawn with the class and the superscript number.
  constructor(text, label, chosen) {
    this.points = Array.from(text);
    this.words = words(text);
    this.steering = this.points.flatMap((point, place) => (isSteering(point) ? [place, place + 1] : []));
    this.range = null;
    this.cursor = -1;
    this.anchor = -1;
    this.marks = [];
    this.chosen = chosen;
    this.node = make("div", { class: "text plain marking", dir: "auto", tabindex: "0", role: "group", "aria-label": label, "aria-describedby": "marking-how" });
    this.node.addEventListener("keydown", (event) => this.#key(event));
    this.node.addEventListener("blur", () => this.cursor >= 0 && this.#redraw());
    this.draw([]);
  }

  draw(marks) {
    this.marks = marks;
    this.#redraw();
  }

  clear() {
    this.range = null;
    this.anchor = -1;
    this.#redraw();
  }

  quote({ start, end }) {
    return this.points.slice(start, end).join("");
  }

  // What the browser's own selection covers of this text, if it begins here; three clicks reach beyond the end.
  take(selection) {
    if (!selection.rangeCount || selection.isCollapsed) return false;
    const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
    if (!this.node.contains(startContainer)) return false;
    let start = this.#place(startContainer, startOffset);
    let end = this.node.contains(endContainer) ? this.#place(endContainer, endOffset) : this.points.length;
    while (start < end && /\s/.test(this.points[start])) start++;
    while (end > start && /\s/.test(this.points[end - 1])) end--;
    this.range = start < end ? { start, end } : null;
    return this.range !== null;
  }

  // Which code point a place in the page is. Pieces know where they begin and end; the numbers between them do not.
  #place(node, offset) {
    if (node === this.node) {
      const next = [...node.childNodes].slice(offset).find((child) => child.dataset.at);
      return next ? Number(next.dataset.at) : this.points.length;
    }
    const child = [...this.node.children].find((one) => one.contains(node));
    if (!child.dataset.at) return this.#place(this.node, [...this.node.children].indexOf(child));
    const { at, end, whole } = child.dataset;
    if (node.nodeType !== Node.TEXT_NODE || whole !== undefined) return Number(offset ? end : at);
    return Number(at) + Array.from(node.data.slice(0, offset)).length;
  }

  #key(event) {
    const step = { ArrowRight: 1, ArrowDown: 8, ArrowLeft: -1, ArrowUp: -8 }[event.key];
    if (!step || !this.words.length || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const isMirrored = getComputedStyle(this.node).direction === "rtl" && Math.abs(step) === 1;
    const from = this.cursor < 0 ? (step > 0 ? -1 : this.words.length) : this.cursor;
    this.cursor = Math.max(0, Math.min(this.words.length - 1, from + (isMirrored ? -step : step)));
    if (!event.shiftKey || this.anchor < 0) this.anchor = this.cursor;
    const [first, last] = [Math.min(this.anchor, this.cursor), Math.max(this.anchor, this.cursor)];
    this.range = { start: this.words[first].start, end: this.words[last].end };
    getSelection().removeAllRanges();
    this.#redraw();
    this.chosen(this);
  }

  #redraw() {
    const isChosen = this.range && document.activeElement === this.node && this.cursor >= 0;
    const places = [...this.marks, ...(isChosen ? [{ ...this.range, name: "chosen" }] : [])];
    const edges = [0, this.points.length, ...this.steering, ...places.flatMap(({ start, end }) => [start, end])];
    const sorted = [...new Set(edges)].sort((a, b) => a - b);
    const pieces = [];
    for (let i = 0; i + 1 < sorted.length; i++) {
      const [start, end] = [sorted[i], sorted[i + 1]];
      const covering = places.filter((place) => place.start <= start && end <= place.end);
      const ending = covering.filter((place) => place.end === end && place.number);
      const point = this.points[start];
      const isWhole = end === start + 1 && isSteering(point);
      const data = { "data-at": start, "data-end": end, "data-whole": isWhole };
      const inner = isWhole ? [steering(point)] : [this.points.slice(start, end).join("")];
      const names = covering.map((place) => place.name).join(" ");
      pieces.push(covering.length ? make("mark", { ...data, class: names }, ...inner) : make("span", data, ...inner));
      pieces.push(...ending.map((place) => make("sup", { class: place.name, "aria-hidden": "true" }, String(place.number))));
    }
    this.node.replaceChildren(...pieces);
  }
}

function words(text) {
  const found = [];
  let at = 0;
  const pieces = "Segmenter" in Intl
    ? Array.from(new Intl.Segmenter(undefined, { granularity: "word" }).segment(text), ({ segment }) => segment)
    : text.split(/(\s+)/);
  for (const piece of pieces) {
    const end = at + Array.from(piece).length;
    if (piece.trim()) found.push({ start: at, end });
    at = end;
  }
  return found;
}

// Follow the browser's selection over several texts; `chosen` hears of the text it lies in.
export function follow(markings, chosen) {
  const listen = () => {
    if (!markings[0]?.node.isConnected) document.removeEventListener("selectionchange", listen);
    else for (const marking of markings) if (marking.take(getSelection())) chosen(marking);
  };
  document.addEventListener("selectionchange", listen);
}

// The list under the text: what is marked, as what, and a way to remove it.
export function listMarks(marks, { quote, name, remove, more = () => [] }) {
  if (!marks.length) return make("p", { class: "quiet" }, t("marks_none"));
  return make("ol", { class: "marks" }, ...marks.map((mark, place) =>
    make("li", { class: name(mark) },
      make("span", { class: "badge" }, t(name(mark))),
      make("q", { dir: "auto" }, shorten(quote(mark))),
      ...more(mark, place),
      make("button", { type: "button", class: "plain", "aria-label": t("mark_remove", { number: place + 1 }), onclick: () => remove(place) }, "✕"))));
}

const shorten = (text) => {
  const points = Array.from(text, (point) => (isSteering(point) ? "\ufffd" : point));
  return points.length > 120 ? `${points.slice(0, 80).join("")} … ${points.slice(-30).join("")}` : points.join("");
};
