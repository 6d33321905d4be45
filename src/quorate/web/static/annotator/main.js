// The annotator's page: welcome, practice, questions and thanks, one question at a time.
import { byId, kept, notify, page, t } from "./page.js";
import { Asking } from "./asking.js";
import { hint, keyed, pressed } from "./keys.js";
import { Session } from "./session.js";
import { enrich } from "./texts.js";

const TERMINAL = ["enough", "exhausted", "closed", "cap", "failed", "excluded"];
const LOOK = 15_000; // milliseconds until a page that has nothing to ask looks again

const kind = await import(`./kinds/${page.kind}.js`); // a study asks one kind of question
const standby = page.kind === "tag" ? await import("./standby.js") : null; // only inputs of a stream are waited for
if (page.format !== "text") enrich(await import("./markdown.js"));
const session = new Session(page, { changed, refused, notice, over, told });
const asking = new Asking(session, kind, { drawTools, sent });
const begunKey = `${session.key}:begun`;
let holds = null; // number of the practice whose feedback comes before anything else; -1: feedback is open
let isOver = false;
let looking;

function stage(name) {
  for (const part of document.querySelectorAll("section[data-stage]")) part.hidden = part.dataset.stage !== name;
  document.body.dataset.stage = name;
  byId("bar").hidden = name !== "questions";
  if (name !== "questions") asking.clear();
}

// What the session says

function changed() {
  drawProgress();
  if (asking.question) drawTools();
  if (isOver || holds !== null) return;
  clearTimeout(looking);
  const { progress, rest, current, outbox } = session;
  const isConsent = rest?.reason === "consent";
  const isNew = progress && !progress.told && !progress.practice.told && !kept.get(begunKey);
  const isWanted = current || rest?.reason === "standby"; // whoever waits has read the instructions before
  if (isConsent || (isNew && isWanted)) welcome(isConsent);
  else if (current) {
    standby?.called();
    stage("questions");
    asking.show(current);
  } else if (outbox.length || !progress) {
    if (asking.question) document.body.classList.add("is-sending");
    else wait(null);
  } else if (standby && rest?.reason === "standby") {
    stage("standby");
    standby.stay(session);
  } else if (progress.stage === "done" || TERMINAL.includes(rest?.reason)) thank(rest?.reason);
  else {
    wait(rest?.reason === "paused" ? "rest_paused" : "rest_waiting");
    looking = setTimeout(() => session.begin(), LOOK);
  }
}

function notice(key, words) {
  const isOffline = key === "offline";
  notify(key && t(key, { words }), { stays: isOffline || key === "slow", alert: isOffline || key === "failure" });
}

function refused(_entry, error) {
  holds = null;
  notify(error?.kind === "too-fast" ? t("too_fast") : t("failure", { words: error?.words ?? "" }), { alert: true });
}

function over() {
  standby?.ended();
  isOver = true;
  wait("session_over");
  byId("rest-again").hidden = true;
}

function sent(question, path) {
  if (question.role === "practice" && path === "tell") holds = question.number;
}

function told(entry, turn) {
  for (const part of ["", "reason:", "seconds:"]) session.draft(part + entry.body.number, null);
  if (holds === entry.body.number) holds = null;
  if (turn.feedback) explain(turn.feedback, entry.question.role);
}

async function explain(feedback, role) {
  holds = -1;
  const closed = () => {
    holds = null;
    asking.uncover();
    changed();
  };
  asking.cover();
  try {
    (await import("./feedback.js")).explain(feedback, { describe: kind.describe, role, closed });
  } catch {
    closed();
  }
}

// Stages

function welcome(isConsent) {
  stage("welcome");
  byId("begin").onclick = () => {
    const agree = byId("agree");
    if (isConsent && agree && !agree.checked) {
      notify(t("agree_needed"), { alert: true });
      return agree.focus();
    }
    notify(null);
    kept.set(begunKey, true);
    return isConsent ? session.consent() : changed();
  };
}

function wait(key) {
  stage("rest");
  byId("rest-heading").hidden = !key;
  byId("rest-words").textContent = t(key ?? "loading");
  byId("rest-again").hidden = !key;
}

async function thank(reason) {
  standby?.ended();
  stage("thanks");
  try {
    (await import("./ending.js")).thank(session.progress, reason, undo);
  } catch {
    notice("offline");
    looking = setTimeout(changed, LOOK);
  }
}

