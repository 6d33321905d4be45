// Which key does what. Owners may choose other keys for a study, annotators for themselves.
import { byId, button, make, page, t } from "./page.js";

const USUAL = {
  left: ["ArrowLeft"], right: ["ArrowRight"], tie: ["ArrowDown", "t"],
  supports: ["1"], contradicts: ["2"], minor: ["1"], major: ["2"],
  correct: ["c"], incorrect: ["x"], cannot_tell: ["t"], yes: ["y"], no: ["n"],
  send: ["Enter"], undo: ["u"], skip: ["s"], reason: ["r"], differences: ["d"], pause: ["p"], instructions: ["i"],
};
const SHOWN = { ArrowLeft: "←", ArrowRight: "→", ArrowDown: "↓", ArrowUp: "↑", Enter: "⏎", " ": "␣", Backspace: "⌫" };
const LABELS = { left: "better_left", right: "better_right" };
const STORED = "quorate:keys";
const ALWAYS = ["undo", "skip", "pause", "instructions"];
const BY_KIND = {
  comparison: ["left", "right", "tie", "differences"],
  rating: ["send"],
  edit: [],
  check: ["yes", "no", "supports", "contradicts", "correct", "incorrect", "cannot_tell"],
  spans: ["minor", "major", "send"],
};

const own = () => {
  try {
    return JSON.parse(localStorage.getItem(STORED)) ?? {};
  } catch {
    return {};
  }
};

const keysOf = (action) => {
  const chosen = own()[action] ?? page.keys[action];
  return chosen ? [chosen] : USUAL[action] ?? [];
};

const normal = (key) => (key.length === 1 ? key.toLowerCase() : key);

// A key by what it writes or, where the layout writes another script, by where it is.
function isKey(event, key) {
  const place = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(event.code ?? "")?.[1].toLowerCase();
  return normal(event.key) === normal(key) || (event.key.charCodeAt(0) > 127 && place === normal(key));
}

export const pressed = (event, actions) =>
  Object.keys(actions).find((action) => keysOf(action).some((key) => isKey(event, key)));

export const digit = (event) => (/^[0-9]$/.test(event.key) ? Number(event.key) : /^(?:Digit|Numpad)([0-9])$/.exec(event.code ?? "")?.[1]);

export const hint = (action) =>
  make("span", { class: "keys", "aria-hidden": "true" }, ...keysOf(action).map((key) => make("kbd", {}, SHOWN[key] ?? key.toUpperCase())));

// A button with the keys that press it.
export function keyed(action, label, onclick, properties = {}) {
  const shortcuts = keysOf(action).join(" ");
  return button([make("span", {}, label), hint(action)], onclick, { "aria-keyshortcuts": shortcuts, "data-action": action, ...properties });
}

// The dialog in which annotators choose their own keys.
export function choose(changed) {
  const list = byId("keys-list");
  const draw = () =>
    list.replaceChildren(...[...BY_KIND[page.kind], "reason", ...ALWAYS].map((action) => {
      const id = `key-${action}`;
      const field = make("input", { id, readonly: true, value: keysOf(action).map((key) => SHOWN[key] ?? key.toUpperCase()).join(" ") });
      field.addEventListener("keydown", (event) => {
        if (["Tab", "Escape", "Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
        localStorage.setItem(STORED, JSON.stringify({ ...own(), [action]: normal(event.key) }));
        draw();
        byId(id).focus();
        changed();
      });
      return make("div", { class: "key" }, make("label", { for: id }, t(LABELS[action] ?? action)), field);
    }));
  draw();
  byId("keys-reset").onclick = () => {
    localStorage.removeItem(STORED);
    draw();
    changed();
  };
  byId("keys").showModal();
}
