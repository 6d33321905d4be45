// The public leaderboard, drawn from what came with the page and looked at again now and then.
import { counted, find, make, named, page, say } from "./elements.js";
import { drawRanking } from "./ranking.js";
import { Failure, request } from "./requests.js";

const EVERY = 30_000;

function show(board) {
  say(find("sentence"), board.headline);
  say(find("claim"), board.words);
  say(find("told"), `${counted(board.judgments, "judgment")} by ${counted(board.annotators, "annotator")}`);
  find("board").hidden = !board.ranking.rows.length;
  drawRanking(board.ranking, { body: find("ranking"), axis: find("axis"), measure: find("measure") });
  drawScores(board.scores);
}

function drawScores(scores) {
  const body = document.getElementById("scores");
  if (!scores || !body) return;
  body.replaceChildren(...scores.rows.map(({ system, cells, judged, cost }) =>
    make("tr", {}, make("th", { scope: "row" }, named(system)),
      ...cells.map(({ value, one }) => make("td", {}, `${value} `, make("span", { class: "quiet", text: one }))),
      make("td", { text: String(judged) }), make("td", { text: String(cost) }))));
}

find("ranking").replaceChildren();
show(page().board);
setInterval(async () => {
  try {
    show(await request("/leaderboard"));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}, EVERY);
