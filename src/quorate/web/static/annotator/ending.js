// Thanks, with a completion code; loaded when it is time.
import { byId, notify, t } from "./page.js";

const FINAL = ["closed", "cap", "failed", "excluded"];

export function thank({ completion, told, last }, reason, undo) {
  const hasFailed = reason === "failed" || completion?.passed === false;
  byId("thanks-owner").hidden = hasFailed;
  byId("thanks-words").textContent = hasFailed ? t("thanks_failed") : told ? t("thanks_told", { told }) : t("thanks_none");
  byId("completion").hidden = !completion?.code;
  byId("code").textContent = completion?.code ?? "";
  byId("undo-last").hidden = !last || FINAL.includes(reason) && reason !== "cap";
  byId("undo-last").onclick = undo;
  byId("again").hidden = FINAL.includes(reason);
  byId("copy").onclick = async () => {
    if (!navigator.clipboard) return getSelection().selectAllChildren(byId("code"));
    await navigator.clipboard.writeText(byId("code").textContent);
    notify(t("copied"));
  };
  byId("thanks-heading").focus();
}
