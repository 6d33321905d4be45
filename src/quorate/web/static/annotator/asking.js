// The question on the screen: drawn, timed, and its answer put on its way.
import { byId, kept, make, notify, page, say, t } from "./page.js";
import { Clock } from "./clock.js";
import { showText } from "./texts.js";

const FIELDS = ["source", "reference", "context", "prompt", "question"];
const SETTLE = 200; // milliseconds in which a key or a click still belongs to the question before

export class Asking {
  constructor(session, kind, { drawTools, sent }) {
    this.session = session;
    this.kind = kind;
    this.drawTools = drawTools;
    this.sent = sent; // hears that an answer goes out
    this.clock = new Clock();
    this.question = null; // what is on the screen
    this.built = null;
    byId("reason").oninput = ({ target }) => this.question && session.draft(`reason:${this.question.number}`, target.value || null);
    addEventListener("pagehide", () => this.question && !this.isSent && session.draft(`seconds:${this.question.number}`, this.clock.seconds));
  }

  show(question) {
    if (this.question?.number === question.number && !this.isSent) return;
    const save = (value) => this.session.draft(question.number, value);
    this.question = question;
    this.isSent = false;
    this.pending = null;
    this.built = this.kind.build(question, {
      save,
      draft: this.session.draft(question.number),
      submit: (assemble) => this.submit(assemble),
      redrawBar: () => this.drawBar(),
    });
    byId("words").textContent = page.words ?? question.words;
    byId("role").hidden = question.role !== "practice";
    const hidden = this.built.hides ?? [];
    const fields = Object.entries(question.item).filter(([name, text]) => !hidden.includes(name) && text);
    byId("item").replaceChildren(...fields.map(([name, text]) => this.#field(name, text)));
    const body = byId("body");
    body.replaceChildren(...this.built.nodes.filter(Boolean));
    body.dataset.number = question.number;
    body.classList.remove("enter");
    void body.offsetWidth; // so that the animation begins anew
    body.classList.add("enter");
    document.body.classList.remove("is-sending");
    byId("reason-part").hidden = page.reason === "no";
    byId("reason").value = this.session.draft(`reason:${question.number}`) ?? "";
    this.drawBar();
    scrollTo(0, 0);
    (this.built.focus ?? byId("words")).focus({ preventScroll: true });
    say(t("question_shown", { words: byId("words").textContent }));
    this.since = performance.now();
    this.clock.begin(this.session.draft(`seconds:${question.number}`) ?? 0);
  }

  clear() {
    this.question = null;
  }

  drawBar() {
    const { bar } = this.built;
    byId("answers").replaceChildren(...(typeof bar === "function" ? bar() : bar).filter(Boolean));
    this.drawTools();
  }

  // Take an answer: enough time, a reason where one is needed, then on its way. `assemble` gets the reason.
  submit(assemble) {
    if (!this.question || this.isSent || performance.now() - this.since < SETTLE) return;
    const { number, criteria } = this.question;
    const seconds = this.clock.seconds;
    const reason = page.reason === "no" ? "" : byId("reason").value.trim();
    if (seconds < page.minimum_seconds) {
      notify(t("too_fast"), { alert: true });
    } else if (page.reason === "required" && !reason) {
      this.pending = () => this.submit(assemble);
      notify(t("reason_needed"));
      byId("reason").focus();
    } else {
      const answer = assemble(criteria.some(({ name }) => name === "reason") ? "" : reason);
      this.leave("tell", { number, answer, seconds });
    }
  }

  leave(path, body) {
    this.isSent = true;
    if (!this.session.isOffline) notify(null);
    this.sent(this.question, path);
    this.session.send(path, body, this.question);
  }

  // While something covers the question, its clock stands still.
  cover() {
    this.clock.stop();
    this.clock.isStopped = true;
  }

  uncover() {
    this.clock.isStopped = false;
    this.clock.go();
    this.since = performance.now();
  }

  #field(name, text) {
    const key = `${this.session.key}:folded:${name}`;
    const label = FIELDS.includes(name) ? t(`field_${name}`) : name;
    const node = make("details", { class: "card field", open: !kept.get(key) }, make("summary", {}, label), showText(text, page.format));
    node.addEventListener("toggle", () => kept.set(key, node.open ? null : true));
    return node;
  }
}
