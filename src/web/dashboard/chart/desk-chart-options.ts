import type { ChartOptions, DeepPartial, IChartApi, TickMarkFormatter, Time } from "lightweight-charts";
import type { ChartColours } from "../../report/chart-colours.ts";
import { chartOptions, tickText } from "../../report/chart-options.ts";

const FONT_SIZE = 11;

/**
 * Looks of the charts: those of the report, with room for what comes. The library's own mark brings a style into the page, which the page's policy
 * forbids: its makers are named at the foot of the page.
 */
export function deskChartOptions(colours: ChartColours, daily: boolean): DeepPartial<ChartOptions> {
  const { layout, timeScale, rightPriceScale, ...options } = chartOptions(colours, daily, FONT_SIZE);
  return {
    ...options,
    layout: { ...layout, attributionLogo: false },
    rightPriceScale: { ...rightPriceScale, scaleMargins: { top: 0.12, bottom: 0.18 } },
    timeScale: { ...timeScale, fixLeftEdge: false, fixRightEdge: false, minBarSpacing: 0.5, rightOffset: 4 },
  };
}

/** Pixels from the middle of a label to that of a number of the axis below which one would cut the other. */
const ROOM = 14;
/** Height of a label in pixels: where two would overlap, the chart moves the outer one on by so much. */
const LABEL = 16;

/** An axis with labels on it. */
interface LabelledAxis {
  /** Pixels from the top at which a value lies; null where there is no scale yet. */
  readonly at: (value: number) => number | null;
  /** Height of the axis in pixels. */
  readonly height: () => number;
  /** Values that carry a label. */
  readonly labels: () => readonly number[];
  readonly write: (value: number) => string;
}

/** Writes the numbers of an axis but those that a label on it would cover in part. */
export function axisNumbers({ at, height, labels, write }: LabelledAxis): (values: readonly number[]) => string[] {
  return (values) => {
    const taken = spread(
      labels().flatMap((value) => at(value) ?? []),
      height(),
    );
    return values.map((value) => {
      const y = at(value);
      return y !== null && taken.some((label) => Math.abs(label - y) < ROOM) ? "" : write(value);
    });
  };
}

/** Where labels come to lie: from the middle of the axis outwards, each beyond the one before. */
function spread(labels: readonly number[], height: number): number[] {
  const middle = height / 2;
  const upper = labels.filter((y) => y <= middle).toSorted((a, b) => b - a);
  const lower = labels.filter((y) => y > middle).toSorted((a, b) => a - b);
  for (let i = 1; i < upper.length; i++) upper[i] = Math.min(upper[i]!, upper[i - 1]! - LABEL);
  for (let i = 0; i < lower.length; i++) {
    const before = lower[i - 1] ?? upper[0];
    if (before !== undefined) lower[i] = Math.max(lower[i]!, before + LABEL);
  }
  return [...upper, ...lower];
}

/** Pixels that a character of a bold label takes at most. */
const CHARACTER = 7;

/** An axis of times. */
interface TimeAxis {
  /** Pixels from the left at which a time lies; null where there is no scale yet. */
  readonly at: (time: Time) => number | null;
  /** Width of the axis in pixels. */
  readonly width: () => number;
  readonly write: TickMarkFormatter;
}

/** Writes the times of an axis but those that its ends would cut: of `16` the 6 alone would be another day. */
export function axisTimes({ at, width, write }: TimeAxis): TickMarkFormatter {
  return (time, type, locale) => {
    const text = write(time, type, locale);
    const x = at(time);
    const half = ((text?.length ?? 0) * CHARACTER) / 2;
    return x !== null && (x < half || x > width() - half) ? "" : text;
  };
}

/** Keeps the times of a chart's axis whole, also when its view moves. */
export function keepTimesWhole(chart: IChartApi): void {
  const scale = chart.timeScale();
  const tickMarkFormatter = axisTimes({
    at: (time) => scale.timeToCoordinate(time),
    width: () => scale.width(),
    write: tickText,
  });
  // Given again, so that they are written anew: what was cut may have come into view.
  const rewrite = () => chart.applyOptions({ timeScale: { tickMarkFormatter } });
  scale.subscribeVisibleLogicalRangeChange(rewrite);
  rewrite();
}
