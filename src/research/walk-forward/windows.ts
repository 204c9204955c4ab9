import { settingsOver } from "../../engine/run-plan.ts";
import { Market } from "../../simulation/market.ts";
import type { MarketSeries } from "../../simulation/market-series.ts";
import type { GivenSettings } from "../../engine/run-settings.ts";
import type { MarketData } from "../../market/market-data.ts";
import { lastAtOrBefore } from "../../primitives/rising.ts";
import { checkInteger, parameterError } from "../../primitives/check.ts";

/** Sessions from `from` up to but not including `to`. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** One step of a walk-forward: where parameters are chosen, and where they are tried. */
interface Window {
  readonly train: Stretch;
  readonly test: Stretch;
}

/** How sessions are cut. */
export interface WindowOptions {
  /** Sessions in which parameters are chosen; in an anchored walk those of the first window. */
  readonly train: number;
  /** Sessions in which they are tried, and by which the windows move on. */
  readonly test: number;
  /** `rolling` keeps the length of the training, `anchored` its beginning. */
  readonly mode?: "rolling" | "anchored";
}

/** The windows that fit; the last test may be shorter. Throws PARAMETER_OUT_OF_RANGE when none does. */
export function windowsOf(sessions: number, { train, test, mode = "rolling" }: WindowOptions): readonly Window[] {
  checkInteger("train", train);
  checkInteger("test", test);
  if (mode !== "rolling" && mode !== "anchored") throw parameterError("mode", "rolling or anchored", mode);
  if (train >= sessions) throw parameterError("train", `fewer sessions than there are (${sessions})`, train);
  const windows: Window[] = [];
  for (let start = train; start < sessions; start += test) {
    windows.push({
      train: { from: mode === "rolling" ? start - train : 0, to: start },
      test: { from: start, to: Math.min(start + test, sessions) },
    });
  }
  return windows;
}

/** The closes of a run's sessions, by which experiments cut time. */
export class SessionRange {
  readonly closes: Float64Array;
  /** The date of each session, of a week or longer the one on which it begins, in milliseconds of its midnight in UTC. */
  readonly dates: Float64Array;
  readonly #series: readonly MarketSeries[];
  readonly #settings: GivenSettings;

  constructor(data: MarketData, symbols: readonly string[] | undefined, settings: GivenSettings = {}) {
    const { closings, dates, series } = new Market(data, symbols, settingsOver(data, symbols, settings));
    this.closes = Float64Array.from(closings.sessions, (record) => closings.time[record]!);
    this.dates = Float64Array.from(closings.sessions, (record) => dates.closings.date[record]!);
    this.#series = series;
    this.#settings = settings;
  }

  get length(): number {
    return this.closes.length;
  }

  /** Settings of a run over some of the sessions: bars that are not over at the close before them, up to those that are at their last close. */
  settings({ from, to }: Stretch): GivenSettings {
    return {
      ...this.#settings,
      ...(from > 0 && { from: new Date(this.#endOf(from - 1)).toISOString() }),
      // Days that begin before that close and end after it take no part in a run up to it.
      ...(to < this.length && { to: new Date(Math.max(this.#endOf(to - 1) - 1, this.closes[to - 1]!)).toISOString() }),
    };
  }

  /**
   * Where bars begin that belong to the session after this: at its close, but in Tokyo a day begins before New York has closed, and is over after it.
   * What was learned up to the close must not know it.
   */
  #endOf(session: number): number {
    const close = this.closes[session]!;
    let [last, next] = [-Infinity, close];
    for (const { bars, schedule } of this.#series) {
      const over = lastAtOrBefore(schedule.closeTime.subarray(0, bars.length), close, -1) + 1;
      if (over > 0) last = Math.max(last, bars.time[over - 1]!);
      if (over < bars.length) next = Math.min(next, bars.time[over]!);
    }
    // Where bars differ in length, a long one may have begun before some that are over; those stay together.
    return next > last ? next : close;
  }
}
