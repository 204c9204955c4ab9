import { settingsOver } from "../../engine/run-plan.ts";
import { Market } from "../../simulation/market.ts";
import type { MarketSeries } from "../../simulation/market-series.ts";
import type { SettingsInput } from "../../engine/run-settings.ts";
import type { MarketData } from "../../market/market-data.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import { checkInteger, parameterError } from "../../primitives/check.ts";

/** A span of sessions from `from` up to but not including `to`. */
interface SessionSpan {
  readonly from: number;
  readonly to: number;
}

/** A window of a walk-forward: the sessions for choosing parameters, and those for testing them. */
interface Window {
  readonly train: SessionSpan;
  readonly test: SessionSpan;
}

/** How sessions are divided into windows. */
export interface WindowOptions {
  /** Number of sessions in which parameters are chosen. In `anchored` mode it applies to the first window. */
  readonly train: number;
  /** Number of sessions in which the parameters are tested, and by which the windows advance. */
  readonly test: number;
  /** `rolling` (default) keeps the length of the training window; `anchored` keeps its start. */
  readonly mode?: "rolling" | "anchored";
}

/** Returns the windows that fit the sessions. The last test may be shorter. Throws PARAMETER_OUT_OF_RANGE if none fits. */
export function windowsOf(sessions: number, { train, test, mode = "rolling" }: WindowOptions): readonly Window[] {
  checkInteger("train", train);
  checkInteger("test", test);
  if (mode !== "rolling" && mode !== "anchored") throw parameterError("mode", "rolling or anchored", mode);
  if (train >= sessions) throw parameterError("train", `less than the number of sessions (${sessions})`, train);
  const windows: Window[] = [];
  for (let start = train; start < sessions; start += test) {
    windows.push({
      train: { from: mode === "rolling" ? start - train : 0, to: start },
      test: { from: start, to: Math.min(start + test, sessions) },
    });
  }
  return windows;
}

/** The sessions of a run by their closes, at which experiments divide the data. */
export class SessionRange {
  readonly closes: Float64Array;
  /** Date of each session, as its UTC midnight in milliseconds. A session of a week or longer has the date on which it begins. */
  readonly dates: Float64Array;
  readonly #series: readonly MarketSeries[];
  readonly #settings: SettingsInput;

  constructor(data: MarketData, symbols: readonly string[] | undefined, settings: SettingsInput = {}) {
    const { closings, dates, traded } = new Market(data, symbols, settingsOver(data, symbols, settings));
    this.closes = Float64Array.from(closings.sessions, (record) => closings.time[record]!);
    this.dates = Float64Array.from(closings.sessions, (record) => dates.closings.date[record]!);
    this.#series = traded;
    this.#settings = settings;
  }

  get length(): number {
    return this.closes.length;
  }

  /**
   * Returns settings for a run over some sessions. The first bars are those that end after the previous session's close, and the last bars
   * are those that end by the last session's close.
   */
  settings({ from, to }: SessionSpan): SettingsInput {
    return {
      ...this.#settings,
      ...(from > 0 && { from: new Date(this.#endOf(from - 1)).toISOString() }),
      // The time `to` excludes daily bars that begin before the last close and end after it.
      ...(to < this.length && { to: new Date(Math.max(this.#endOf(to - 1) - 1, this.closes[to - 1]!)).toISOString() }),
    };
  }

  /**
   * Returns the start of the bars that belong to the next session. Usually this is the session's close. A day in Tokyo, however, begins
   * before New York has closed and ends afterwards, and training up to the close must not include it.
   */
  #endOf(session: number): number {
    const close = this.closes[session]!;
    let [last, next] = [-Infinity, close];
    for (const { bars, schedule } of this.#series) {
      const over = lastAtOrBefore(schedule.closeTime.subarray(0, bars.length), close, -1) + 1;
      if (over > 0) last = Math.max(last, bars.time[over - 1]!);
      if (over < bars.length) next = Math.min(next, bars.time[over]!);
    }
    // A long bar may begin before shorter bars that have ended. All these bars stay together.
    return next > last ? next : close;
  }
}
