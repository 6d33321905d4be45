// One question to the owner before something is written down.
import { button, make } from "./elements.js";
import { Failure } from "./requests.js";

/**
 * Ask before doing something; the dialog stays open and says what went wrong where it does.
 * @param {{title: string, words: string[], reason?: "required"|"optional", action: string, isGrave?: boolean}} shown
 * @param {(reason: string) => Promise<void>} act
 */
export function confirm({ title, words, reason, action, isGrave = false }, act) {
  const isNeeded = reason === "required";
  const field = reason ? make("textarea", { id: "reason", rows: 2, maxlength: 2000, required: isNeeded }) : null;
  const label = isNeeded ? "Reason, kept in the log" : "Reason (optional)";
  const failure = make("p", { class: "failure", role: "alert", hidden: true });
  const go = make("button", { type: "submit", class: isGrave ? "main grave" : "main", text: action });
  const cancel = button("Cancel", () => dialog.close(), { class: "plain" });
  const form = make(
    "form",
    { method: "dialog" },
    make("h2", { id: "dialog-title", text: title }),
    ...words.map((text) => make("p", { text })),
    field ? make("label", { class: "field", for: "reason", text: label }) : null,
    field,
    failure,
    make("div", { class: "ends" }, cancel, go),
  );
  const dialog = make("dialog", { "aria-labelledby": "dialog-title" }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!form.reportValidity()) return;
    go.disabled = true;
    try {
      await act(field ? field.value.trim() : "");
      dialog.close();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failure.textContent = error.message;
      failure.hidden = false;
    } finally {
      go.disabled = false;
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
