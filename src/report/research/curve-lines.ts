import { drawdownColumn } from "../../metrics/drawdown-spells.ts";
import { checkSameLength, type Column } from "../../primitives/column.ts";
import { ChartAxis, groupsOf } from "../chart-axis.ts";
import { displayClock } from "../display-clock.ts";
import { equityDecimals, packColumn, packTimes } from "../packed-column.ts";

/** A curve of equity that a page shows beside others. */
export interface NamedCurve {
  readonly name: string;
  /** Epoch milliseconds of the records: closes, rising. */
  readonly time: Column;
  /** Dates of their sessions, milliseconds of midnights in UTC. */
  readonly date: Column;
  readonly equity: Column;
  /** What the account began with. */
  readonly start: number;
  /** Decimals of its money. */
  readonly currencyDecimals: number;
}

/** A curve as lines of a chart: a value a point, and how far it stood below its peak. */
export type CurveLine = ReturnType<typeof lineOf>;

/** Curves on one axis of time. */
export type CurveLines = ReturnType<typeof curveLines>;

const MOST_POINTS = 6000;
const DRAWDOWN_DECIMALS = 4;

/** Curves by the clocks of a zone. Where they have more records than a chart shows, neighbours are merged, the same for all. */
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
    MOST_POINTS,
  );
  return {
    daily: clock.daily,
    /** Zone of times; empty where there are only dates. */
    zone: clock.zone,
    /** Records that a point stands for; 1 where nothing had to be merged. */
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
    /** Seconds of the page's clock. */
    time: packTimes(points.map((point) => axis.secondsOf(point))),
    equity: packColumn(last(equity), equityDecimals(equity, currencyDecimals)),
    /** Fractions of the peak, 0 or below; of merged records the deepest. */
    drawdown: packColumn(fold(drawdown, Math.min), DRAWDOWN_DECIMALS),
  };
}
