import { drawdownColumn } from "../../metrics/drawdown-spells.ts";
import { checkSameLength, type Column } from "../../primitives/column.ts";
import { ChartAxis, groupsOf } from "../chart-axis.ts";
import { displayClock } from "../display-clock.ts";
import { equityDecimals, packColumn, packTimes } from "../packed-column.ts";

/** An equity curve with a name. */
export interface NamedCurve {
  readonly name: string;
  /** Times of the records: ascending closes, epoch milliseconds. */
  readonly time: Column;
  /** Dates of the sessions, as UTC midnights in milliseconds. */
  readonly date: Column;
  readonly equity: Column;
  /** Starting equity. */
  readonly start: number;
  /** Decimals of amounts in the curve's currency. */
  readonly currencyDecimals: number;
}

/** A curve for a chart: equity and drawdown per point. */
export type CurveLine = ReturnType<typeof lineOf>;

/** Curves on one time axis. */
export type CurveLines = ReturnType<typeof curveLines>;

const MAX_POINTS = 6000;
const DRAWDOWN_DECIMALS = 4;

/**
 * Prepares curves for a chart in a time zone. If there are more records than a chart shows, neighbors are merged, equally for all curves.
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
    /** Time zone; empty if only dates are shown. */
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
    /** Seconds on the page's clock. */
    time: packTimes(points.map((point) => axis.secondsOf(point))),
    equity: packColumn(last(equity), equityDecimals(equity, currencyDecimals)),
    /** Fractions of the peak, 0 or below; merged records show the deepest drawdown. */
    drawdown: packColumn(fold(drawdown, Math.min), DRAWDOWN_DECIMALS),
  };
}
