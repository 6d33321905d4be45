// Which of two outputs is better?
import { byId, make, notify, page, t } from "../page.js";
import { keyed } from "../keys.js";
import { flat, showText } from "../texts.js";
import { showDifferences } from "../words.js";

let withDifferences = false; // stays as chosen from question to question

export function build(question, { submit }) {
  const sides = ["left", "right"];
  const panes = sides.map((side, place) =>
    make("section", { class: `card pane ${side}`, "aria-labelledby": `pane-${side}` },
      make("h3", { id: `pane-${side}` }, "AB"[place], " ", make("span", { class: "quiet side" }, t(`side_${side}`)))));
  const toggle = keyed("differences", t("differences"), () => {
    withDifferences = !withDifferences;
    draw();
  }, { class: "plain" });

  function draw() {
    const marked = withDifferences ? showDifferences(...question.outputs.map((output) => flat(output, page.format))) : null;
    if (withDifferences && !marked) notify(t("differences_many"));
    toggle.setAttribute("aria-pressed", String(Boolean(marked)));
    panes.forEach((pane, place) => {
      const body = marked ? marked[place] : showText(question.outputs[place], page.format);
      pane.replaceChildren(pane.firstChild, body);
    });
  }

  const answer = (preference) => {
    for (const node of byId("answers").children) node.classList.toggle("pressed", node.dataset.action === preference);
    submit((reason) => (reason ? { preference, reason } : preference));
  };
  const actions = { left: () => answer("left"), right: () => answer("right"), differences: () => toggle.click() };
  if (question.options.ties !== false) actions.tie = () => answer("tie");
  draw();
  return {
    nodes: [make("div", { class: "tools" }, toggle), make("div", { class: "panes" }, ...panes)],
    bar: [
      keyed("left", t("better_left"), actions.left, { class: "side-left" }),
      actions.tie && keyed("tie", t("tie"), actions.tie),
      keyed("right", t("better_right"), actions.right, { class: "side-right" }),
    ],
    actions,
  };
}

// A and B, as on every screen; which side that is depends on its width.
export const describe = (answer) => {
  const preference = answer.preference ?? answer;
  return preference === "tie" ? t("tie") : t(`better_${preference}`);
};
