import { type Column, checkSameLength } from "../primitives/column.ts";
import { lastAtOrBefore } from "../primitives/sorted-search.ts";
import { sortedUnion } from "../primitives/union.ts";
import type { DisplayClock } from "./display-clock.ts";

/** More points than this are merged into groups: a screen has no more, and a page sent by mail should not weigh more. */
const MOST_CHART_POINTS = 20_000;

/**
 * The time axis that bars, equity and fills of a page share: the starts of all bars of all symbols. Where there are more than a
 * chart can show, neighbours are merged, and a point stands for `barsPerPoint` of them.
 */
export class ChartAxis {
  readonly barsPerPoint: number;
  /** Start of every bar of any symbol, epoch milliseconds. */
  readonly #starts: Column;
  readonly #clock: DisplayClock;

  constructor(starts: readonly Column[], clock: DisplayClock, most = MOST_CHART_POINTS) {
    this.#starts = sortedUnion(starts);
    this.#clock = clock;
    this.barsPerPoint = Math.max(1, Math.ceil(this.#starts.length / most));
  }

  /** Index of the point that holds the bar which had begun at `time`; the first where none had. */
  pointAt(time: number): number {
    return this.#pointOf(lastAtOrBefore(this.#starts, time, -1));
  }

  /** The same of each of many times, best of rising ones. */
  pointsAt(times: Column): Int32Array {
    let bar = -1;
    return this.#pointsOf(times, (time) => (bar = lastAtOrBefore(this.#starts, time, bar)));
  }

  /** Of each time the index of the point that holds the bar which closed then: one that begins at that very moment is the next. */
  pointsClosedAt(times: Column): Int32Array {
    let bar = -1;
    return this.#pointsOf(times, (time) => {
      bar = lastAtOrBefore(this.#starts, time, bar);
      return this.#starts[bar] === time ? bar - 1 : bar;
    });
  }

  /** Start of a point in seconds, as the page's clock shows it. */
  secondsOf(point: number): number {
    return this.#clock.seconds(this.#starts[point * this.barsPerPoint]!);
  }

  #pointsOf(times: Column, barAt: (time: number) => number): Int32Array {
    const points = new Int32Array(times.length);
    for (let i = 0; i < points.length; i++) points[i] = this.#pointOf(barAt(times[i]!));
    return points;
  }

  #pointOf(bar: number): number {
    return Math.max(0, Math.floor(bar / this.barsPerPoint));
  }
}

/** Records in groups, one a point of the axis. */
export interface Groups {
  readonly points: readonly number[];
  /** The value of the first record of each group. */
  readonly first: (values: ArrayLike<number>) => number[];
  /** The value of the last record of each group. */
  readonly last: (values: ArrayLike<number>) => number[];
  /** One value a group: the first record's, and what `step` makes of it with each further one. */
  readonly fold: (values: ArrayLike<number>, step: (value: number, next: number) => number) => number[];
}

/** Groups of records that come one after the other; `points` has the point of each. */
export function groupsOf(points: Int32Array): Groups {
  const begins: number[] = [];
  for (let i = 0; i < points.length; i++) if (i === 0 || points[i] !== points[i - 1]) begins.push(i);
  const ofEach = (
    values: ArrayLike<number>,
    valueOf: (values: ArrayLike<number>, begin: number, end: number) => number,
  ) => {
    checkSameLength("values", values, "the records of a chart", points);
    return begins.map((begin, group) => valueOf(values, begin, begins[group + 1] ?? points.length));
  };
  return {
    points: begins.map((begin) => points[begin]!),
    first: (column) => ofEach(column, (values, begin) => values[begin]!),
    last: (column) => ofEach(column, (values, _, end) => values[end - 1]!),
    fold: (column, step) =>
      ofEach(column, (values, begin, end) => {
        let folded = values[begin]!;
        for (let i = begin + 1; i < end; i++) folded = step(folded, values[i]!);
        return folded;
      }),
  };
}
