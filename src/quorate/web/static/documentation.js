// Draw the OpenAPI description: one section for each noun, one entry for each route.
const routes = document.getElementById("routes");

function element(name, text, ...children) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

// A schema in a few words: type, or the name of what it refers to.
function words(schema) {
  if (!schema) return "";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.anyOf) return schema.anyOf.map(words).join(" or ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return `list of ${words(schema.items) || "anything"}`;
  return schema.type || "anything";
}

function fields(api, schema) {
  const found = schema?.$ref ? api.components.schemas[schema.$ref.split("/").pop()] : schema;
  if (!found?.properties) return null;
  const body = element("tbody");
  for (const [name, part] of Object.entries(found.properties)) {
    const needed = found.required?.includes(name) ? "needed" : "";
    body.append(
      element("tr", "", element("td", "", element("code", name)), element("td", words(part)), element("td", needed),
        element("td", part.description || "")),
    );
  }
  const head = element("tr", "", ...["field", "type", "", ""].map((name) => element("th", name)));
  return element("table", "", element("thead", "", head), body);
}

function shape(api, title, schema) {
  if (!schema) return [];
  return [element("h4", `${title}: ${words(schema)}`), fields(api, schema) || ""];
}

function entry(api, path, method, route) {
  const summary = element("summary", "", element("span", method.toUpperCase()), element("code", path));
  summary.firstChild.className = "method";
  const made = element("details", "", summary, element("p", route.description || route.summary));
  const given = (route.parameters || []).filter((parameter) => parameter.in === "query");
  for (const parameter of given) {
    made.append(element("p", `?${parameter.name}: ${words(parameter.schema)} ${parameter.description || ""}`));
  }
  made.append(...shape(api, "Body", route.requestBody?.content["application/json"]?.schema));
  const good = Object.entries(route.responses).find(([status]) => status.startsWith("2"));
  made.append(...shape(api, `Response ${good?.[0]}`, good?.[1].content?.["application/json"]?.schema));
  return made;
}

const api = await (await fetch("/api/v1/openapi.json")).json();
const sections = new Map();
for (const [path, methods] of Object.entries(api.paths)) {
  for (const [method, route] of Object.entries(methods)) {
    const tag = route.tags?.[0] || "other";
    if (!sections.has(tag)) sections.set(tag, element("section", "", element("h2", tag)));
    sections.get(tag).append(entry(api, path, method, route));
  }
}
routes.replaceChildren(...sections.values());
