// Which label does this word, or this text, have? One key for each.
import { button, byId, make } from "../page.js";
import { digit } from "../keys.js";
import { plain } from "../texts.js";

const LETTERS = [..."qwertzasdfghjklyxcvbnmop".replace(/[usrpi]/g, "")]; // keys that do nothing else
const keyOf = (place) => (place < 9 ? String(place + 1) : place === 9 ? "0" : LETTERS[place - 10]);

export function build(question, { submit }) {
  const { labels, context } = question.options;
  const text = question.item[context] ?? "";
  const letters = Array.from(text); // places are counted in characters, as people count
  const { start, end } = question.part ?? {};
  const isWord = Number.isInteger(start);
  const word = isWord && make("mark", { class: "asked" }, ...plain(letters.slice(start, end).join("")));
  const shown = isWord
    ? [...plain(letters.slice(0, start).join("")), word, ...plain(letters.slice(end).join(""))]
    : plain(text);

  const answer = (place) => {
    for (const node of byId("answers").children) node.classList.toggle("pressed", node.dataset.place === String(place));
    submit((reason) => (reason ? { label: labels[place], reason } : labels[place]));
  };
  if (word) requestAnimationFrame(() => word.scrollIntoView({ block: "center" }));
  return {
    hides: [context],
    nodes: [make("section", { class: "card" }, make("div", { class: "text plain", dir: "auto" }, ...shown))],
    bar: labels.map((label, place) => {
      const key = keyOf(place);
      const hint = key && make("span", { class: "keys", "aria-hidden": "true" }, make("kbd", {}, key.toUpperCase()));
      const name = make("span", { dir: "auto" }, label);
      return button([name, hint].filter(Boolean), () => answer(place), { "data-place": place, "aria-keyshortcuts": key });
    }),
    actions: {},
    onkey(event) {
      const typed = digit(event) ?? event.key.toLowerCase();
      const place = labels.findIndex((_, at) => keyOf(at) === String(typed));
      if (place < 0) return false;
      answer(place);
      return true;
    },
  };
}

export const describe = (answer) => answer.label ?? answer;
