import type { IChartApi, Time } from "lightweight-charts";
import { legend, type LegendPart } from "./legend.ts";

/** What the legends of a chart say about a time in epoch seconds, those of the topmost pane first. */
export type LegendsAt = (time: number) => readonly (readonly LegendPart[])[];

/**
 * Lays a legend on every pane of a chart drawn in `within`, in place of those before: about the time under the pointer, or else the
 * last in view, at the latest `last`. The observer keeps them on their panes.
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
  const place = () => {
    const { top } = within.getBoundingClientRect();
    legends.forEach((each, i) => {
      const pane = chart.panes()[i]?.getHTMLElement();
      if (pane) each.place(pane.getBoundingClientRect().top - top);
    });
  };
  const observer = new ResizeObserver(() => requestAnimationFrame(place));
  observer.observe(within);
  return observer;
}
