// Change the text until it is good; what changed is shown while one types.
import { button, make, t } from "../page.js";
import { showChanges } from "../words.js";

export function build(question, { submit, save, draft }) {
  const [output] = question.outputs;
  const area = make("textarea", { id: "edited", dir: "auto", spellcheck: "true", rows: "3" });
  area.value = draft?.text ?? output;
  const changes = make("div", { class: "text plain changes", dir: "auto" });
  const counts = make("p", { class: "quiet counts" });
  const reset = button(t("edit_reset"), () => {
    area.value = output;
    changed();
    area.focus();
  });
  const done = button([make("span", {}, ""), make("span", { class: "keys", "aria-hidden": "true" }, make("kbd", {}, "Ctrl"), make("kbd", {}, "⏎"))], finish, { class: "main", "aria-keyshortcuts": "Control+Enter" });
  let timer;

  function changed() {
    const isSame = area.value === output;
    done.firstChild.textContent = t(isSame ? "edit_same" : "edit_done");
    reset.disabled = isSame;
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight + 4, innerHeight * 0.6)}px`;
    clearTimeout(timer);
    timer = setTimeout(compare, output.length > 4000 ? 400 : 80);
    save(isSame ? null : { text: area.value });
  }

  function compare() {
    const { nodes, edits, before, after } = showChanges(output, area.value);
    changes.replaceChildren(...(nodes ?? [t("differences_many")]));
    const kept = edits === null ? "?" : Math.round(100 * (1 - Math.min(1, edits / Math.max(1, after))));
    counts.textContent = t("edit_counts", { edits: edits ?? "?", kept, before, after });
  }

  function finish() {
    submit((reason) => ({ text: area.value, ...(reason && { reason }) }));
  }

  area.addEventListener("input", changed);
  queueMicrotask(changed);
  return {
    nodes: [make("div", { class: "panes" },
      make("section", { class: "card pane" }, make("h3", {}, make("label", { for: "edited" }, t("edit_yours"))), area),
      make("section", { class: "card pane" }, make("h3", {}, t("edit_changes")), changes, counts))],
    bar: [reset, done],
    actions: {},
    focus: area,
    finish,
  };
}

export const describe = (answer) => answer.text ?? String(answer);
