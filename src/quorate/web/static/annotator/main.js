// The annotator's page: welcome, practice, questions and thanks, one question at a time.
import { byId, make, notify, page, say, t } from "./page.js";
import { Clock } from "./clock.js";
import { hint, keyed, pressed } from "./keys.js";
import { Session } from "./session.js";
import { enrich, showText } from "./texts.js";

const kind = await import(`./kinds/${page.kind}.js`); // a study asks one kind of question
if (page.format !== "text") enrich((await import("./markdown.js")).show);
const FIELDS = ["source", "reference", "context", "prompt", "question"];
const SKIPS = ["unsure", "broken", "language", "harmful", "other"];
const TERMINAL = ["enough", "exhausted", "closed", "cap", "failed", "excluded"];
const SETTLE = 200; // milliseconds in which a key or a click still belongs to the question before
const LOOK = 15_000;

const clock = new Clock();
const session = new Session(page, { changed, refused, notice, over, told });
const begunKey = `${session.key}:begun`;
let shown = null; // {question, built, since, pending}
let feedbackDue = null; // number of the practice whose feedback must come before the next question
let isOver = false;
let looking;

function stage(name) {
  for (const part of document.querySelectorAll("section[data-stage]")) part.hidden = part.dataset.stage !== name;
  document.body.dataset.stage = name;
  byId("bar").hidden = name !== "questions";
  byId("tools").hidden = name !== "questions";
}

// What the session says

function changed() {
  drawProgress();
  if (shown) drawTools();
  if (isOver || feedbackDue !== null) return;
  clearTimeout(looking);
  const isConsent = session.rest?.reason === "consent" || session.progress?.stage === "consent";
  const isNew = session.progress && !session.progress.told && !session.progress.practice?.told && !localStorage.getItem(begunKey);
  if (session.progress && (isConsent || (isNew && session.current))) return welcome(isConsent);
  if (session.current) return show(session.current);
  if (session.outbox.length || !session.progress) return shown ? document.body.classList.add("is-sending") : waiting(null);
  const reason = session.rest?.reason;
  if (session.progress.stage === "done" || TERMINAL.includes(reason)) return thanks(reason);
  waiting(reason === "paused" ? "rest_paused" : "rest_waiting");
  looking = setTimeout(() => session.begin(), LOOK);
}

function notice(kind, words) {
  if (kind === "offline") notify(t("offline"), { stays: true, alert: true });
  else notify(t(kind, { words }), { alert: kind === "failure" });
}

function refused(entry, error) {
  feedbackDue = null;
  notify(error?.kind === "too-fast" ? t("too_fast") : t("failure", { words: error?.words ?? "" }), { alert: true });
}

function over() {
  isOver = true;
  stage("rest");
  byId("rest-words").textContent = t("session_over");
  byId("rest-again").hidden = true;
}

function told(entry, turn) {
  session.draft(entry.body.number, null);
  session.draft(`reason:${entry.body.number}`, null);
  if (feedbackDue === entry.body.number) feedbackDue = null;
  if (turn.feedback) feedback(turn.feedback, entry.question.role);
}

// Stages

function welcome(isConsent) {
  stage("welcome");
  const agree = byId("agree");
  byId("begin").onclick = async () => {
    if (isConsent && agree && !agree.checked) {
      notify(t("agree_needed"), { alert: true });
      return agree.focus();
    }
    localStorage.setItem(begunKey, "1");
    if (isConsent) await session.consent();
    else changed();
  };
}

function waiting(key) {
  stage("rest");
  shown = null;
  byId("rest-heading").hidden = !key;
  byId("rest-words").textContent = t(key ?? "loading");
  byId("rest-again").hidden = !key;
}

function thanks(reason) {
  stage("thanks");
  shown = null;
  const { completion, told: count } = session.progress;
  const hasFailed = reason === "failed" || completion?.passed === false;
  byId("thanks-owner").hidden = hasFailed;
  byId("thanks-words").textContent = hasFailed ? t("thanks_failed") : count ? t("thanks_told", { told: count }) : t("thanks_none");
  byId("completion").hidden = !completion?.code;
  byId("code").textContent = completion?.code ?? "";
  byId("again").hidden = ["closed", "cap", "failed", "excluded"].includes(reason);
  byId("thanks-heading").focus();
}

