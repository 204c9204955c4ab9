import { drawdownColumn } from "../../metrics/drawdown-spells.ts";
import { checkSameLength, type Column } from "../../primitives/column.ts";
import { ChartAxis, groupsOf } from "../chart-axis.ts";
import { displayClock } from "../display-clock.ts";
import { equityDecimals, packColumn, packTimes } from "../packed-column.ts";

/** An equity curve with a name. */
export interface NamedCurve {
  readonly name: string;
  /** Times of the records in ascending order, in epoch milliseconds. Each is the close of a bar. */
  readonly time: Column;
  /** Dates of the sessions, as UTC midnights in milliseconds. */
  readonly date: Column;
  readonly equity: Column;
  /** Equity at the start of the curve. */
  readonly start: number;
  /** Number of decimals of amounts in the curve's currency. */
  readonly currencyDecimals: number;
}

/** A curve for a chart: equity and drawdown per point. */
export type CurveLine = ReturnType<typeof lineOf>;

/** Equity curves on one time axis. */
export type CurveLines = ReturnType<typeof curveLines>;

const MAX_POINTS = 6000;
const DRAWDOWN_DECIMALS = 4;

/**
 * Prepares equity curves for a chart in a time zone. If there are more records than a chart shows, neighboring records of all curves are merged.
 */
export function curveLines(curves: readonly NamedCurve[], interval: string, zone: string) {
  const clock = displayClock(
    interval,
    zone,
    curves.map(({ time }) => time),
  );
  const times = curves.map(({ time, date }) => (clock.daily ? date : time.map((at) => 1000 * clock.seconds(at))));
  const axis = new ChartAxis(
    times.map((column) => column.filter((time, i) => time !== column[i - 1])),
    { ...clock, seconds: (time) => time / 1000 },
    MAX_POINTS,
  );
  return {
    daily: clock.daily,
    /** Time zone of the chart; empty if only dates are shown. */
    zone: clock.zone,
    /** Number of records per point; 1 if none were merged. */
    recordsPerPoint: axis.barsPerPoint,
    lines: curves.map((curve, i) => lineOf(curve, times[i]!, axis)),
  };
}

function lineOf({ name, equity, start, currencyDecimals }: NamedCurve, times: Column, axis: ChartAxis) {
  checkSameLength(`records of ${name}`, times, "its equity", equity);
  const drawdown = drawdownColumn(equity, start, 10 ** -currencyDecimals);
  const { points, fold, last } = groupsOf(axis.pointsAt(times));
  return {
    name,
    start,
    /** Times in seconds of the page's local time. */
    time: packTimes(points.map((point) => axis.secondsOf(point))),
    equity: packColumn(last(equity), equityDecimals(equity, currencyDecimals)),
    /** Drawdowns as fractions of the peak, 0 or below. Merged records show the deepest drawdown. */
    drawdown: packColumn(fold(drawdown, Math.min), DRAWDOWN_DECIMALS),
  };
}
