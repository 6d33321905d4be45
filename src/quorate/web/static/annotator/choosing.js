// The dialog in which annotators choose their own keys; loaded when it is opened.
import { byId, make, page, t } from "./page.js";
import { STORED, keysOf, normal, own, sign } from "./keys.js";

const LABELS = { left: "better_left", right: "better_right" };
const ALWAYS = ["reason", "undo", "skip", "pause", "instructions"];
const BY_KIND = {
  comparison: ["left", "right", "tie", "differences"],
  rating: ["send"],
  edit: [],
  check: ["yes", "no", "supports", "contradicts", "correct", "incorrect", "cannot_tell"],
  spans: ["minor", "major", "send"],
};

export function choose(changed) {
  const list = byId("keys-list");
  const draw = () =>
    list.replaceChildren(...[...BY_KIND[page.kind], ...ALWAYS].map((action) => {
      const id = `key-${action}`;
      const field = make("input", { id, readonly: true, value: keysOf(action).map(sign).join(" ") });
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
