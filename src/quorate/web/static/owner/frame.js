// What stands on top of every owner page: how the study stands, and what an owner can do with all of it.
import { find, say } from "./elements.js";
import { confirm } from "./dialogs.js";
import { request } from "./requests.js";

const BADGES = { open: "Open", paused: "Paused", "at rest": "At rest", closed: "Closed" };
let state = null;

/** Show the state in the header and offer what it allows. */
export function frame(overview) {
  state = overview.state;
  const badge = find("state");
  badge.dataset.state = state.name;
  badge.hidden = false;
  say(badge, BADGES[state.name] ?? state.name);
  badge.title = state.words;
  const toggle = find("toggle");
  if (toggle) {
    toggle.hidden = state.name === "closed";
    say(toggle, state.name === "paused" ? "Resume" : "Pause");
    find("close").hidden = state.name === "closed";
  }
}

export function notify(words) {
  const notice = find("notice");
  notice.hidden = false;
  say(notice, words);
}

find("toggle")?.addEventListener("click", async () => {
  if (state?.name === "paused") {
    await request("/resume", { method: "POST", body: {} });
    return;
  }
  confirm(
    {
      title: "Pause the study?",
      words: ["Nobody gets a new question until you resume. Open questions can still be answered."],
      reason: "optional",
      action: "Pause",
    },
    (reason) => request("/pause", { method: "POST", body: { reason } }),
  );
});

find("close")?.addEventListener("click", () =>
  confirm(
    {
      title: "Close the study for good?",
      words: ["No more questions, no more answers. This cannot be undone; everything stays readable."],
      reason: "optional",
      action: "Close the study",
      isGrave: true,
    },
    (reason) => request("/close", { method: "POST", body: { reason } }),
  ),
);

