// Which key does what. Owners may choose other keys for a study, annotators for themselves.
import { button, kept, make, page } from "./page.js";

const USUAL = {
  left: ["ArrowLeft"], right: ["ArrowRight"], tie: ["ArrowDown", "t"],
  supports: ["1"], contradicts: ["2"], minor: ["1"], major: ["2"],
  correct: ["c"], incorrect: ["x"], cannot_tell: ["t"], yes: ["y"], no: ["n"],
  send: ["Enter"], undo: ["u"], skip: ["s"], reason: ["r"], differences: ["d"], pause: ["p"], instructions: ["i"],
};
const SIGNS = { ArrowLeft: "←", ArrowRight: "→", ArrowDown: "↓", ArrowUp: "↑", Enter: "⏎", " ": "␣", Backspace: "⌫" };
export const STORED = "quorate:keys";

export const own = () => kept.get(STORED) ?? {};

export const keysOf = (action) => {
  const chosen = own()[action] ?? page.keys[action];
  return chosen ? [chosen] : USUAL[action] ?? [];
};

export const normal = (key) => (key.length === 1 ? key.toLowerCase() : key);

// A key by what it writes or, where the layout writes another script, by where it is.
function isKey(event, key) {
  const place = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(event.code ?? "")?.[1].toLowerCase();
  return normal(event.key) === normal(key) || (event.key.charCodeAt(0) > 127 && place === normal(key));
}

export const pressed = (event, actions) =>
  Object.keys(actions).find((action) => keysOf(action).some((key) => isKey(event, key)));

export const digit = (event) => (/^[0-9]$/.test(event.key) ? Number(event.key) : /^(?:Digit|Numpad)([0-9])$/.exec(event.code ?? "")?.[1]);

export const sign = (key) => SIGNS[key] ?? key.toUpperCase();

export const hint = (action) =>
  make("span", { class: "keys", "aria-hidden": "true" }, ...keysOf(action).map((key) => make("kbd", {}, sign(key))));

// A button with the keys that press it.
export function keyed(action, label, onclick, properties = {}) {
  const shortcuts = keysOf(action).join(" ");
  return button([make("span", {}, label), hint(action)], onclick, { "aria-keyshortcuts": shortcuts, "data-action": action, ...properties });
}
