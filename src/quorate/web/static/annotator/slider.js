// A scale without steps: a slider and a field for the number, which are one. Nothing is answered until it is touched.
import { make } from "./page.js";

export function slider({ labels, low, high, value, changed, done }) {
  const naming = typeof labels === "string" ? { "aria-label": labels } : { "aria-labelledby": labels.id };
  const range = make("input", { type: "range", min: low, max: high, step: 1, value: value ?? (low + high) / 2, ...naming });
  const number = make("input", { type: "number", min: low, max: high, step: "any", inputmode: "decimal", value, ...naming });
  range.classList.toggle("untouched", value === undefined);

  function take(given, isTyped) {
    const held = Math.min(high, Math.max(low, Number(given)));
    range.value = held;
    if (!isTyped) number.value = held;
    range.classList.remove("untouched");
    changed(held);
  }

  for (const sign of ["input", "click"]) range.addEventListener(sign, () => take(range.value));
  number.addEventListener("input", () => number.value !== "" && take(number.value, true));
  number.addEventListener("change", () => number.value !== "" && take(number.value));
  number.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    done();
  });
  return {
    node: make("div", { class: "slide" }, range, number),
    focus: () => range.focus(),
    // A digit typed anywhere begins the number.
    type(digit) {
      number.value = digit;
      number.focus();
      take(digit, true);
    },
  };
}
