// The owner's page of a stream of inputs: accuracy, cost and latency as they come, and what other prices would give.
import { find, grouped, make, say } from "./elements.js";
import { frame } from "./frame.js";
import { drawLines } from "./lines.js";
import { watch } from "./stream.js";

const percent = (share, places = 1) => `${(100 * share).toFixed(places)} %`;
const number = (value) => (value < 0.01 && value > 0 ? value.toPrecision(1) : value.toFixed(2));

function show(overview) {
  frame(overview);
  find("board").removeAttribute("aria-busy");
  say(find("sentence"), overview.headline);
  document.title = `${grouped(overview.inputs)} answered · Quorate`;
  say(find("inputs"), grouped(overview.inputs));
  say(find("inputs-words"), `${grouped(overview.waiting)} wait`);
  say(find("expected"), overview.inputs ? percent(overview.expected) : "–");
  say(find("questions"), overview.positions ? number(overview.questions / overview.positions) : "–");
  say(find("questions-words"), `${grouped(overview.questions)} questions; they cost ${number(overview.cost)} wrong labels`);
  say(find("seconds"), overview.inputs ? `${number(overview.seconds)} s` : "–");
  say(find("seconds-words"), overview.inputs ? `95 % within ${number(overview.slow)} s` : "");
  const over = (what, name) => ({ name, points: overview.stretches.map((one) => [one.first, one[what]]) });
  const ends = ["first input", `input ${grouped(overview.inputs)}`];
  const share = { write: (value) => percent(value, 0), words: "Expected to be right, over time", ends };
  drawLines(find("line-expected"), [over("expected", "one")], share);
  drawLines(find("line-questions"), [over("questions", "one")], { write: number, words: "Questions a label, over time", ends, low: 0 });
  drawLines(find("line-seconds"), [over("seconds", "one"), over("slow", "two")], { write: number, words: "Seconds until inputs were answered, over time", ends, low: 0 });
  showPrices(overview);
  find("said").replaceChildren(...overview.lines.map((text) => make("li", { text })));
}

function showPrices({ prices, price }) {
  const points = prices.map((one) => [one.questions, one.accuracy]).sort(([a], [b]) => a - b);
  const now = prices.find((one) => one.price === price);
  drawLines(find("frontier"), [{ name: "one", points }], {
    write: (value) => percent(value), words: "Share of labels that are right, by questions a label", mark: now && [now.questions, now.accuracy],
    say: (value) => `${number(value)} questions a label`,
  });
  find("prices").tBodies[0].replaceChildren(...prices.map((one) => make("tr", { class: one.price === price ? "now" : null },
    make("td", { text: `${one.price.toPrecision(2) * 1}${one.price === price ? " (now)" : ""}` }), make("td", { text: percent(one.accuracy) }),
    make("td", { text: number(one.questions) }), make("td", { text: number(one.seconds) }))));
}

watch(show);
