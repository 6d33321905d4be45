// What was expected in practice, or in a check that tells; loaded with the first of them.
import { byId, t } from "./page.js";

export function explain({ right, answer, why }, { describe, role, closed }) {
  const dialog = byId("feedback");
  byId("feedback-heading").textContent = t(right ? "right" : "wrong");
  dialog.classList.toggle("is-right", right);
  byId("feedback-role").hidden = role === "practice";
  byId("feedback-answer").textContent = right ? "" : t("expected", { answer: describe(answer) });
  byId("feedback-why").innerHTML = why; // rendered by the server, HTML switched off
  dialog.onclose = closed;
  dialog.showModal();
}