function drawProgress() {
  const { progress } = session;
  if (!progress) return;
  const isPractice = progress.stage === "practice";
  const { told: done, of } = isPractice ? progress.practice : { told: progress.told, of: progress.cap };
  const isSame = (entry) => entry.path === "tell" && (entry.question.role === "practice") === isPractice;
  const count = done + session.outbox.filter(isSame).length;
  const key = isPractice ? "practice_progress" : of ? "progress_of" : "progress";
  byId("progress-words").textContent = t(key, { told: count, of, cap: of });
  const bar = byId("progress");
  bar.hidden = !of;
  if (of) [bar.max, bar.value] = [of, count];
}

// Undo, skip, pause

function drawTools() {
  byId("tools").replaceChildren(
    keyed("undo", t("undo"), undo, { class: "plain", disabled: !canUndo() }),
    keyed("skip", t("skip"), openSkip, { class: "plain", hidden: asking.question.role === "practice" }),
    keyed("pause", t("pause"), pause, { class: "plain" }));
}

const canUndo = () => Boolean(session.progress?.last || session.outbox.length);

async function undo() {
  if (!canUndo()) return notify(t("undo_nothing"));
  notify(null);
  if (await session.undo()) notify(t("undone"));
}

function openSkip() {
  const { question } = asking;
  if (question.role === "practice") return;
  const dialog = byId("skip");
  dialog.querySelector("form").reset();
  dialog.returnValue = "";
  dialog.onclose = () => {
    if (dialog.returnValue !== "skip" || asking.question !== question) return;
    const note = byId("skip-note").value.trim();
    const reason = dialog.querySelector("input:checked").value;
    asking.leave("skip", { number: question.number, reason: note ? `${reason}: ${note}` : reason });
  };
  dialog.showModal();
}

function pause() {
  asking.cover();
  const dialog = byId("paused");
  document.body.classList.add("is-paused");
  dialog.onclose = () => {
    document.body.classList.remove("is-paused");
    asking.uncover();
  };
  dialog.showModal();
}

// Keys and buttons

const ALWAYS = {
  undo, skip: openSkip, pause,
  instructions: () => byId("instructions").showModal(),
  reason: () => page.reason !== "no" && byId("reason").focus(),
};

addEventListener("keydown", (event) => {
  const { built, isSent, pending } = asking;
  if (!asking.question || isSent || document.querySelector("dialog[open]")) return;
  const { target, key } = event;
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.repeat);
  if (key === "Enter" && !isPlain && built.finish) {
    event.preventDefault();
    built.finish();
  } else if (target.id === "reason") {
    if (key === "Escape") target.blur();
    if (key === "Enter" && !event.shiftKey && pending) {
      event.preventDefault();
      pending();
    }
  } else if (isPlain && !belongs(target, key)) {
    const action = pressed(event, built.actions) ?? pressed(event, ALWAYS);
    if (action) {
      event.preventDefault();
      (built.actions[action] ?? ALWAYS[action])();
    } else if (built.onkey?.(event)) event.preventDefault();
  }
});

// Whether a key belongs to what has the focus: fields take all keys, buttons and scales some.
function belongs(target, key) {
  if (target.matches("button, summary, a")) return key === "Enter" || key === " ";
  if (target.matches("[type=range], [type=radio]")) return key.startsWith("Arrow");
  return target.matches("textarea, select, input:not([type=checkbox])");
}

for (const link of document.querySelectorAll("section a")) link.target = "_blank"; // the question stays open
byId("instructions-again").append(...byId("instructions-text").cloneNode(true).childNodes);
document.querySelector("[for=reason]").append(hint("reason"));
byId("open-instructions").onclick = ALWAYS.instructions;
byId("open-keys").onclick = () => import("./choosing.js").then(
  ({ choose }) => choose(() => asking.question && asking.drawBar()), () => notice("offline"));
byId("rest-again").onclick = byId("again").onclick = () => session.begin();
byId("languages").onchange = ({ target }) => {
  const address = new URL(location.href);
  address.searchParams.set("language", target.value);
  location.replace(address);
};
for (const closer of document.querySelectorAll("[data-close]")) {
  closer.addEventListener("click", () => closer.closest("dialog").close(closer.dataset.close));
}

session.begin();
