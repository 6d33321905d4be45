// How good is one output, by one or several criteria?
import { make, notify, page, t } from "../page.js";
import { digit, keyed } from "../keys.js";
import { showText } from "../texts.js";

export function build(question, { submit, save, draft }) {
  const values = { ...draft };
  const fields = question.criteria.map((criterion, place) => scale(criterion, place));
  const isSingle = question.criteria.length === 1 && fields[0].isDiscrete;
  let active = Math.max(0, fields.findIndex(({ name }) => values[name] === undefined));

  function scale(criterion, place) {
    const { name, low, high, step } = criterion;
    const id = `criterion-${place}`;
    const label = name === "quality" && question.criteria.length === 1 ? (page.words ?? question.words) : name;
    const heading = make("legend", {}, label, make("span", { class: "quiet" }, t("scale", { low, high })));
    if (!step || (high - low) / step > 10) return slider(criterion, id, heading);
    const options = [];
    for (let value = low; value <= high + 1e-9; value += step) options.push(value);
    const inputs = options.map((value) => {
      const input = make("input", { type: "radio", name: id, value, checked: values[name] === value });
      input.addEventListener("change", () => set(place, value));
      input.addEventListener("focus", () => (active = place));
      return input;
    });
    const node = make("fieldset", { class: "scale" }, heading,
      make("div", { class: "steps" }, ...options.map((value, at) => make("label", {}, inputs[at], make("span", {}, String(value))))));
    return { name, node, isDiscrete: true, set: (value) => {
      const at = options.indexOf(value);
      if (at < 0) return false;
      inputs[at].checked = true;
      return true;
    }, focus: () => (inputs.find((input) => input.checked) ?? inputs[0]).focus() };
  }

  function slider({ name, low, high }, id, heading) {
    const range = make("input", { type: "range", id, min: low, max: high, step: 1, "aria-label": name, value: values[name] ?? (low + high) / 2 });
    const number = make("input", { type: "number", min: low, max: high, step: "any", "aria-label": name, inputmode: "decimal", value: values[name] });
    range.classList.toggle("untouched", values[name] === undefined);
    const store = (value) => {
      const held = Math.min(high, Math.max(low, value));
      values[name] = held;
      [range.value, number.value] = [held, held];
      range.classList.remove("untouched");
      save(values);
    };
    range.addEventListener("input", () => store(Number(range.value)));
    range.addEventListener("click", () => store(Number(range.value)));
    number.addEventListener("change", () => number.value !== "" && store(Number(number.value)));
    const node = make("fieldset", { class: "scale" }, heading, make("div", { class: "slide" }, range, number));
    return { name, node, isDiscrete: false, set: () => false, focus: () => range.focus() };
  }

  function set(place, value) {
    if (!fields[place].set(value)) return;
    values[fields[place].name] = value;
    save(values);
    if (isSingle) return finish();
    const next = fields.findIndex(({ name }) => values[name] === undefined);
    active = next < 0 ? place : next;
    if (next >= 0) fields[next].focus();
  }

  function finish() {
    const missing = fields.findIndex(({ name }) => values[name] === undefined);
    if (missing >= 0) {
      notify(t("rate_all"));
      return fields[missing].focus();
    }
    submit((reason) => ({ ...values, ...(reason && { reason }) }));
  }

  return {
    nodes: [make("section", { class: "card pane" }, showText(question.outputs[0], page.format)), make("div", { class: "card scales" }, ...fields.map(({ node }) => node))],
    bar: isSingle ? [] : [keyed("send", t("send"), finish, { class: "main" })],
    actions: isSingle ? {} : { send: finish },
    onkey(event) {
      const value = digit(event);
      if (value === undefined) return false;
      set(active, Number(value));
      return true;
    },
  };
}

export const describe = (answer) =>
  typeof answer === "object" ? Object.entries(answer).map(([name, value]) => `${name} ${value}`).join(", ") : String(answer);
