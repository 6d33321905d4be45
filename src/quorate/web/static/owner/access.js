// Who may come in, what is public, and what it costs.
import { counted, find, make, named, say } from "./elements.js";
import { confirm } from "./dialogs.js";
import { frame, notify } from "./frame.js";
import { Failure, request } from "./requests.js";
import { watch } from "./stream.js";

const day = (seconds) => new Date(1000 * seconds).toISOString().slice(0, 10);

async function guarded(act) {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    notify(error.message);
  }
}

find("invite").elements.whom.addEventListener("input", (event) => {
  find("invite").elements.count.closest("label").hidden = event.target.value === "open";
});

find("invite").addEventListener("submit", (event) => {
  event.preventDefault();
  const { whom, count, days, label } = Object.fromEntries(new FormData(event.target));
  const isOpen = whom === "open";
  const body = { role: isOpen ? "annotator" : whom, open: isOpen, count: isOpen ? 1 : Number(count), days: Number(days), label };
  guarded(async () => {
    const links = await request("/invitations", { method: "POST", body });
    say(find("made-words"), `${counted(links.length, "link")}. Copy ${links.length === 1 ? "it" : "them"} now: ${links.length === 1 ? "it is" : "they are"} not shown again.`);
    find("links").replaceChildren(...links.map(({ link }) => make("li", {}, make("code", { text: link }), copier(() => link, "Copy"))));
    find("copy-all").hidden = links.length < 2;
    find("made").hidden = false;
    await list();
  });
});

function copier(text, words) {
  const button = make("button", { type: "button", class: "plain", text: words });
  button.addEventListener("click", () => copy(text(), button));
  return button;
}

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Select and copy it by hand";
  }
}

find("copy-all").addEventListener("click", (event) => copy([...find("links").querySelectorAll("code")].map((code) => code.textContent).join("\n"), event.target));

async function list() {
  const now = Date.now() / 1000;
  const found = await request("/invitations");
  find("invitations").replaceChildren(
    ...found.reverse().map((one) => {
      const isGood = one.revoked === null && one.expires > now;
      const state = one.revoked !== null ? "revoked" : isGood ? "good" : "expired";
      const who = one.open ? "anybody" : one.annotator === null ? "whoever has it" : named(one.annotator);
      const revoke = make("button", { type: "button", class: "plain", text: "Revoke …", "aria-label": `Revoke the link ${one.id}`, on: { click: () => ask(one) } });
      return make("tr", { class: isGood ? null : "excluded" }, make("th", { scope: "row", text: one.role }), make("td", {}, who), make("td", { dir: "auto", text: one.label }), make("td", { text: day(one.made) }), make("td", { text: day(one.expires) }), make("td", { text: state }), make("td", {}, isGood ? revoke : null));
    }),
  );
}

function ask(one) {
  confirm(
    { title: "Revoke this link?", words: ["Whoever came with it is out within some seconds. Judgments that were given stay."], action: "Revoke", isGrave: true },
    async () => {
      await request(`/invitations/${one.id}/revoke`, { method: "POST", body: {} });
      await list();
    },
  );
}

function fill(settings) {
  for (const field of find("settings").elements) if (field.name) field.value = settings[field.name] ?? "";
  showBoard(settings);
}

function showBoard(settings) {
  const isOn = settings.leaderboard === "on";
  find("leaderboard").checked = isOn;
  find("leaderboard-link").hidden = !isOn;
}

find("leaderboard").addEventListener("change", (event) =>
  guarded(async () => showBoard(await request("/settings", { method: "PUT", body: { leaderboard: event.target.checked ? "on" : "off" } }))),
);

find("settings").addEventListener("submit", (event) => {
  event.preventDefault();
  guarded(async () => {
    fill(await request("/settings", { method: "PUT", body: Object.fromEntries(new FormData(event.target)) }));
    say(find("saved"), "Saved.");
    setTimeout(() => say(find("saved"), ""), 4000);
  });
});

watch(frame);
guarded(async () => {
  fill(await request("/settings"));
  await list();
});
if (location.hash === "#prices") find("prices").focus();