function drawProgress() {
  const progress = session.progress;
  if (!progress) return;
  const isPractice = progress.stage === "practice";
  const { told: done, of } = isPractice ? progress.practice : { told: progress.told, of: progress.cap };
  const waits = session.outbox.filter((entry) => entry.path === "tell" && (entry.question.role === "practice") === isPractice).length;
  const count = done + waits;
  const words = isPractice ? t("practice_progress", { told: count, of }) : of ? t("progress_of", { told: count, cap: of }) : t("progress", { told: count });
  byId("progress-words").textContent = words;
  const bar = byId("progress");
  bar.hidden = !of;
  if (of) [bar.max, bar.value] = [of, count];
}

// A question

function show(question) {
  if (shown?.question.number === question.number && !shown.isSent) return stage("questions");
  stage("questions");
  const draft = session.draft(question.number);
  const save = (value) => session.draft(question.number, value);
  const built = kind.build(question, { submit, save, draft: draft?.parts ?? draft, redrawBar });
  shown = { question, built, since: performance.now(), isSent: false };
  byId("words").textContent = page.words ?? question.words;
  byId("role").hidden = question.role !== "practice";
  const hidden = built.hides ?? [];
  const fields = Object.entries(question.item).filter(([name, text]) => !hidden.includes(name) && text);
  byId("item").replaceChildren(...fields.map(([name, text]) => fieldOf(name, text)));
  const body = byId("body");
  body.replaceChildren(...built.nodes.filter(Boolean));
  body.dataset.number = question.number;
  body.classList.remove("enter");
  void body.offsetWidth;
  body.classList.add("enter");
  document.body.classList.remove("is-sending");
  byId("reason-part").hidden = page.reason === "no";
  byId("reason").value = session.draft(`reason:${question.number}`) ?? "";
  redrawBar();
  scrollTo(0, 0);
  (built.focus ?? byId("words")).focus({ preventScroll: true });
  say(t("question_shown", { words: byId("words").textContent }));
  clock.begin(Number(sessionStorage.getItem(`${session.key}:${question.number}`)));
}

function fieldOf(name, text) {
  const key = `${session.key}:folded:${name}`;
  const label = FIELDS.includes(name) ? t(`field_${name}`) : name;
  const node = make("details", { class: "card field", open: !localStorage.getItem(key) }, make("summary", {}, label), showText(text, page.format));
  node.addEventListener("toggle", () => (node.open ? localStorage.removeItem(key) : localStorage.setItem(key, "1")));
  return node;
}

function redrawBar() {
  const { bar } = shown.built;
  byId("answers").replaceChildren(...(typeof bar === "function" ? bar() : bar).filter(Boolean));
  drawTools();
}

function drawTools() {
  byId("tools").replaceChildren(
    keyed("undo", t("undo"), undo, { class: "plain", disabled: !canUndo() }),
    keyed("skip", t("skip"), openSkip, { class: "plain", hidden: shown.question.role === "practice" }),
    keyed("pause", t("pause"), pause, { class: "plain" }));
}

const canUndo = () => Boolean(session.progress?.last || session.outbox.length);

// Take an answer: enough time, a reason where one is needed, then on its way. `make` gets the reason.
function submit(plainAnswer, assemble) {
  if (!shown || shown.isSent || performance.now() - shown.since < SETTLE) return;
  const { question } = shown;
  const seconds = clock.seconds;
  const reason = page.reason === "no" ? "" : byId("reason").value.trim();
  if (page.minimum_seconds && seconds < page.minimum_seconds) return notify(t("too_fast"), { alert: true });
  if (page.reason === "required" && !reason) {
    shown.pending = () => submit(plainAnswer, assemble);
    notify(t("reason_needed"));
    return byId("reason").focus();
  }
  shown.isSent = true;
  const hasCriterion = question.criteria.some(({ name }) => name === "reason");
  const answer = assemble(hasCriterion ? "" : reason);
  if (question.role === "practice") feedbackDue = question.number;
  session.send("tell", { number: question.number, answer, seconds }, question);
}

