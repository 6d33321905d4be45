// Mark all that is there, say what it is, link what belongs together, write down the rest.
import { make, notify, t } from "../page.js";
import { digit, keyed } from "../keys.js";
import { Marking, follow, listMarks } from "../marking.js";
import { contextOf } from "./statement.js";

export function build(question, { submit, save, draft }) {
  const { types, relations, counts } = question.options;
  const context = contextOf(question);
  const text = question.item[context] ?? "";
  const state = { marks: [], links: [], facts: [], ...draft };
  const marking = new Marking(text, context ?? "", () => {});
  const list = make("section", { class: "evidence" });
  let isSure = false;
  follow([marking], () => {});

  const quote = (place) => `${place + 1}. ${marking.quote(state.marks[place])}`;
  const isEmpty = () => !(state.marks.length + state.links.length + state.facts.length);

  function draw() {
    isSure = false;
    marking.draw(state.marks.map((mark, place) => ({ ...mark, name: "found", number: place + 1 })));
    list.replaceChildren(
      listMarks(state.marks, {
        quote: (mark) => marking.quote(mark),
        name: (mark) => mark.type ?? "listing_mark",
        remove: removeMark,
      }),
      ...(relations.length && state.marks.length > 1 ? [linking()] : []),
      entries(state.links, ({ from, to, relation }) => `${marking.quote(state.marks[from])} — ${relation} — ${marking.quote(state.marks[to])}`),
      writing(),
      entries(state.facts, (fact) => fact));
    save(isEmpty() ? null : state);
  }

  function entries(rows, words) {
    return make("ul", { class: "marks" }, ...rows.map((row, place) =>
      make("li", {}, make("q", { dir: "auto" }, words(row)),
        make("button", { type: "button", class: "plain", "aria-label": t("listing_remove", { words: words(row) }), onclick: () => {
          rows.splice(place, 1);
          draw();
        } }, "✕"))));
  }

  function removeMark(gone) {
    state.marks.splice(gone, 1);
    state.links = state.links.filter(({ from, to }) => from !== gone && to !== gone)
      .map((link) => ({ ...link, from: link.from - (link.from > gone), to: link.to - (link.to > gone) }));
    draw();
  }

  // Two marks and how they belong together.
  function linking() {
    const choice = (label, options) => make("select", { "aria-label": label }, ...options.map(([value, words]) => make("option", { value }, words)));
    const marks = state.marks.map((_, place) => [place, quote(place)]);
    const [from, how, to] = [choice(t("listing_from"), marks), choice(t("listing_how"), relations.map((one) => [one, one])), choice(t("listing_to"), marks)];
    to.selectedIndex = marks.length - 1;
    const add = () => {
      const link = { from: Number(from.value), to: Number(to.value), relation: how.value };
      const isThere = state.links.some((other) => other.from === link.from && other.to === link.to && other.relation === link.relation);
      if (link.from === link.to) return notify(t("listing_two"));
      if (!isThere) state.links.push(link);
      draw();
    };
    return make("div", { class: "links" }, from, how, to, make("button", { type: "button", onclick: add }, t("listing_link")));
  }

  function writing() {
    const field = make("input", { type: "text", maxlength: "2000", dir: "auto", "aria-label": t("listing_fact"), placeholder: t("listing_fact") });
    const add = () => {
      const fact = field.value.trim();
      if (fact && !state.facts.includes(fact)) state.facts.push(fact);
      draw();
      list.querySelector(".facts input").focus();
    };
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      add();
    });
    return make("div", { class: "facts" }, field, make("button", { type: "button", onclick: add }, t("listing_add")));
  }

  function mark(type) {
    marking.take(getSelection());
    if (!marking.range) return notify(t("marking_first"));
    const { start, end } = marking.range;
    if (!state.marks.some((other) => other.start === start && other.end === end && other.type === type)) {
      state.marks.push({ start, end, ...(type && { type }) });
    }
    getSelection().removeAllRanges();
    marking.clear();
    notify(null);
    draw();
  }

  // An empty list is an answer, once it was meant.
  function finish() {
    if (isEmpty() && !isSure) {
      isSure = true;
      return notify(t("listing_empty"), { alert: true });
    }
    submit((reason) => ({
      marks: state.marks.map(({ start, end, type }) => ({ start, end, ...(type && { type }) })),
      links: state.links, facts: state.facts, ...(reason && { reason }),
    }));
  }

  const keep = { onpointerdown: (event) => event.preventDefault() }; // the selection stays while a button is pressed
  const kinds = types.length ? types : [null];
  draw();
  return {
    hides: [context],
    nodes: [
      make("p", { class: "quiet", id: "marking-how" }, t("marking_how")),
      make("section", { class: "card pane" }, marking.node),
      list,
    ],
    bar: [
      make("span", { class: "pair whole" }, ...kinds.map((type, place) => make("button", { type: "button", onclick: () => mark(type ?? undefined), ...keep },
        make("span", {}, type ?? t("listing_mark")), place < 9 ? make("span", { class: "keys", "aria-hidden": "true" }, make("kbd", {}, String(place + 1))) : null))),
      keyed("send", t("send"), finish, { class: "main" }),
    ],
    actions: { send: finish },
    onkey(event) {
      const typed = Number(digit(event));
      if (!(typed >= 1 && typed <= kinds.length)) return false;
      mark(kinds[typed - 1] ?? undefined);
      return true;
    },
    counts,
  };
}

export const describe = (answer) => (answer.listed ?? answer.facts ?? []).join("; ");
