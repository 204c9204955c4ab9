import type { IChartApi, IPaneApi, Time } from "lightweight-charts";
import { element } from "./element.ts";

/** An item of a chart's legend: its text, note and value. */
export interface LegendPart {
  readonly text: string;
  /** A note after the text, hidden on narrow pages. */
  readonly note?: string;
  readonly value?: string;
  /** Color of the short line in front of the text. */
  readonly color?: string;
  readonly strong?: boolean;
  /** Whether narrow pages hide the whole item. */
  readonly minor?: boolean;
}

/** The legend in the upper left corner of a chart's pane. */
export interface Legend {
  readonly element: HTMLElement;
  set(parts: readonly LegendPart[]): void;
  place(top: number): void;
}

/** Creates an empty legend. Screen readers ignore it, since the page's tables contain its values. */
export function legend(): Legend {
  const created = element("div", { class: "legend", "aria-hidden": "true" });
  return {
    element: created,
    set(parts) {
      created.replaceChildren(...parts.map(legendPart));
    },
    place(top) {
      created.style.top = `${top}px`;
    },
  };
}

function legendPart({ text, note, value, color, strong, minor }: LegendPart): HTMLElement {
  const created = element(strong === true ? "b" : "span", { class: minor === true && "minor" });
  if (color !== undefined) {
    const stroke = element("i");
    stroke.style.backgroundColor = color;
    created.append(stroke);
  }
  created.append(text);
  if (note !== undefined) created.append(element("span", { class: "minor" }, ` ${note}`));
  if (value !== undefined) created.append(` ${value}`);
  return created;
}

/** Returns the legend items of each pane at a time in epoch seconds, from the top pane down. */
type LegendsAt = (time: number) => readonly (readonly LegendPart[])[];

/**
 * Adds a legend to every pane of a chart in `container`, and removes earlier ones. Legends show the values under the pointer, or else at
 * the last time in view, at most `last`. The returned observer keeps legends on their panes, and curves below legends.
 */
export function addPaneLegends(
  chart: IChartApi,
  container: HTMLElement,
  last: number,
  legendsAt: LegendsAt,
): ResizeObserver {
  container.querySelectorAll(".legend").forEach((old) => old.remove());
  const legends = chart.panes().map(() => legend());
  container.append(...legends.map((each) => each.element));
  let hoveredTime: Time | undefined;
  const update = () => {
    const parts = legendsAt(Number(hoveredTime ?? chart.timeScale().getVisibleRange()?.to ?? last));
    legends.forEach((each, i) => each.set(parts[i]!));
  };
  chart.subscribeCrosshairMove(({ time }) => {
    hoveredTime = time;
    update();
  });
  chart.timeScale().subscribeVisibleTimeRangeChange(update);
  update();
  const below = chart.panes().map((pane, i) => belowLegend(pane, legends[i]!.element));
  const place = () => {
    const { top } = container.getBoundingClientRect();
    legends.forEach((each, i) => {
      const shown = chart.panes()[i]?.getHTMLElement();
      if (!shown) return;
      each.place(shown.getBoundingClientRect().top - top);
      below[i]!();
    });
  };
  const observer = new ResizeObserver(() => requestAnimationFrame(place));
  for (const observed of [container, ...legends.map((each) => each.element)]) observer.observe(observed);
  return observer;
}

/** Pixels between a legend and the highest point of a curve. */
const GAP = 3;
/** Maximum share of a pane's height that its legend may take. */
const MAX_SHARE = 0.5;

/** Returns a function that moves the curves of a pane below its legend. */
export function belowLegend(pane: IPaneApi<Time>, box: HTMLElement): () => void {
  // The height kept free for the legend never shrinks, so that curves do not jump under the pointer.
  let maxHeight = 0;
  return () => {
    const shown = pane.getHTMLElement();
    const height = pane.getHeight();
    if (!shown || height === 0) return;
    const coveredHeight = box.getBoundingClientRect().bottom - shown.getBoundingClientRect().top;
    maxHeight = Math.max(maxHeight, coveredHeight + GAP);
    reserveTop(pane, Math.min(maxHeight / height, MAX_SHARE));
  };
}

/** Keeps at least this share of a pane's height free above its curves. */
function reserveTop(pane: IPaneApi<Time>, share: number): void {
  const scale = pane.priceScale("right");
  const { top, bottom } = scale.options().scaleMargins;
  if (share > top) scale.applyOptions({ scaleMargins: { top: share, bottom } });
}
