import type { IChartApi, IPaneApi, Time } from "lightweight-charts";
import { legend, type LegendPart } from "./legend.ts";

/** What the legends of a chart say about a time in epoch seconds, those of the topmost pane first. */
export type LegendsAt = (time: number) => readonly (readonly LegendPart[])[];

/** Pixels between a legend and the highest point of a curve, whose line is half above it. */
const GAP = 3;
/** Of a pane's height: however long a legend is, its curves stay to be seen. */
const MOST_ABOVE = 0.5;

/**
 * Lays a legend on every pane of a chart drawn in `within`, in place of those before: about the time under the pointer, or else the
 * last in view, at the latest `last`. The observer keeps them on their panes, whose curves begin below them.
 */
export function addPaneLegends(
  chart: IChartApi,
  within: HTMLElement,
  last: number,
  legendsAt: LegendsAt,
): ResizeObserver {
  within.querySelectorAll(".legend").forEach((old) => old.remove());
  const legends = chart.panes().map(() => legend());
  within.append(...legends.map((each) => each.element));
  let pointed: Time | undefined;
  const say = () => {
    const said = legendsAt(Number(pointed ?? chart.timeScale().getVisibleRange()?.to ?? last));
    legends.forEach((each, i) => each.set(said[i]!));
  };
  chart.subscribeCrosshairMove(({ time }) => {
    pointed = time;
    say();
  });
  chart.timeScale().subscribeVisibleTimeRangeChange(say);
  say();
  // A curve does not jump under the pointer because a legend has got shorter.
  const tallest = legends.map(() => 0);
  const place = () => {
    const { top } = within.getBoundingClientRect();
    legends.forEach((each, i) => {
      const pane = chart.panes()[i];
      const shown = pane?.getHTMLElement();
      if (!pane || !shown) return;
      each.place(shown.getBoundingClientRect().top - top);
      tallest[i] = Math.max(tallest[i]!, each.element.offsetHeight + GAP);
      keepBelow(pane, tallest[i]);
    });
  };
  const observer = new ResizeObserver(() => requestAnimationFrame(place));
  for (const observed of [within, ...legends.map((each) => each.element)]) observer.observe(observed);
  return observer;
}

/** Leaves at least so many pixels above the curves of a pane. */
function keepBelow(pane: IPaneApi<Time>, pixels: number): void {
  const scale = pane.priceScale("right");
  const { top, bottom } = scale.options().scaleMargins;
  const least = Math.min(pixels / pane.getHeight(), MOST_ABOVE);
  if (least > top) scale.applyOptions({ scaleMargins: { top: least, bottom } });
}
