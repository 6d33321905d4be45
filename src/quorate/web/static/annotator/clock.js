// Time on a question: it stands still while the page is hidden or paused, and a long silence counts for little.
const IDLE = 60_000;
const SIGNS = ["keydown", "pointerdown", "pointermove", "wheel", "scroll", "input"];

export class Clock {
  #total = 0;
  #last = null;

  constructor() {
    for (const sign of SIGNS) addEventListener(sign, () => this.#tick(), { passive: true, capture: true });
    document.addEventListener("visibilitychange", () => (document.hidden ? this.stop() : this.go()));
  }

  begin(seconds = 0) {
    this.#total = seconds * 1000;
    this.#last = document.hidden ? null : performance.now();
  }

  go() {
    if (!this.isStopped) this.#last = performance.now();
  }

  stop() {
    this.#tick();
    this.#last = null;
  }

  get seconds() {
    this.#tick();
    return Math.round(this.#total / 100) / 10;
  }

  #tick() {
    if (this.#last === null) return;
    const now = performance.now();
    this.#total += Math.min(now - this.#last, IDLE);
    this.#last = now;
  }
}
