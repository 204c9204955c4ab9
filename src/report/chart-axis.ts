import { type Column, paired } from "../primitives/column.ts";
import { lastUpTo } from "../primitives/rising.ts";
import { union } from "../primitives/union.ts";
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
    this.#starts = union(starts);
    this.#clock = clock;
    this.barsPerPoint = Math.max(1, Math.ceil(this.#starts.length / most));
  }

  /** Index of the point that holds the bar which had begun at `time`; the first where none had. */
  pointAt(time: number): number {
    return this.#pointOf(lastUpTo(this.#starts, time, -1));
  }

  /** Index of the point that holds the bar which closed at `time`: one that begins at that very moment is the next. */
  pointClosedAt(time: number): number {
    const bar = lastUpTo(this.#starts, time, -1);
    return this.#pointOf(this.#starts[bar] === time ? bar - 1 : bar);
  }

  /** Start of a point in seconds, as the page's clock shows it. */
  secondsOf(point: number): number {
    return this.#clock.seconds(this.#starts[point * this.barsPerPoint]!);
  }

  #pointOf(bar: number): number {
    return Math.max(0, Math.floor(bar / this.barsPerPoint));
  }
}

/** Records in groups, one a point of the axis. */
export interface Groups {
  readonly points: readonly number[];
  /** One value a group: the first record's, and what `step` makes of it with each further one. */
  readonly fold: (values: ArrayLike<number>, step: (value: number, next: number) => number) => number[];
}

/** Groups of records that come one after the other; `points` has the point of each. */
export function groupsOf(points: readonly number[]): Groups {
  return {
    points: points.filter((point, i) => i === 0 || point !== points[i - 1]),
    fold(values, step) {
      paired("values", values, "the records of a chart", points);
      const folded: number[] = [];
      for (let i = 0; i < values.length; i++) {
        if (i > 0 && points[i] === points[i - 1]) folded.push(step(folded.pop()!, values[i]!));
        else folded.push(values[i]!);
      }
      return folded;
    },
  };
}

/** Keeps the first value of a group. */
export function first(value: number): number {
  return value;
}

/** Keeps the last value of a group. */
export function last(_: number, next: number): number {
  return next;
}
