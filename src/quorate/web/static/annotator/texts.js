// Texts as people see them. Outputs are hostile: everything becomes text nodes inside elements made here, each block finds
// its own direction, and characters that steer direction or the terminal are shown by name instead of obeyed.
import { make, t } from "./page.js";

const STEERING = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u;
export const SHOWN = 20_000; // characters of a text that are shown at once
const LONG = 100_000; // beyond this, markdown is shown as it was written
let rich = null;

// Studies with markdown or chats load a module that shows them.
export const enrich = (module) => (rich = module);

export const flat = (text, format) => (format === "chat" && rich ? rich.flat(text) : text);

export const isSteering = (character) => STEERING.test(character);

export const steering = (character) =>
  make("span", { class: "steering" }, `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`);

// A text as nodes: text, and the names of characters that steer.
export function plain(text) {
  const parts = text.replace(/\r\n?|[\u2028\u2029]/g, "\n").split(new RegExp(`(${STEERING.source})`, "u"));
  return parts.filter(Boolean).map((part) => (STEERING.test(part) ? steering(part) : document.createTextNode(part)));
}

export function showText(text, format = "text") {
  if (!text) return make("p", { class: "quiet" }, t("empty"));
  if (rich && (format === "chat" || (format !== "text" && text.length < LONG))) return rich.show(text, format);
  return showPlain(text);
}

// A text as it was written; of a very long one the beginning, and the rest when somebody wants it, in blocks that cost
// the browser nothing until they come into sight.
export function showPlain(text) {
  if (text.length <= SHOWN) return make("div", { class: "text plain", dir: "auto" }, ...plain(text));
  const count = text.length.toLocaleString(document.documentElement.lang);
  const more = make("button", { type: "button", class: "plain show-all" }, t("show_all", { count }));
  const whole = make("div", { class: "text" }, block(text.slice(0, SHOWN)), more);
  more.addEventListener("click", () => {
    const rest = [];
    for (let at = SHOWN; at < text.length; at += SHOWN) rest.push(block(text.slice(at, at + SHOWN)));
    more.replaceWith(...rest);
  });
  return whole;
}

const block = (text) => make("div", { class: "plain stretch", dir: "auto" }, ...plain(text));
