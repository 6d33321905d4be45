// Is this statement right, going by the text? Evidence, a verdict, then one for each link.
import { make, notify, page, t } from "../page.js";
import { keyed } from "../keys.js";
import { Marking, follow, listMarks } from "../marking.js";
import { split } from "../paragraphs.js";
import { showText } from "../texts.js";

const VERDICTS = { correct: "right", incorrect: "wrong", cannot_tell: "cannot tell" };

// The text that the statement is checked against: the one that is named, else the longest.
export const contextOf = (question) => {
  const names = Object.keys(question.item);
  return question.options.context || names.sort((a, b) => Array.from(question.item[b]).length - Array.from(question.item[a]).length)[0];
};

export function build(question, { submit, save, draft, redrawBar }) {
  const { evidence: isNeeded, links } = question.options;
  const context = contextOf(question);
  const whole = question.item[context] ?? "";
  const paragraphs = split(whole);
  const stands = standing(whole, paragraphs, Array.isArray(question.part?.places) ? question.part.places : []);
  const state = { evidence: [], verdict: null, links: {}, ...draft };
  let chosen = null;

  const choose = (marking) => (chosen = marking);
  const markings = paragraphs.map((text, place) => new Marking(text, t("check_paragraph", { number: place + 1 }), choose));
  follow(markings, choose);
  const list = make("section", { class: "evidence" });
  const waiting = () => links.find((link) => !(link in state.links));

  function draw() {
    state.evidence.forEach((mark, place) => (mark.number = place + 1));
    markings.forEach((marking, place) => marking.draw([
      ...stands.filter((mark) => mark.paragraph === place),
      ...state.evidence.filter((mark) => mark.paragraph === place).map((mark) => ({ ...mark, name: mark.stance }))]));
    list.replaceChildren(listMarks(state.evidence, {
      quote: (mark) => markings[mark.paragraph].quote(mark),
      name: (mark) => mark.stance,
      remove: (place) => {
        state.evidence.splice(place, 1);
        draw();
      },
    }));
    save(state.evidence.length || state.verdict ? state : null);
  }

  function mark(stance, isAsked = true) {
    for (const marking of markings) if (marking.take(getSelection())) chosen = marking;
    const range = chosen?.range;
    if (!range) return isAsked && notify(t("marking_first"));
    state.evidence.push({ paragraph: markings.indexOf(chosen), start: range.start, end: range.end, stance });
    getSelection().removeAllRanges();
    chosen.clear();
    draw();
  }

  // A verdict of the statement; what is selected then counts as its evidence.
  function decide(name) {
    if (state.verdict) return judge(name);
    const stance = { correct: "supports", incorrect: "contradicts" }[name];
    if (stance) mark(stance, false);
    const isShown = state.evidence.some((mark) => mark.stance === "supports");
    if (name === "correct" && isNeeded && paragraphs.length && !isShown) return notify(t("need_supports"), { alert: true });
    state.verdict = VERDICTS[name];
    go();
  }

  function judge(name) {
    const link = waiting();
    if (link === undefined) return;
    state.links[link] = VERDICTS[name];
    go();
  }

  function go() {
    save(state);
    if (waiting() !== undefined) return redrawBar();
    const evidence = state.evidence.map(({ paragraph, start, end, stance }) => ({ paragraph, start, end, stance }));
    submit((reason) => ({ verdict: state.verdict, ...(links.length && { links: state.links }), evidence, ...(reason && { reason }) }));
    if (!links.length) state.verdict = null; // where more was asked for, the verdict is given again
  }

  const actions = {
    supports: () => mark("supports"),
    contradicts: () => mark("contradicts"),
    correct: () => decide("correct"),
    incorrect: () => decide("incorrect"),
    cannot_tell: () => decide("cannot_tell"),
  };
  const keep = { onpointerdown: (event) => event.preventDefault() }; // the selection stays while a button is pressed
  draw();
  return {
    hides: [context],
    nodes: [
      make("section", { class: "card claim" }, make("h3", {}, t("statement_alone")), showText(question.outputs[0], page.format)),
      paragraphs.length ? make("p", { class: "quiet" }, t("check_mark"), " ", make("span", { id: "marking-how" }, t("marking_how"))) : null,
      make("div", { class: "paragraphs" }, ...markings.map((marking, place) =>
        make("section", { class: "card" }, paragraphs.length > 1 ? make("h3", { class: "quiet" }, t("check_paragraph", { number: place + 1 })) : null, marking.node))),
      paragraphs.length ? list : null,
    ],
    bar: () => [
      state.verdict && waiting() !== undefined
        ? make("span", { class: "ask" }, t("statement_link", { link: waiting() }))
        : paragraphs.length ? make("span", { class: "pair whole" }, ...["supports", "contradicts"].map((stance) => keyed(stance, t(stance), actions[stance], keep))) : null,
      ...Object.keys(VERDICTS).map((name) => keyed(name, t(name), actions[name], keep)),
    ],
    actions,
  };
}

// Where the statement stands, by paragraph: its places count from the beginning of the whole text.
function standing(whole, paragraphs, places) {
  const found = [];
  let from = 0;
  paragraphs.forEach((text, paragraph) => {
    const at = whole.indexOf(text, from);
    from = at + text.length;
    const start = Array.from(whole.slice(0, at)).length;
    const end = start + Array.from(text).length;
    for (const [first, last] of places) {
      if (first < end && last > start) found.push({ paragraph, start: Math.max(first, start) - start, end: Math.min(last, end) - start, name: "stands" });
    }
  });
  return found;
}

export const describe = (answer) => {
  const words = Object.entries(VERDICTS).find(([, said]) => said === (answer.verdict ?? answer));
  return t(words ? words[0] : "cannot_tell");
};
