// Judgments over time, as bars.
import { counted, make } from "./elements.js";

/** Draw the bars; words say what a bar is. */
export function drawPace(chart, caption, pace) {
  if (!pace) {
    chart.hidden = true;
    caption.textContent = "No judgment yet.";
    return;
  }
  chart.hidden = false;
  const most = Math.max(...pace.counts, 1);
  const highest = counted(most, "judgment");
  chart.setAttribute("aria-label", `Judgments over time, in stretches of ${pace.stretch}; at most ${highest} in one.`);
  chart.replaceChildren(
    ...pace.counts.map((count) => {
      const bar = make("span", { title: counted(count, "judgment") });
      bar.style.blockSize = `${(100 * count) / most}%`;
      return bar;
    }),
  );
  caption.textContent = `Each bar is ${pace.stretch}; the highest has ${highest}. ${pace.begin} to ${pace.end} UTC.`;
}
