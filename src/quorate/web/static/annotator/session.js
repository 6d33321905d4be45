// The annotator's side of the conversation: questions held, answers on their way.
// An answer is written to localStorage before it is sent and leaves it when the server has it. Telling twice is telling
// once, so whatever happens in between (reload, sleep, no network, another tab), it is simply sent again.
import { kept } from "./page.js";

const RETRY = [1, 2, 4, 8, 15, 30];
const SLOW = 3000; // milliseconds until somebody who waits is told that the page is not broken

export class Session {
  constructor({ study, person }, listener) {
    this.base = `/api/v1/studies/${encodeURIComponent(study)}`;
    this.key = `quorate:${study}:${person}`;
    this.listener = listener; // {changed, told, refused, notice, over}
    this.questions = [];
    this.progress = null;
    this.rest = null;
    this.isOffline = false;
    this.#tabs = "BroadcastChannel" in window ? new BroadcastChannel(this.key) : null;
    if (this.#tabs) this.#tabs.onmessage = ({ data }) => this.#heard(data);
    addEventListener("online", () => this.flush());
    document.addEventListener("visibilitychange", () => document.hidden || this.#woke());
    addEventListener("pageshow", (event) => event.persisted && this.begin()); // back from another page
  }

  #tabs;
  #flushing = false;
  #timer;
  #tries = 0;

  get outbox() {
    return kept.get(`${this.key}:outbox`) ?? [];
  }

  set outbox(entries) {
    kept.set(`${this.key}:outbox`, entries.length ? entries : null);
  }

  // What was begun of an answer.
  draft(number, value) {
    const key = `${this.key}:draft:${number}`;
    if (value === undefined) return kept.get(key);
    return kept.set(key, value);
  }

  get current() {
    return this.questions[0] ?? null;
  }

  // Begin, or begin again: what waits is sent first, then every open question comes.
  async begin() {
    if (this.outbox.length) await this.flush({ fresh: true });
    else await this.#exchange("ask", { after: null }, true);
  }

  // On standby: the server holds its answer until there is a question. Ends when it has answered, or is asked again.
  async wait(seconds) {
    this.isWaiting = true;
    try {
      await this.#exchange("ask", { after: null, wait: seconds }, true);
    } finally {
      this.isWaiting = false;
    }
    if (this.rest?.reason === "standby" && !this.isOffline) setTimeout(() => this.listener.changed(), 0);
  }

  consent() {
    return this.#exchange("consent", {}, true);
  }

  // Put an answer (or a skip) on its way; the next question is there at once if it was fetched ahead.
  async send(path, body, question) {
    this.outbox = [...this.outbox.filter((entry) => entry.body.number !== body.number), { path, body, question }];
    this.questions = this.questions.filter((other) => other.number !== body.number);
    this.listener.changed();
    return this.flush();
  }

  async undo() {
    const waiting = this.outbox;
    const last = waiting.at(-1);
    if (last?.isTried) {
      this.listener.notice("offline"); // the server may have it: only it can take it back
      return false;
    }
    if (last && !this.#flushing) {
      this.outbox = waiting.slice(0, -1);
      this.questions.unshift(last.question);
      this.listener.changed();
      return true;
    }
    if (!this.progress?.last) return false;
    const number = this.progress.last;
    return this.#exchange("retract", { number }, true, () => this.#tabs?.postMessage({ retracted: number }));
  }

  // Send what waits, one after the other. Only one tab at a time where the browser can tell.
  async flush({ fresh = false } = {}) {
    if (this.#flushing) return;
    this.#flushing = true;
    clearTimeout(this.#timer);
    try {
      const work = () => this.#flushAll(fresh);
      await (navigator.locks ? navigator.locks.request(`${this.key}:send`, work) : work());
    } finally {
      this.#flushing = false;
    }
  }

  async #flushAll(fresh) {
    for (let entry; (entry = this.outbox[0]); fresh = false) {
      const after = fresh ? null : this.#greatest();
      this.outbox = [{ ...entry, isTried: true }, ...this.outbox.slice(1)];
      const done = await this.#exchange(entry.path, { ...entry.body, after }, after === null, (turn) => {
        this.#drop(entry);
        this.#tabs?.postMessage({ told: entry.body.number });
        this.listener.told?.(entry, turn);
      }, entry);
      if (!done) return;
    }
  }

  // One request and what its answer means. False: try again later, or it was refused.
  async #exchange(path, body, replaces, success, entry) {
    let response, data;
    try {
      response = await this.#post(path, body);
      data = await response.json();
    } catch {
      return this.#later(path, body, replaces, success, entry);
    }
    if (response.status === 429 || response.status >= 500) return this.#later(path, body, replaces, success, entry);
    if (this.isOffline) {
      this.isOffline = false;
      this.listener.notice("online");
    }
    this.#tries = 0;
    if (response.ok) {
      success?.(data);
      this.#merge(data, replaces);
      return true;
    }
    if (response.status === 401) {
      this.listener.over(data.error?.words);
      return false;
    }
    if (entry) this.#drop(entry);
    if (entry && [400, 413, 422].includes(response.status)) {
      this.questions.unshift(entry.question);
      this.listener.refused(entry, data.error);
    } else {
      this.listener.notice(data.error?.kind === "answered" ? "elsewhere" : "failure", data.error?.words);
      if (path !== "ask") await this.#exchange("ask", { after: null }, true);
    }
    this.listener.changed();
    return false;
  }

  #later(path, body, replaces, success, entry) {
    this.isOffline = true;
    this.listener.notice("offline");
    if (path === "retract") return false; // to take back is for now, not for later
    const seconds = RETRY[Math.min(this.#tries++, RETRY.length - 1)];
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (entry ? this.flush() : this.#exchange(path, body, replaces, success)), seconds * 1000);
    return false;
  }

  async #post(path, body) {
    const { notice } = this.listener;
    let isSlow;
    const slow = setTimeout(() => notice((isSlow = "slow")), SLOW + 1000 * (body.wait ?? 0));
    const headers = { "Content-Type": "application/json" };
    try {
      return await fetch(`${this.base}/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    } finally {
      clearTimeout(slow);
      if (isSlow) notice();
    }
  }

  #drop(entry) {
    this.outbox = this.outbox.filter((other) => other.body.number !== entry.body.number);
  }

  #greatest() {
    return this.questions.length ? Math.max(...this.questions.map((question) => question.number)) : null;
  }

  #merge(turn, replaces) {
    const waiting = new Set(this.outbox.map((entry) => entry.body.number));
    const held = replaces ? [] : this.questions;
    const known = new Set(held.map((question) => question.number));
    const fresh = turn.questions.filter(({ number }) => !known.has(number) && !waiting.has(number));
    this.questions = [...held, ...fresh];
    this.rest = turn.rest;
    this.progress = turn.progress;
    this.listener.changed(turn);
  }

  // Another tab told or took back an answer.
  #heard({ told, retracted }) {
    if (retracted) return this.begin();
    const was = this.current?.number;
    this.questions = this.questions.filter((question) => question.number !== told);
    if (was === told) this.listener.notice("elsewhere");
    if (this.questions.length) this.listener.changed();
    else this.begin();
  }

  // The laptop slept or the tab was hidden: send what waits; a question whose lease is over is asked for again.
  #woke() {
    if (this.outbox.length) this.flush();
    else if (this.current && this.current.expires * 1000 < Date.now() && !this.draft(this.current.number)) this.begin();
  }
}
