// Nodes, made so that whatever a text holds stays text.

/**
 * Make an element.
 * @param {string} tag
 * @param {Object} [given] attributes; `class`, `text`, `on` ({event: handler}) and `data` are what they say
 * @param {...(Node|string|null|undefined)} children
 */
export function make(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name === "on") for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    else if (name === "data") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

/** A name that somebody else chose, kept apart from the writing around it. */
export function named(name, more = {}) {
  return make("bdi", { text: name, title: name.length > 40 ? name : null, ...more });
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
