// Waiting to be called: the page asks the server to hold its answer until there is a question, and then rings.
import { byId, kept, t } from "./page.js";

const SECONDS = 25; // that the server is asked to wait; then it is asked again
const SOUND = "quorate:sound";
const NOTES = [880, 1175]; // hertz
const title = document.title;
let audio = null;
let since = 0;
let isWaiting = false;

const isLoud = () => kept.get(SOUND) !== false;

// Browsers let a page sound only after somebody has touched it.
for (const touch of ["pointerdown", "keydown"]) {
  addEventListener(touch, () => {
    audio ??= "AudioContext" in window ? new AudioContext() : null;
    audio?.resume();
  }, { passive: true });
}

function ring() {
  if (!audio || audio.state !== "running" || !isLoud()) return;
  NOTES.forEach((note, place) => {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const at = audio.currentTime + 0.12 * place;
    tone.frequency.value = note;
    volume.gain.setValueAtTime(0.15, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.25);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.3);
  });
}

export function stay(session) {
  if (!since) since = Date.now();
  document.title = `… ${t("standby_title")}`;
  byId("standby-since").textContent = t("standby_since", { minutes: Math.floor((Date.now() - since) / 60_000) });
  byId("sound").checked = isLoud();
  byId("sound").onchange = ({ target }) => kept.set(SOUND, target.checked ? null : false);
  if (isWaiting) return;
  isWaiting = true;
  session.wait(SECONDS).finally(() => (isWaiting = false));
}

// A question is here: say so by sound and title, where it had to be waited for.
export function called() {
  if (!since) return;
  since = 0;
  ring();
  document.title = `● ${t("standby_called")}`;
  const calm = () => {
    document.title = title;
    removeEventListener("keydown", calm);
    removeEventListener("pointerdown", calm);
  };
  addEventListener("keydown", calm);
  addEventListener("pointerdown", calm);
}

export function ended() {
  since = 0;
  document.title = title;
}