function feedback({ right, answer, why }, role) {
  byId("feedback-heading").textContent = t(right ? "right" : "wrong");
  byId("feedback").classList.toggle("is-right", right);
  byId("feedback-role").hidden = role === "practice";
  byId("feedback-answer").textContent = right ? "" : t("expected", { answer: kind.describe(answer) });
  byId("feedback-why").innerHTML = why; // rendered by the server, HTML switched off
  const dialog = byId("feedback");
  clock.isStopped = true;
  clock.stop();
  feedbackDue ??= -1;
  dialog.onclose = () => {
    clock.isStopped = false;
    clock.go();
    feedbackDue = null;
    changed();
  };
  dialog.showModal();
}

async function undo() {
  notify(null);
  const wasSent = shown;
  shown = null;
  const can = canUndo();
  if (can && (await session.undo())) return notify(t("undone"));
  shown = wasSent;
  if (!can) notify(t("undo_nothing"));
}

function openSkip() {
  if (!shown || shown.question.role === "practice") return;
  const dialog = byId("skip");
  byId("skip-reasons").replaceChildren(...SKIPS.map((reason, place) =>
    make("label", {}, make("input", { type: "radio", name: "skip", value: reason, required: true, checked: place === 0 }), make("span", {}, t(`skip_${reason}`)))));
  byId("skip-note").value = "";
  dialog.returnValue = "";
  dialog.onclose = () => {
    if (dialog.returnValue !== "skip" || !shown) return;
    const chosen = dialog.querySelector("input:checked")?.value ?? "other";
    const note = byId("skip-note").value.trim();
    const { question } = shown;
    shown.isSent = true;
    session.send("skip", { number: question.number, reason: note ? `${chosen}: ${note}` : chosen }, question);
  };
  dialog.showModal();
}

function pause() {
  clock.stop();
  clock.isStopped = true;
  const dialog = byId("paused");
  dialog.onclose = () => {
    clock.isStopped = false;
    clock.go();
    if (shown) shown.since = performance.now();
  };
  document.body.classList.add("is-paused");
  dialog.addEventListener("close", () => document.body.classList.remove("is-paused"), { once: true });
  dialog.showModal();
}

// Keys

const GLOBAL = {
  undo, skip: openSkip, pause,
  instructions: () => byId("instructions").showModal(),
  reason: () => page.reason !== "no" && byId("reason").focus(),
};

addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]") || document.body.dataset.stage !== "questions" || !shown) return;
  const { target } = event;
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && shown.built.finish) {
    event.preventDefault();
    return shown.built.finish();
  }
  if (target.id === "reason") {
    if (event.key === "Escape") target.blur();
    if (event.key === "Enter" && !event.shiftKey && shown.pending) {
      event.preventDefault();
      shown.pending();
    }
    return;
  }
  const isTyping = target.matches("textarea, select, input:not([type=radio]):not([type=range]):not([type=checkbox])");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (target.matches("button, summary, a") && ["Enter", " "].includes(event.key)) return;
  if (target.matches("[type=range], [type=radio]") && event.key.startsWith("Arrow")) return;
  if (shown.isSent) return;
  const actions = { ...GLOBAL, ...shown.built.actions };
  const action = pressed(event, shown.built.actions) ?? pressed(event, GLOBAL);
  if (action) {
    event.preventDefault();
    actions[action]();
  } else if (shown.built.onkey?.(event)) event.preventDefault();
});

byId("instructions-again").append(...byId("instructions-text").cloneNode(true).childNodes);
document.querySelector("[for=reason]").append(hint("reason"));
byId("open-instructions").onclick = GLOBAL.instructions;
byId("open-keys").onclick = async () => (await import("./choosing.js")).choose(() => shown && redrawBar());
byId("rest-again").onclick = () => session.begin();
byId("again").onclick = () => session.begin();
byId("copy").onclick = async () => {
  await navigator.clipboard?.writeText(byId("code").textContent);
  notify(t("copied"));
};
byId("languages").onchange = ({ target }) => {
  const address = new URL(location.href);
  address.searchParams.set("language", target.value);
  location.replace(address);
};
for (const opener of document.querySelectorAll("[data-close]")) {
  opener.addEventListener("click", () => opener.closest("dialog").close(opener.dataset.close));
}

byId("reason").oninput = ({ target }) => shown && session.draft(`reason:${shown.question.number}`, target.value || null);
addEventListener("pagehide", () => shown && sessionStorage.setItem(`${session.key}:${shown.question.number}`, clock.seconds));

session.begin();
