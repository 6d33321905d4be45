// Is this correct, going by the paragraphs? Plausible at all, then evidence, then a verdict, then one more look.
import { byId, make, notify, page, t } from "../page.js";
import { keyed } from "../keys.js";
import { Marking, follow, listMarks } from "../marking.js";
import { split } from "../paragraphs.js";
import { showText } from "../texts.js";

const STANCES = ["supports", "contradicts"];
const NEEDED = { correct: "supports", incorrect: "contradicts" };

export function build(question, { submit, save, draft, redrawBar }) {
  const { context, evidence: isNeeded } = question.options;
  const paragraphs = split(question.item[context] ?? "");
  const state = { plausible: null, evidence: [], ...draft };
  let chosen = null;

  const choose = (marking) => (chosen = marking);
  const markings = paragraphs.map((text, place) => new Marking(text, t("check_paragraph", { number: place + 1 }), choose));
  follow(markings, choose);
  const list = make("section", { class: "evidence" });

  function draw() {
    state.evidence.forEach((mark, place) => (mark.number = place + 1));
    markings.forEach((marking, place) => marking.draw(
      state.evidence.filter((mark) => mark.paragraph === place).map((mark) => ({ ...mark, name: mark.stance }))));
    list.replaceChildren(listMarks(state.evidence, {
      quote: (mark) => markings[mark.paragraph].quote(mark),
      name: (mark) => mark.stance,
      remove: (place) => {
        state.evidence.splice(place, 1);
        draw();
      },
    }));
    save(state.evidence.length || state.plausible !== null ? state : null);
  }

  function mark(stance) {
    for (const marking of markings) if (marking.take(getSelection())) chosen = marking;
    const range = chosen?.range;
    if (!range) return notify(t("marking_first"));
    state.evidence.push({ paragraph: markings.indexOf(chosen), start: range.start, end: range.end, stance });
    getSelection().removeAllRanges();
    chosen.clear();
    draw();
  }

  function plausible(value) {
    state.plausible = value;
    save(state);
    if (value) redrawBar();
    else confirm("incorrect");
  }

  function decide(verdict) {
    const stance = NEEDED[verdict];
    const isShown = state.evidence.some((mark) => mark.stance === stance);
    if (isNeeded && paragraphs.length && stance && !isShown) return notify(t(`need_${stance}`), { alert: true });
    confirm(verdict);
  }

  // The last look: what was marked beside what was to be checked.
  function confirm(verdict) {
    const dialog = byId("confirm");
    const label = t(verdict.replace(" ", "_"));
    byId("confirm-words").textContent = t("confirm_words", { verdict: label });
    const stance = NEEDED[verdict];
    byId("confirm-texts").replaceChildren(
      make("div", {}, make("h3", {}, t("check_claim")), showText(question.outputs[0], "text")),
      make("ul", { class: "marks" }, ...state.evidence.filter((mark) => !stance || mark.stance === stance).map((mark) =>
        make("li", { class: mark.stance }, make("span", { class: "badge" }, t(mark.stance)), make("q", { dir: "auto" }, markings[mark.paragraph].quote(mark))))));
    dialog.returnValue = "";
    dialog.onclose = () => {
      if (dialog.returnValue !== "yes") {
        if (!state.plausible) state.plausible = null;
        return redrawBar();
      }
      const evidence = state.evidence.map(({ paragraph, start, end, stance: said }) => ({ paragraph, start, end, stance: said }));
      submit((reason) => ({ verdict, plausible: state.plausible ?? true, evidence, confirmed: true, ...(reason && { reason }) }));
    };
    dialog.showModal();
  }

  const actions = {
    yes: () => state.plausible === null && plausible(true),
    no: () => state.plausible === null && plausible(false),
    supports: () => mark("supports"),
    contradicts: () => mark("contradicts"),
    correct: () => state.plausible && decide("correct"),
    incorrect: () => state.plausible && decide("incorrect"),
    cannot_tell: () => state.plausible && decide("cannot tell"),
  };
  const keep = { onpointerdown: (event) => event.preventDefault() }; // the selection stays while a button is pressed
  draw();
  return {
    hides: [context],
    nodes: [
      make("section", { class: "card claim" }, make("h3", {}, t("check_claim")), showText(question.outputs[0], page.format)),
      paragraphs.length ? make("p", { class: "quiet" }, t("check_mark"), " ", make("span", { id: "marking-how" }, t("marking_how"))) : null,
      make("div", { class: "paragraphs" }, ...markings.map((marking, place) =>
        make("section", { class: "card" }, make("h3", { class: "quiet" }, t("check_paragraph", { number: place + 1 })), marking.node))),
      paragraphs.length ? list : null,
    ],
    bar: () => state.plausible === null
      ? [make("span", { class: "ask", id: "plausible" }, t("check_plausible")), keyed("yes", t("yes"), actions.yes, { "aria-describedby": "plausible" }), keyed("no", t("no"), actions.no, { "aria-describedby": "plausible" })]
      : [paragraphs.length ? make("span", { class: "pair whole" }, ...STANCES.map((stance) => keyed(stance, t(stance), actions[stance], keep))) : null,
        keyed("correct", t("correct"), actions.correct), keyed("incorrect", t("incorrect"), actions.incorrect), keyed("cannot_tell", t("cannot_tell"), actions.cannot_tell)],
    actions,
  };
}

export const describe = (answer) => t((answer.verdict ?? answer).replace(" ", "_"));
