// What is new, as it happens: server-sent events, with a word about the connection.
import { address } from "./requests.js";
import { find, say } from "./elements.js";

const AGAIN = 4000;

/** Call `show` with every overview; says beside the title whether the page is live. */
export function watch(show) {
  const source = new EventSource(address("/stream"));
  source.addEventListener("overview", (event) => {
    mark("live", "Live");
    show(JSON.parse(event.data));
  });
  source.addEventListener("open", () => mark("live", "Live"));
  source.addEventListener("error", () => {
    mark("away", "Reconnecting …");
    if (source.readyState === EventSource.CLOSED) {
      source.close();
      setTimeout(() => watch(show), AGAIN);
    }
  });
}

function mark(state, words) {
  const sign = find("live");
  if (!sign) return;
  sign.dataset.state = state;
  say(sign, words);
}
