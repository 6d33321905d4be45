// The dialog in which annotators choose their own keys; loaded when it is opened.
import { byId, kept, make, page, t } from "./page.js";
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
  const actions = [...(BY_KIND[page.kind] ?? []), ...ALWAYS];
  const draw = () =>
    list.replaceChildren(...actions.map((action) => {
      const id = `key-${action}`;
      const field = make("input", { id, readonly: true, value: keysOf(action).map(sign).join(" ") });
      field.addEventListener("keydown", (event) => {
        if (["Tab", "Escape", "Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
        const wanted = normal(event.key);
        const other = actions.find((one) => one !== action && keysOf(one).includes(wanted));
        const swapped = other ? { [other]: keysOf(action)[0] } : {}; // no key does two things
        kept.set(STORED, { ...own(), ...swapped, [action]: wanted });
        draw();
        byId(id).focus();
        changed();
      });
      return make("div", { class: "key" }, make("label", { for: id }, t(LABELS[action] ?? action)), field);
    }));
  draw();
  byId("keys-reset").onclick = () => {
    kept.set(STORED, null);
    draw();
    changed();
  };
  byId("keys").showModal();
}
