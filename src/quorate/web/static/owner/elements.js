// Nodes, made so that whatever a text holds stays text.

/**
 * Make an element.
 * @param {string} tag
 * @param {Object} [given] attributes; `text`, `act` (what a click does) and `data` are what they say
 * @param {...(Node|string|null|undefined)} children
 */
export function make(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name === "act") element.addEventListener("click", value);
    else if (name === "data") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

const TURNS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A name that somebody else chose, kept apart from the writing around it: it cannot turn what follows. */
export function named(name) {
  const shown = name.replace(TURNS, "");
  return make("bdi", { class: "chosen", text: shown || "(no name)", title: shown.length > 24 ? shown : null });
}

/** Words of a kind: quiet, small, … */
export function words(kind, text) {
  return make("span", { class: kind, text });
}

export function button(text, act, more = {}) {
  return make("button", { type: "button", text, act, ...more });
}

export function find(id) {
  return document.getElementById(id);
}

/** Set a text only where it changes, so that screen readers and selections stay calm. */
export function say(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

export function page() {
  return JSON.parse(find("page").textContent);
}

export function grouped(number) {
  return number.toLocaleString("en").replaceAll(",", "\u202f");
}

export function counted(number, noun, plural = `${noun}s`) {
  return `${grouped(number)} ${number === 1 ? noun : plural}`;
}
