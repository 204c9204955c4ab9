import type { IChartApi, IPaneApi, Time } from "lightweight-charts";
import { element } from "./element.ts";

/** A piece of a legend: what it is, a note on that, its value. */
export interface LegendPart {
  readonly text: string;
  /** Left out where the page is narrow. */
  readonly note?: string;
  readonly value?: string;
  /** Of the stroke that stands before it. */
  readonly colour?: string;
  readonly strong?: boolean;
  /** Left out as a whole where the page is narrow. */
  readonly minor?: boolean;
}

/** The legend in the upper left corner of a pane. */
export interface Legend {
  readonly element: HTMLElement;
  set(parts: readonly LegendPart[]): void;
  place(top: number): void;
}

/** An empty legend. It is for eyes: what it says about a moment stands in the tables. */
export function legend(): Legend {
  const made = element("div", { class: "legend", "aria-hidden": "true" });
  return {
    element: made,
    set(parts) {
      made.replaceChildren(...parts.map(legendPart));
    },
    place(top) {
      made.style.top = `${top}px`;
    },
  };
}

function legendPart({ text, note, value, colour, strong, minor }: LegendPart): HTMLElement {
  const made = element(strong === true ? "b" : "span", { class: minor === true && "minor" });
  if (colour !== undefined) {
    const stroke = element("i");
    stroke.style.backgroundColor = colour;
    made.append(stroke);
  }
  made.append(text);
  if (note !== undefined) made.append(element("span", { class: "minor" }, ` ${note}`));
  if (value !== undefined) made.append(` ${value}`);
  return made;
}

/** What the legends of a chart say about a time in epoch seconds, those of the topmost pane first. */
type LegendsAt = (time: number) => readonly (readonly LegendPart[])[];

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

/** Pixels between a legend and the highest point of a curve, whose line is half above it. */
const GAP = 3;
/** Of a pane's height: however long a legend is, its curves stay to be seen. */
const MOST_ABOVE = 0.5;

/** Makes the curves of a pane begin below a legend, wherever both are when it is called. */
export function belowLegend(pane: IPaneApi<Time>, box: HTMLElement): () => void {
  // A curve does not jump under the pointer because a legend has got shorter.
  let tallest = 0;
  return () => {
    const shown = pane.getHTMLElement();
    const height = pane.getHeight();
    if (!shown || height === 0) return;
    const covered = box.getBoundingClientRect().bottom - shown.getBoundingClientRect().top;
    tallest = Math.max(tallest, covered + GAP);
    keepFree(pane, Math.min(tallest / height, MOST_ABOVE));
  };
}

/** Leaves at least this share of a pane above its curves. */
function keepFree(pane: IPaneApi<Time>, share: number): void {
  const scale = pane.priceScale("right");
  const { top, bottom } = scale.options().scaleMargins;
  if (share > top) scale.applyOptions({ scaleMargins: { top: share, bottom } });
}
