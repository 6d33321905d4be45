// Hand in a system: items out, a file of outputs in, checked before it joins.
import { counted, find, make, page } from "./elements.js";
import { Failure, request } from "./requests.js";

const file = find("file");
const name = find("name");
const submit = find("submit");
const outcome = find("outcome");

function tell(kind, ...parts) {
  outcome.replaceChildren(make("div", { class: `outcome ${kind}` }, ...parts));
}

async function send(isCheck) {
  const chosen = file.files[0];
  const query = new URLSearchParams({ name: name.value.trim() || "system", file: chosen.name, check: String(isCheck) });
  return request(`/systems/file?${query}`, { method: "POST", raw: chosen });
}

async function attempt(isCheck) {
  if (isCheck ? !file.reportValidity() : !find("submission").reportValidity()) return;
  submit.disabled = true;
  try {
    const found = await send(isCheck);
    const rest = found.missing ? `; ${counted(found.missing, "item")} without one` : ", one for every item";
    const words = found.words || `${counted(found.outputs, "output")}${rest}.`;
    if (isCheck) {
      tell("good", make("strong", { text: "The file is fine. " }), words);
      submit.disabled = false;
    } else {
      const then = "Annotators are asked about it from now on; judgments that are there already are reused.";
      const remove = make("button", { type: "button", class: "plain", text: "Take it back" });
      remove.addEventListener("click", () => takeBack(found.system));
      tell("good", make("strong", { text: "It takes part. " }), `${words} ${then} `, remove);
      file.value = "";
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    tell("bad", make("strong", { text: "This cannot join yet. " }), make("span", { dir: "auto", text: error.message }));
  }
}

// Until the first question of the study is asked.
async function takeBack(system) {
  try {
    await request(`/systems?${new URLSearchParams({ name: system })}`, { method: "DELETE" });
    tell("good", make("strong", { text: "It takes no part any more. " }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    tell("bad", make("strong", { text: "It stays. " }), make("span", { dir: "auto", text: error.message }));
  }
}

find("submission").addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(true);
});
submit.addEventListener("click", () => attempt(false));
file.addEventListener("change", () => {
  submit.disabled = true;
  if (file.files[0]) attempt(true);
});

// A text that a spreadsheet would compute gets an apostrophe in front.
const harmless = (text) => (/^ *[=+\-@\t\r\n|%]/.test(text) ? `'${text}` : text);
const escape = (value) => `"${harmless(String(value ?? "")).replaceAll('"', '""')}"`;

async function download(kind) {
  const { items } = await request("/items");
  const fields = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const text =
    kind === "jsonl"
      ? items.map((item) => JSON.stringify(item)).join("\n")
      : [fields.join(","), ...items.map((item) => fields.map((field) => escape(item[field])).join(","))].join("\r\n");
  const content = new Blob([text + "\n"], { type: "text/plain" });
  const link = make("a", { href: URL.createObjectURL(content), download: `${page().study}-items.${kind}` });
  link.click();
  URL.revokeObjectURL(link.href);
}

for (const kind of ["jsonl", "csv"]) find(kind).addEventListener("click", () => download(kind));
