// The API of one study, as this page uses it.
import { page } from "./elements.js";

const base = `/api/v1/studies/${encodeURIComponent(page().study)}`;

export class Failure extends Error {}

/** Send a request and return its JSON; a failure carries the words of the server. */
export async function request(path, { method = "GET", body, raw } = {}) {
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  let response;
  try {
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    response = await fetch(base + path, { method, headers, body: content });
  } catch {
    throw new Failure("The server does not answer. Check the connection and try again.");
  }
  const data = response.status === 204 ? null : await response.json().catch(() => null);
  if (!response.ok) throw new Failure(data?.error?.words ?? `The server refused this (${response.status}).`);
  return data;
}

export function address(path) {
  return base + path;
}
