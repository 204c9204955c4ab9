import { drawdownColumn } from "../../metrics/drawdown-spells.ts";
import { paired, type Column } from "../../primitives/column.ts";
import { ChartAxis } from "../chart-axis.ts";
import { displayClock } from "../display-clock.ts";
import { equityDecimals, packColumn, type PackedColumn, packTimes } from "../packed-column.ts";

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
export interface CurveLine {
  readonly name: string;
  readonly start: number;
  /** Seconds of the page's clock. */
  readonly time: PackedColumn;
  readonly equity: PackedColumn;
  /** Fractions of the peak, 0 or below; of merged records the deepest. */
  readonly drawdown: PackedColumn;
}

/** Curves on one axis of time. */
export interface CurveLines {
  readonly daily: boolean;
  /** Zone of times; empty where there are only dates. */
  readonly zone: string;
  /** Records that a point stands for; 1 where nothing had to be merged. */
  readonly recordsPerPoint: number;
  readonly lines: readonly CurveLine[];
}

const MOST_POINTS = 6000;
const DRAWDOWN_DECIMALS = 4;

/** Curves by the clocks of a zone. Where they have more records than a chart shows, neighbours are merged, the same for all. */
export function curveLines(curves: readonly NamedCurve[], interval: string, zone: string): CurveLines {
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
    zone: clock.zone,
    recordsPerPoint: axis.barsPerPoint,
    lines: curves.map((curve, i) => lineOf(curve, times[i]!, axis)),
  };
}

function lineOf({ name, equity, start, currencyDecimals }: NamedCurve, times: Column, axis: ChartAxis): CurveLine {
  paired(`records of ${name}`, times, "its equity", equity);
  const drawdown = drawdownColumn(equity, start, 10 ** -currencyDecimals);
  const points: number[] = [];
  const lasts: number[] = [];
  const deepest: number[] = [];
  for (let i = 0; i < times.length; i++) {
    const point = axis.pointAt(times[i]!);
    if (points.at(-1) === point) {
      lasts[lasts.length - 1] = i;
      deepest.push(Math.min(deepest.pop()!, drawdown[i]!));
    } else {
      points.push(point);
      lasts.push(i);
      deepest.push(drawdown[i]!);
    }
  }
  return {
    name,
    start,
    time: packTimes(points.map((point) => axis.secondsOf(point))),
    equity: packColumn(
      lasts.map((record) => equity[record]!),
      equityDecimals(equity, currencyDecimals),
    ),
    drawdown: packColumn(deepest, DRAWDOWN_DECIMALS),
  };
}
