// Mark the errors, weigh them, then score the whole.
import { make, notify, t } from "../page.js";
import { keyed } from "../keys.js";
import { Marking, follow, listMarks } from "../marking.js";
import { slider } from "../slider.js";

export function build(question, { submit, save, draft }) {
  const { categories } = question.options;
  const state = { spans: [], ...draft };
  const marking = new Marking(question.outputs[0], t("output"), () => {});
  const list = make("section", { class: "evidence" });
  const scale = slider({
    labels: { id: "score-label" }, low: 0, high: 100, value: state.score, done: finish,
    changed(value) {
      state.score = value;
      save(state);
    },
  });
  follow([marking], () => {});

  function draw() {
    state.spans.sort((a, b) => a.start - b.start || a.end - b.end);
    marking.draw(state.spans.map((span, place) => ({ ...span, name: span.weight, number: place + 1 })));
    list.replaceChildren(listMarks(state.spans, {
      quote: (span) => marking.quote(span),
      name: (span) => span.weight,
      remove(place) {
        state.spans.splice(place, 1);
        draw();
      },
      more: (span, place) => (categories.length ? [category(span, place)] : []),
    }));
    save(state.spans.length || state.score !== undefined ? state : null);
  }

  function category(span, place) {
    const change = ({ target }) => {
      span.category = target.value || undefined;
      save(state);
    };
    return make("select", { "aria-label": `${t("category")} ${place + 1}`, onchange: change },
      make("option", { value: "" }, t("category_none")),
      ...categories.map((name) => make("option", { value: name, selected: span.category === name }, name)));
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
    if (state.score !== undefined) return submit((reason) => ({ score: state.score, spans: state.spans, ...(reason && { reason }) }));
    notify(t("score_needed"));
    scale.focus();
  }

  const actions = { minor: () => mark("minor"), major: () => mark("major"), send: finish };
  const keep = { onpointerdown: (event) => event.preventDefault() }; // the selection stays while a button is pressed
  draw();
  return {
    nodes: [
      make("p", { class: "quiet", id: "marking-how" }, t("marking_how")),
      make("section", { class: "card pane" }, marking.node),
      list,
      make("div", { class: "card scales" }, make("div", { class: "scale" }, make("span", { class: "legend", id: "score-label" }, t("score")), scale.node)),
    ],
    bar: [
      make("span", { class: "pair" }, ...["minor", "major"].map((weight) => keyed(weight, t(weight), actions[weight], keep))),
      keyed("send", t("send"), finish, { class: "main" }),
    ],
    actions,
  };
}

export const describe = (answer) => String(answer.score ?? answer);
