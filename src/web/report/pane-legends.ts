import type { IChartApi, Time } from "lightweight-charts";
import { belowLegend } from "./below-legend.ts";
import { legend, type LegendPart } from "./legend.ts";

/** What the legends of a chart say about a time in epoch seconds, those of the topmost pane first. */
export type LegendsAt = (time: number) => readonly (readonly LegendPart[])[];

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
  const below = chart.panes().map((pane, i) => belowLegend(pane, legends[i]!.element));
  const place = () => {
    const { top } = within.getBoundingClientRect();
    legends.forEach((each, i) => {
      const shown = chart.panes()[i]?.getHTMLElement();
      if (!shown) return;
      each.place(shown.getBoundingClientRect().top - top);
      below[i]!();
    });
  };
  const observer = new ResizeObserver(() => requestAnimationFrame(place));
  for (const observed of [within, ...legends.map((each) => each.element)]) observer.observe(observed);
  return observer;
}
