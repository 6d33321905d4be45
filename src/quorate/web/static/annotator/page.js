// What the server put into the page, and small helpers to build nodes. Texts only ever become text nodes.
export const page = JSON.parse(document.getElementById("page").textContent);

export const byId = (id) => document.getElementById(id);

export function t(key, values = {}) {
  return (page.strings[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

// make("p", {class: "quiet", onclick: f}, "text", node …)
export function make(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export const button = (label, onclick, properties = {}) =>
  make("button", { type: "button", onclick, ...properties }, ...[label].flat());

export const say = (words) => {
  byId("live").textContent = "";
  setTimeout(() => (byId("live").textContent = words), 30);
};

let hiding;
export function notify(words, { stays = false, alert = false } = {}) {
  const notice = byId("notice");
  clearTimeout(hiding);
  notice.hidden = !words;
  notice.textContent = words ?? "";
  notice.classList.toggle("alert", alert);
  if (words && !stays) hiding = setTimeout(() => (notice.hidden = true), 6000);
}

// What outlives a reload. Browsers may refuse to keep anything: then it lasts as long as the page.
const memory = new Map();
export const kept = {
  get(key) {
    try {
      return JSON.parse(memory.get(key) ?? localStorage.getItem(key));
    } catch {
      return null;
    }
  },
  set(key, value) {
    const text = JSON.stringify(value);
    memory.delete(key);
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
    } catch {
      memory.set(key, text);
    }
  },
};
