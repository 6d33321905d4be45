// Who may come in, what is public, and what it costs.
import { button, counted, find, make, named, say } from "./elements.js";
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
  const role = isOpen ? "annotator" : whom;
  const body = { role, open: isOpen, count: isOpen ? 1 : Number(count), days: Number(days), label };
  guarded(async () => {
    const links = await request("/invitations", { method: "POST", body });
    const [them, are] = links.length === 1 ? ["it", "it is"] : ["them", "they are"];
    say(find("made-words"), `${counted(links.length, "link")}. Copy ${them} now: ${are} not shown again.`);
    const entry = ({ link, annotator }) => make("li", {}, annotator ? named(annotator) : null, make("code", { text: link }), copier(link));
    find("links").replaceChildren(...links.map(entry));
    find("copy-all").hidden = links.length < 2;
    find("made").hidden = false;
    await list();
  });
});

function copier(link) {
  return button("Copy", (event) => copy(link, event.target), { class: "plain" });
}

async function copy(text, pressed) {
  try {
    await navigator.clipboard.writeText(text);
    pressed.textContent = "Copied";
  } catch {
    pressed.textContent = "Select and copy it by hand";
  }
}

find("copy-all").addEventListener("click", (event) => {
  const links = [...find("links").children].map((entry) => [...entry.querySelectorAll("bdi, code")].map((part) => part.textContent).join("  "));
  copy(links.join("\n"), event.target);
});

async function list() {
  const found = await request("/invitations");
  find("invitations").replaceChildren(...found.reverse().map(row));
}

function row(one) {
  const isGood = one.revoked === null && one.expires > Date.now() / 1000;
  const bearer = one.open ? "anybody" : one.annotator === null ? "whoever has it" : named(one.annotator);
  const label = { class: "plain", "aria-label": `Revoke the link ${one.id}` };
  return make(
    "tr",
    { class: isGood ? null : "excluded" },
    make("th", { scope: "row", text: one.role }),
    make("td", {}, bearer),
    make("td", { dir: "auto", text: one.label }),
    make("td", { text: day(one.made) }),
    make("td", { text: day(one.expires) }),
    make("td", { text: isGood ? "good" : one.revoked === null ? "expired" : "revoked" }),
    make("td", {}, isGood ? button("Revoke …", () => ask(one), label) : null),
  );
}

function ask(one) {
  confirm(
    {
      title: "Revoke this link?",
      words: ["Whoever came with it is out within some seconds. Judgments that were given stay."],
      action: "Revoke",
      isGrave: true,
    },
    async () => {
      await request(`/invitations/${one.id}/revoke`, { method: "POST", body: {} });
      await list();
    },
  );
}

// Fields open when they hold what is saved: whoever types earlier would lose it, or save emptiness.
function fill(settings) {
  for (const field of find("settings").elements) {
    if (field.name) field.value = settings[field.name] ?? "";
    field.disabled = false;
  }
  showBoard(settings);
}

function showBoard(settings) {
  const isOn = settings.leaderboard === "on";
  find("leaderboard").checked = isOn;
  find("leaderboard-link").hidden = !isOn;
}

find("leaderboard").addEventListener("change", ({ target }) => {
  const body = { leaderboard: target.checked ? "on" : "off" };
  guarded(async () => showBoard(await request("/settings", { method: "PUT", body })));
});

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
