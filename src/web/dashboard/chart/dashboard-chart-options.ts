import type { ChartOptions, DeepPartial, IChartApi, TickMarkFormatter, Time } from "lightweight-charts";
import type { ChartColors } from "../../report/chart-colors.ts";
import { chartOptions, tickText } from "../../report/chart-options.ts";

const FONT_SIZE = 11;

/**
 * Options of the dashboard's charts: those of the report, with room for new bars. The library's own logo would insert a style that the
 * page's policy forbids; the footer credits the library instead.
 */
export function dashboardChartOptions(colors: ChartColors, daily: boolean): DeepPartial<ChartOptions> {
  const { layout, timeScale, rightPriceScale, ...options } = chartOptions(colors, daily, FONT_SIZE);
  return {
    ...options,
    layout: { ...layout, attributionLogo: false },
    rightPriceScale: { ...rightPriceScale, scaleMargins: { top: 0.12, bottom: 0.18 } },
    timeScale: { ...timeScale, fixLeftEdge: false, fixRightEdge: false, minBarSpacing: 0.5, rightOffset: 4 },
  };
}

/** Pixels between the centers of a price label and of an axis number at the least. */
const MIN_DISTANCE = 14;
/** Height of a price label in pixels. The chart moves overlapping labels apart by this much. */
const LABEL_HEIGHT = 16;

/** A price axis with labels. */
interface LabelledAxis {
  /** Distance of a value from the top of the axis in pixels; null if the axis has no scale yet. */
  readonly at: (value: number) => number | null;
  /** Height of the axis in pixels. */
  readonly height: () => number;
  /** Values on the axis that have a label. */
  readonly labels: () => readonly number[];
  readonly format: (value: number) => string;
}

/** Formats the numbers of a price axis. Numbers that a label would partly cover become empty. */
export function axisNumbers({ at, height, labels, format }: LabelledAxis): (values: readonly number[]) => string[] {
  return (values) => {
    const labelPositions = spreadLabels(
      labels().flatMap((value) => at(value) ?? []),
      height(),
    );
    return values.map((value) => {
      const y = at(value);
      return y !== null && labelPositions.some((label) => Math.abs(label - y) < MIN_DISTANCE) ? "" : format(value);
    });
  };
}

/** Positions of labels after the chart has moved overlapping ones apart, from the middle of the axis outwards. */
function spreadLabels(labels: readonly number[], height: number): number[] {
  const middle = height / 2;
  const upper = labels.filter((y) => y <= middle).toSorted((a, b) => b - a);
  const lower = labels.filter((y) => y > middle).toSorted((a, b) => a - b);
  for (let i = 1; i < upper.length; i++) upper[i] = Math.min(upper[i]!, upper[i - 1]! - LABEL_HEIGHT);
  for (let i = 0; i < lower.length; i++) {
    const before = lower[i - 1] ?? upper[0];
    if (before !== undefined) lower[i] = Math.max(lower[i]!, before + LABEL_HEIGHT);
  }
  return [...upper, ...lower];
}

/** Width of the widest bold character, in pixels. */
const CHARACTER_WIDTH = 7;

/** The time axis of a chart. */
interface TimeAxis {
  /** Distance of a time from the left in pixels; null if the axis has no scale yet. */
  readonly at: (time: Time) => number | null;
  /** Width of the axis in pixels. */
  readonly width: () => number;
  readonly format: TickMarkFormatter;
}

/** Formats the times of a time axis. Times that the ends of the axis would cut off become empty, since a cut 16 could look like a 1. */
export function axisTimes({ at, width, format }: TimeAxis): TickMarkFormatter {
  return (time, type, locale) => {
    const text = format(time, type, locale);
    const x = at(time);
    const half = ((text?.length ?? 0) * CHARACTER_WIDTH) / 2;
    return x !== null && (x < half || x > width() - half) ? "" : text;
  };
}

/** Hides times that the ends of a chart's axis would cut off, and again whenever its view moves. */
export function hideCutTimes(chart: IChartApi): void {
  const scale = chart.timeScale();
  const tickMarkFormatter = axisTimes({
    at: (time) => scale.timeToCoordinate(time),
    width: () => scale.width(),
    format: tickText,
  });
  // Setting the formatter makes the chart format all times again, since hidden times may fit now.
  const rewrite = () => chart.applyOptions({ timeScale: { tickMarkFormatter } });
  scale.subscribeVisibleLogicalRangeChange(rewrite);
  rewrite();
}
