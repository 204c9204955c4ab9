import { type Column, checkSameLength } from "../primitives/column.ts";
import { lastAtOrBefore } from "../primitives/sorted-search.ts";
import { sortedUnion } from "../primitives/union.ts";
import type { DisplayClock } from "./display-clock.ts";

/** Maximum number of points of a chart. More would exceed the pixels of a screen and make pages large. */
const MAX_CHART_POINTS = 20_000;

/**
 * Time axis of a report page: the starts of all bars of all symbols. If there are too many for a chart, neighboring bars are
 * merged, and each point represents `barsPerPoint` of them.
 */
export class ChartAxis {
  readonly barsPerPoint: number;
  /** Starts of all bars of all symbols, in epoch milliseconds. */
  readonly #starts: Column;
  readonly #clock: DisplayClock;

  constructor(starts: readonly Column[], clock: DisplayClock, maxPoints = MAX_CHART_POINTS) {
    this.#starts = sortedUnion(starts);
    this.#clock = clock;
    this.barsPerPoint = Math.max(1, Math.ceil(this.#starts.length / maxPoints));
  }

  /** Returns the index of the point with the last bar that started at or before `time`, or 0 if none did. */
  pointAt(time: number): number {
    return this.#pointOf(lastAtOrBefore(this.#starts, time, -1));
  }

  /** Returns the index of the point for each time. Ascending times are fastest. */
  pointsAt(times: Column): Int32Array {
    let bar = -1;
    return this.#pointsOf(times, (time) => (bar = lastAtOrBefore(this.#starts, time, bar)));
  }

  /** Returns, for each time, the index of the point whose bar closed at that time. Bars that start at the time are ignored. */
  pointsClosedAt(times: Column): Int32Array {
    let bar = -1;
    return this.#pointsOf(times, (time) => {
      bar = lastAtOrBefore(this.#starts, time, bar);
      return this.#starts[bar] === time ? bar - 1 : bar;
    });
  }

  /** Returns the start of a point, in seconds of the page's local time. */
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

/** Records of a run, grouped by point of the time axis. */
export interface Groups {
  readonly points: readonly number[];
  /** First value of each group. */
  readonly first: (values: ArrayLike<number>) => number[];
  /** Last value of each group. */
  readonly last: (values: ArrayLike<number>) => number[];
  /** One value per group: `step` combines the group's first value with each further value. */
  readonly fold: (values: ArrayLike<number>, step: (value: number, next: number) => number) => number[];
}

/** Groups consecutive records that have the same point. `points` contains the point of each record. */
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
