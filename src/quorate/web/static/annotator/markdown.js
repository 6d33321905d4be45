// Markdown and chats in outputs, for studies that have them. As everywhere, only text nodes and elements made here.
// (\x60 is a backquote: a line with one alone would keep this file from being made small.)
import { make, t } from "./page.js";
import { plain, showPlain } from "./texts.js";

const PARAGRAPH = 5_000; // beyond these, it is shown as it was written
const DEPTH = 8;
const LONG = 100_000;

export function show(text, format) {
  const turns = format === "chat" ? asTurns(text) : null;
  if (!turns) return shown(text);
  return make("ol", { class: "chat" }, ...turns.map(({ role, parts }) => {
    const known = ["user", "assistant", "system"].includes(role);
    return make("li", { class: known ? role : "assistant" },
      make("span", { class: "turn" }, ...(known ? [t(`turn_${role}`)] : plain(role))),
      ...parts.map((part) => showPart(part, role)));
  }));
}

const shown = (text) =>
  text.length < LONG ? make("div", { class: "text", dir: "auto" }, ...blocks(text)) : showPlain(text);

// What was judged stands open; what led to it, and what is long before it, can be opened.
const BRIEF = 240;
const LENGTHY = 2_000;

function showPart({ kind, text, name }, role) {
  if (kind === "text") {
    if (role === "assistant" || text.length < LENGTHY) return shown(text);
    return folded([make("span", { dir: "auto" }, ...plain(text.slice(0, 120)), " …")], shown(text), false);
  }
  const label = [t(`part_${kind}`), ...(name ? [": ", make("bdi", {}, ...plain(name))] : [])];
  if (!text) return make("p", { class: "part" }, ...label);
  const isCode = /call|result|data/.test(kind);
  const body = kind === "reasoning" ? shown(text) : make("div", { class: `text plain ${isCode ? "code" : ""}`, dir: "auto" }, ...plain(text));
  return folded(label, body, isCode && text.length < BRIEF && text.split("\n").length < 7);
}

const folded = (label, body, open) => make("details", { class: "part", open }, make("summary", {}, ...label), body);

// A chat as lines, so that two of them can be compared word by word.
export const flat = (text) =>
  asTurns(text)?.map(({ role, parts }) => [`${role}:`, ...parts.map((part) => `${part.name} ${part.text}`)].join("\n\n")).join("\n\n") ?? text;

// The server sends a chat as [{role, parts: [{kind, text, name}]}], whatever form it was recorded in.
function asTurns(text) {
  try {
    const turns = JSON.parse(text);
    const areTexts = (...values) => values.every((value) => typeof value === "string");
    return turns.every(({ role, parts }) => areTexts(role) && parts.every((part) => areTexts(part.kind, part.text, part.name))) ? turns : null;
  } catch {
    return null; // no chat
  }
}

// The markdown people meet in outputs: headings, lists, quotes, code, tables, emphasis. Links are shown, not followed.
function blocks(text, depth = 0) {
  if (depth > DEPTH) return plain(text);
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const nodes = [];
  const take = (test) => {
    const taken = [];
    while (lines.length && test(lines[0])) taken.push(lines.shift());
    return taken;
  };
  while (lines.length) {
    const line = lines[0];
    const fence = /^\s*(\x60{3,}|~{3,})/.exec(line);
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (!line.trim()) lines.shift();
    else if (fence) {
      lines.shift();
      const code = take((other) => !other.trim().startsWith(fence[1]));
      lines.shift();
      nodes.push(make("pre", { dir: "ltr", tabindex: "0" }, make("code", {}, ...plain(code.join("\n")))));
    } else if (heading) {
      lines.shift();
      nodes.push(make("p", { class: "heading", dir: "auto" }, ...inline(heading[2])));
    } else if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) {
      lines.shift();
      nodes.push(make("hr"));
    } else if (/^\s*>/.test(line)) {
      nodes.push(make("blockquote", {}, ...blocks(take((other) => /^\s*>/.test(other)).map((other) => other.replace(/^\s*> ?/, "")).join("\n"), depth + 1)));
    } else if (/^\s*\|.*\|\s*$/.test(line) && /^\s*\|?[\s:|-]+\|?\s*$/.test(lines[1] ?? "")) {
      nodes.push(table(take((other) => /^\s*\|.*\|\s*$/.test(other))));
    } else if (ITEM.test(line)) {
      nodes.push(list(take((other) => ITEM.test(other) || /^\s{2,}\S/.test(other)), depth + 1));
    } else {
      const paragraph = take((other) => other.trim() && !/^\s*(\x60{3}|~~~|>|#{1,6}\s)/.test(other) && !ITEM.test(other));
      nodes.push(make("p", { dir: "auto" }, ...inline((paragraph.length ? paragraph : [lines.shift()]).join("\n"))));
    }
  }
  return nodes;
}

const ITEM = /^\s*([-*+]|\d{1,9}[.)])\s+/;

function list(lines, depth) {
  const isNumbered = /^\s*\d/.test(lines[0]);
  const margin = /^\s*/.exec(lines[0])[0].length;
  const items = [];
  for (const line of lines) {
    const isItem = ITEM.test(line) && /^\s*/.exec(line)[0].length <= margin + 1;
    if (isItem || !items.length) items.push([line.replace(ITEM, "")]);
    else items.at(-1).push(line.slice(Math.min(margin + 2, /^\s*/.exec(line)[0].length)));
  }
  const start = isNumbered ? /\d+/.exec(lines[0])[0] : null;
  return make(isNumbered ? "ol" : "ul", { dir: "auto", start }, ...items.map(([first, ...rest]) =>
    make("li", { dir: "auto" }, ...inline(first), ...(rest.length ? blocks(rest.join("\n"), depth) : []))));
}

function table(rows) {
  const cells = rows.map((row) => row.trim().replace(/^\||\|$/g, "").split("|"));
  const row = (tag, parts) => make("tr", {}, ...parts.map((part) => make(tag, { dir: "auto" }, ...inline(part.trim()))));
  return make("div", { class: "wide", tabindex: "0" },
    make("table", {}, make("thead", {}, row("th", cells[0])), make("tbody", {}, ...cells.slice(2).map((parts) => row("td", parts)))));
}

const INLINE = /(\x60+)([^\x60]|[^\x60][^]*?[^\x60])\1(?!\x60)|(\*\*|__)(?=\S)([^]*?\S)\3|(\*|_)(?=[^\s*_])([^]*?[^\s*_])\5(?![\p{L}\p{N}])|~~(?=\S)([^]*?\S)~~|!?\[([^\]\n]*)\]\(([^)\s]*)[^)\n]*\)/u;

function inline(text, depth = 0) {
  const match = depth < DEPTH && text.length < PARAGRAPH ? INLINE.exec(text) : null;
  if (!match) return plain(text);
  const [whole, , code, , strong, , soft, struck, label, address] = match;
  const inner = (part) => inline(part, depth + 1);
  let node;
  if (code !== undefined) node = make("code", {}, ...plain(code.trim() || code));
  else if (strong !== undefined) node = make("strong", {}, ...inner(strong));
  else if (soft !== undefined) node = make("em", {}, ...inner(soft));
  else if (struck !== undefined) node = make("s", {}, ...inner(struck));
  else node = make("span", {}, ...inner(label), make("span", { class: "quiet" }, " ‹", ...plain(address), "›"));
  return [...plain(text.slice(0, match.index)), node, ...inlineRest(text.slice(match.index + whole.length), depth)];
}

function inlineRest(text, depth) {
  return text ? inline(text, depth) : [];
}
