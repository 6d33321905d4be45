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
  chart.setAttribute("aria-label", `Judgments over time: ${pace.counts.length} bars, at most ${counted(most, "judgment")} in each ${pace.stretch}.`);
  chart.replaceChildren(
    ...pace.counts.map((count) => {
      const bar = make("span", { title: counted(count, "judgment") });
      bar.style.blockSize = `${(100 * count) / most}%`;
      return bar;
    }),
  );
  caption.textContent = `Each bar is ${pace.stretch === "day" || pace.stretch === "hour" ? `one ${pace.stretch}` : pace.stretch}; the highest has ${counted(most, "judgment")}. ${pace.begin} to ${pace.end} UTC.`;
}
