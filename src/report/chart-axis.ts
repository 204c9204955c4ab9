import type { Column } from "../primitives/column.ts";
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
    return this.#pointOf(lastAtOrBefore(this.#starts, time));
  }

  /** Index of the point that holds the bar which closed at `time`: one that begins at that very moment is the next. */
  pointClosedAt(time: number): number {
    const bar = lastAtOrBefore(this.#starts, time);
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

/** Index of the last of rising times that is not after `time`; -1 when all are. */
function lastAtOrBefore(times: Column, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
