// Mark the errors, weigh them, then score the whole.
import { byId, make, notify, t } from "../page.js";
import { keyed } from "../keys.js";
import { Marking, follow, listMarks } from "../marking.js";

export function build(question, { submit, save, draft }) {
  const { categories } = question.options;
  const state = { spans: [], score: null, ...draft };
  const choose = () => {};
  const marking = new Marking(question.outputs[0], t("output"), choose);
  follow([marking], choose);
  const list = make("section", { class: "evidence" });
  const range = make("input", { type: "range", id: "score", min: 0, max: 100, step: 1, value: state.score ?? 50, "aria-labelledby": "score-label" });
  const number = make("input", { type: "number", min: 0, max: 100, step: "any", value: state.score, "aria-labelledby": "score-label" });
  range.classList.toggle("untouched", state.score === null);

  function score(value) {
    state.score = Math.min(100, Math.max(0, Number(value)));
    [range.value, number.value] = [state.score, state.score];
    range.classList.remove("untouched");
    save(state);
  }

  function draw() {
    state.spans.sort((a, b) => a.start - b.start || a.end - b.end);
    marking.draw(state.spans.map((span, place) => ({ ...span, name: span.weight, number: place + 1 })));
    list.replaceChildren(listMarks(state.spans, {
      quote: (span) => marking.quote(span),
      name: (span) => span.weight,
      remove: (place) => {
        state.spans.splice(place, 1);
        draw();
      },
      more: (span, place) => (categories?.length ? [category(span, place)] : []),
    }));
    save(state.spans.length || state.score !== null ? state : null);
  }

  function category(span, place) {
    const select = make("select", { "aria-label": `${t("category")} ${place + 1}` },
      make("option", { value: "" }, t("category_none")),
      ...categories.map((name) => make("option", { value: name, selected: span.category === name }, name)));
    select.addEventListener("change", () => {
      span.category = select.value || undefined;
      save(state);
    });
    return select;
  }

  function mark(weight) {
    marking.take(getSelection());
    if (!marking.range) return notify(t("marking_first"));
    state.spans.push({ ...marking.range, weight });
    getSelection().removeAllRanges();
    marking.clear();
    draw();
  }

  function finish() {
    if (state.score === null) {
      notify(t("score_needed"));
      return byId("score").focus();
    }
    submit((reason) => ({ score: state.score, spans: state.spans, ...(reason && { reason }) }));
  }

  range.addEventListener("input", () => score(range.value));
  range.addEventListener("click", () => score(range.value));
  number.addEventListener("change", () => number.value !== "" && score(number.value));
  const actions = { minor: () => mark("minor"), major: () => mark("major"), send: finish };
  const keep = { onpointerdown: (event) => event.preventDefault() };
  draw();
  return {
    nodes: [
      make("p", { class: "quiet", id: "marking-how" }, t("marking_how")),
      make("section", { class: "card pane" }, marking.node),
      list,
      make("div", { class: "card scales" }, make("div", { class: "scale" },
        make("span", { class: "legend", id: "score-label" }, t("score")), make("div", { class: "slide" }, range, number))),
    ],
    bar: [make("span", { class: "pair" }, ...["minor", "major"].map((weight) => keyed(weight, t(weight), actions[weight], keep))), keyed("send", t("send"), finish, { class: "main" })],
    actions,
  };
}

export const describe = (answer) => String(answer.score ?? answer);
