import { formatValue } from "../../primitives/check.ts";
import type { Column } from "../../primitives/column.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { checkInterval, type Interval, usualName } from "../../time/interval.ts";

/** The part of a recording to load. By default everything is loaded. */
export interface Selection {
  readonly symbols?: readonly string[];
  readonly intervals?: readonly Interval[];
  /** First instant of bars, quotes and snapshots, epoch milliseconds. Corporate actions and facts are always loaded completely. */
  readonly from?: number;
  /** End of the range, exclusive. */
  readonly to?: number;
  /** Whether columns are in a `SharedArrayBuffer`, which threads read without a copy. Default: false. */
  readonly shared?: boolean;
}

/** A checked selection with defaults applied. */
export interface ResolvedSelection {
  readonly symbols: ReadonlySet<string>;
  /** Usual names of the intervals. */
  readonly intervals: ReadonlySet<Interval> | undefined;
  readonly from: number;
  readonly to: number;
  readonly shared: boolean;
}

const SELECTION_MEMBERS = ["symbols", "intervals", "from", "to", "shared"];

/** Throws `PARAMETER_UNKNOWN` for an unknown option, since a misspelled option would otherwise load the whole market. */
export function checkMemberNames(request: object, known: readonly string[]): void {
  for (const name of Object.keys(request)) {
    if (known.includes(name)) continue;
    const message = `a request for recorded data has no ${formatValue(name)}; it has ${known.join(", ")}`;
    throw new HindcastError("PARAMETER_UNKNOWN", message, { parameter: name, known });
  }
}

/** Checks a selection of recorded data and applies defaults. Throws `PARAMETER_UNKNOWN`, `SYMBOL_UNKNOWN`, `INTERVAL_UNKNOWN` and `DATE_INVALID`. */
export function resolveSelection(selection: Selection, known: ReadonlyMap<string, unknown>): ResolvedSelection {
  checkMemberNames(selection, SELECTION_MEMBERS);
  const { symbols = [...known.keys()], intervals, from = -Infinity, to = Infinity, shared = false } = selection;
  for (const symbol of symbols) {
    if (known.has(symbol)) continue;
    const message = `symbol must be in the recording, one of ${[...known.keys()].slice(0, 20).join(", ")}, was ${formatValue(symbol)}`;
    throw new HindcastError("SYMBOL_UNKNOWN", message, { symbol, known: [...known.keys()] });
  }
  for (const [name, instant] of Object.entries({ from, to })) {
    if (typeof instant === "number" && !Number.isNaN(instant)) continue;
    throw new HindcastError("DATE_INVALID", `${name} must be an instant in milliseconds, was ${formatValue(instant)}`, {
      [name]: instant,
    });
  }
  return {
    symbols: new Set(symbols),
    intervals:
      intervals === undefined ? undefined : new Set(intervals.map((interval) => usualName(checkInterval(interval)))),
    from,
    to,
    shared,
  };
}

/** Returns the rows with times from `from` up to but not including `to`. `time` must be sorted. */
export function rangeOf(time: Column, from: number, to: number): { readonly start: number; readonly end: number } {
  const start = firstAtOrAfter(time, from);
  return { start, end: Math.max(start, firstAtOrAfter(time, to)) };
}

function firstAtOrAfter(time: Column, instant: number): number {
  let low = 0;
  let high = time.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (time[middle]! < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
