import { type Column, checkSameLength } from "../primitives/column.ts";
import { lastAtOrBefore } from "../primitives/sorted-search.ts";
import { sortedUnion } from "../primitives/union.ts";
import type { DisplayClock } from "./display-clock.ts";

/** Maximum number of points of a chart: screens have no more pixels, and pages stay small. */
const MAX_CHART_POINTS = 20_000;

/**
 * Time axis of a page's bars, equity and fills: the starts of all bars of all symbols. If there are too many for a chart, neighbors are
 * merged, and each point represents `barsPerPoint` of them.
 */
export class ChartAxis {
  readonly barsPerPoint: number;
  /** Starts of all bars of all symbols, epoch milliseconds. */
  readonly #starts: Column;
  readonly #clock: DisplayClock;

  constructor(starts: readonly Column[], clock: DisplayClock, maxPoints = MAX_CHART_POINTS) {
    this.#starts = sortedUnion(starts);
    this.#clock = clock;
    this.barsPerPoint = Math.max(1, Math.ceil(this.#starts.length / maxPoints));
  }

  /** Returns the index of the point with the last bar that began at or before `time`; 0 if there is none. */
  pointAt(time: number): number {
    return this.#pointOf(lastAtOrBefore(this.#starts, time, -1));
  }

  /** Returns the index of the point for each time; fastest for ascending times. */
  pointsAt(times: Column): Int32Array {
    let bar = -1;
    return this.#pointsOf(times, (time) => (bar = lastAtOrBefore(this.#starts, time, bar)));
  }

  /** Returns, for each time, the index of the point whose bar closed then. A bar that begins at that time does not count. */
  pointsClosedAt(times: Column): Int32Array {
    let bar = -1;
    return this.#pointsOf(times, (time) => {
      bar = lastAtOrBefore(this.#starts, time, bar);
      return this.#starts[bar] === time ? bar - 1 : bar;
    });
  }

  /** Returns the start of a point, in seconds on the page's clock. */
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

/** Records grouped by point of the axis. */
export interface Groups {
  readonly points: readonly number[];
  /** First value of each group. */
  readonly first: (values: ArrayLike<number>) => number[];
  /** Last value of each group. */
  readonly last: (values: ArrayLike<number>) => number[];
  /** One value per group: the first value, combined with each further one by `step`. */
  readonly fold: (values: ArrayLike<number>, step: (value: number, next: number) => number) => number[];
}

/** Groups consecutive records; `points` has the point of each record. */
export function groupsOf(points: Int32Array): Groups {
  const groupStarts: number[] = [];
  for (let i = 0; i < points.length; i++) if (i === 0 || points[i] !== points[i - 1]) groupStarts.push(i);
  const mapGroups = (
    values: ArrayLike<number>,
    valueOf: (values: ArrayLike<number>, begin: number, end: number) => number,
  ) => {
    checkSameLength("values", values, "the records of a chart", points);
    return groupStarts.map((begin, group) => valueOf(values, begin, groupStarts[group + 1] ?? points.length));
  };
  return {
    points: groupStarts.map((begin) => points[begin]!),
    first: (column) => mapGroups(column, (values, begin) => values[begin]!),
    last: (column) => mapGroups(column, (values, _, end) => values[end - 1]!),
    fold: (column, step) =>
      mapGroups(column, (values, begin, end) => {
        let folded = values[begin]!;
        for (let i = begin + 1; i < end; i++) folded = step(folded, values[i]!);
        return folded;
      }),
  };
}
