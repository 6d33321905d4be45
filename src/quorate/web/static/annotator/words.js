// Words of texts, as the score of an edit counts them, and the shortest way from one text to another.
import { make } from "./page.js";
import { plain } from "./texts.js";

const SPACELESS = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}";
const MARK = "\\p{M}\\u200c\\u200d";
const WORD = new RegExp(`[${SPACELESS}][${MARK}]*|(?:(?![${SPACELESS}])[\\p{L}\\p{N}${MARK}])+|[^\\s\\p{C}][${MARK}]*`, "gu");
const CELLS = 4_000_000;
const CHARACTERS = 200_000; // of both texts: more is not looked at word by word

// [{word, gap}]: each word with the space before it; the rest of the text is the gap of a last, empty word.
export function split(text) {
  const words = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    words.push({ word: match[0].normalize("NFC"), shown: match[0], gap: text.slice(end, match.index) });
    end = match.index + match[0].length;
  }
  return { words, tail: text.slice(end) };
}

// Pairs of places [i, j], null for a gap, from before to after; null where there is too much to compare.
export function align(before, after) {
  let start = 0;
  let n = before.length;
  let m = after.length;
  const same = (i, j) => before[i].word === after[j].word;
  while (start < n && start < m && same(start, start)) start++;
  while (n > start && m > start && same(n - 1, m - 1)) n--, m--;
  const rows = n - start + 1;
  const columns = m - start + 1;
  if (rows * columns > CELLS) return null;
  const cost = new Uint16Array(rows * columns);
  for (let j = 0; j < columns; j++) cost[j] = j;
  for (let i = 1; i < rows; i++) {
    cost[i * columns] = i;
    for (let j = 1; j < columns; j++) {
      const at = i * columns + j;
      const replaced = cost[at - columns - 1] + (same(start + i - 1, start + j - 1) ? 0 : 1);
      cost[at] = Math.min(replaced, cost[at - 1] + 1, cost[at - columns] + 1);
    }
  }
  const pairs = [];
  for (let i = before.length, j = after.length; i > n; ) pairs.push([--i, --j]);
  for (let i = rows - 1, j = columns - 1; i || j; ) {
    const at = i * columns + j;
    const replaced = i && j ? cost[at - columns - 1] + (same(start + i - 1, start + j - 1) ? 0 : 1) : Infinity;
    if (replaced === cost[at]) pairs.push([start + --i, start + --j]);
    else if (i && cost[at - columns] + 1 === cost[at]) pairs.push([start + --i, null]);
    else pairs.push([null, start + --j]);
  }
  for (let i = start; i-- > 0; ) pairs.push([i, i]);
  return pairs.reverse();
}

// Two texts as nodes in which the words that differ are marked.
export function showDifferences(left, right) {
  if (left.length + right.length > CHARACTERS) return null;
  const [a, b] = [split(left), split(right)];
  const pairs = align(a.words, b.words);
  if (!pairs) return null;
  const differs = [new Set(), new Set()];
  for (const [i, j] of pairs) {
    if (i !== null && j !== null && a.words[i].word === b.words[j].word) continue;
    if (i !== null) differs[0].add(i);
    if (j !== null) differs[1].add(j);
  }
  return [a, b].map(({ words, tail }, side) =>
    make("div", { class: "text plain", dir: "auto" }, ...words.flatMap(({ shown, gap }, place) => [
      ...plain(gap),
      ...(differs[side].has(place) ? [make("mark", { class: "differs" }, ...plain(shown))] : plain(shown)),
    ]), ...plain(tail)));
}

// One text as nodes that show what went and what came, and the counts.
export function showChanges(before, after) {
  const [a, b] = [split(before), split(after)];
  const pairs = align(a.words, b.words);
  const counts = { before: a.words.length, after: b.words.length, edits: null };
  if (!pairs) return { nodes: null, ...counts };
  const nodes = [];
  let went = [];
  let came = [];
  const flush = () => {
    if (went.length) nodes.push(make("del", {}, ...plain(went.join(""))), " ");
    if (came.length) nodes.push(make("ins", {}, ...plain(came.join(""))));
    [went, came] = [[], []];
  };
  counts.edits = 0;
  for (const [i, j] of pairs) {
    const [old, now] = [i === null ? null : a.words[i], j === null ? null : b.words[j]];
    if (old && now && old.word === now.word) {
      flush();
      nodes.push(...plain(now.gap), ...plain(now.shown));
      continue;
    }
    counts.edits++;
    if (!went.length && !came.length) nodes.push(...plain((now ?? old).gap));
    if (old) went.push((went.length ? old.gap : "") + old.shown);
    if (now) came.push((came.length ? now.gap : "") + now.shown);
  }
  flush();
  return { nodes: [...nodes, ...plain(b.tail)], ...counts };
}
