// How good is one output, by one or several criteria? Kinds of other packages have this form too, with all their outputs.
import { make, notify, page, t } from "../page.js";
import { digit, keyed } from "../keys.js";
import { slider } from "../slider.js";
import { showText } from "../texts.js";

const MOST_STEPS = 10;

export function build(question, { submit, save, draft }) {
  const { criteria } = question;
  const values = { ...draft };
  const fields = criteria.map(fieldOf);
  const isSingle = criteria.length === 1 && fields[0].isStepped;
  let active = Math.max(0, firstOpen());

  function firstOpen() {
    return criteria.findIndex(({ name }) => values[name] === undefined);
  }

  function fieldOf({ name, low, high, step }, place) {
    const label = name === "quality" && criteria.length === 1 ? (page.words ?? question.words) : name;
    const legend = make("legend", {}, label, make("span", { class: "quiet" }, t("scale", { low, high })));
    const isStepped = step && (high - low) / step <= MOST_STEPS;
    const changed = (value) => {
      values[name] = value;
      save(values);
    };
    const field = isStepped
      ? steps(place, { low, high, step, value: values[name], chosen: (value) => set(place, value), focused: () => (active = place) })
      : slider({ labels: name, low, high, value: values[name], changed, done: finish });
    return { ...field, isStepped, changed, fieldset: make("fieldset", { class: "scale" }, legend, field.node) };
  }

  function set(place, value) {
    fields[place].changed(value);
    if (isSingle) return finish();
    const next = firstOpen();
    active = next < 0 ? place : next;
    if (next >= 0) fields[next].focus();
  }

  function finish() {
    const missing = firstOpen();
    if (missing < 0) return submit((reason) => ({ ...values, ...(reason && { reason }) }));
    notify(t("rate_all"));
    fields[missing].focus();
  }

  return {
    nodes: [
      partOf(question.part),
      ...question.outputs.map((output) => make("section", { class: "card pane" }, showText(output, page.format))),
      make("div", { class: "card scales" }, ...fields.map(({ fieldset }) => fieldset)),
    ],
    bar: isSingle ? [] : [keyed("send", t("send"), finish, { class: "main" })],
    actions: isSingle ? {} : { send: finish },
    onkey(event) {
      const typed = digit(event);
      if (typed === undefined) return false;
      fields[active].type(Number(typed));
      return true;
    },
  };
}

// The part of the output or the item that is rated, with where it stands.
function partOf(part) {
  if (!part?.text) return null;
  const place = part.place && make("p", { class: "quiet", dir: "auto" }, part.place);
  return make("section", { class: "card about" }, showText(part.text, page.format), ...(place ? [place] : []));
}

function steps(place, { low, high, step, value, chosen, focused }) {
  const options = [];
  for (let at = low; at <= high + 1e-9; at += step) options.push(at);
  const inputs = options.map((option) =>
    make("input", { type: "radio", name: `criterion-${place}`, value: option, checked: option === value, onchange: () => chosen(option), onfocus: focused }));
  return {
    node: make("div", { class: "steps" }, ...options.map((option, at) => make("label", {}, inputs[at], make("span", {}, String(option))))),
    focus: () => (inputs.find((input) => input.checked) ?? inputs[0]).focus(),
    type(typed) {
      const input = inputs[options.indexOf(typed)];
      if (!input) return;
      input.checked = true;
      chosen(typed);
    },
  };
}

export const describe = (answer) =>
  typeof answer === "object" ? Object.entries(answer).map(([name, value]) => `${name} ${value}`).join(", ") : String(answer);
