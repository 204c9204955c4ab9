import { formatValue } from "../../primitives/check.ts";
import type { Column } from "../../primitives/column.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { checkInterval, type Interval } from "../../time/interval.ts";

/** Which part of a recording is loaded; what is left out is all. */
export interface Selection {
  readonly symbols?: readonly string[];
  readonly intervals?: readonly Interval[];
  /** Bars, quotes and snapshots from this instant on, epoch milliseconds. Corporate actions and facts are loaded whole. */
  readonly from?: number;
  /** Up to but not including this instant. */
  readonly to?: number;
  /** Columns over `SharedArrayBuffer`, which threads can read without a copy. */
  readonly shared?: boolean;
}

/** A selection with every choice made. */
export interface ResolvedSelection {
  readonly symbols: ReadonlySet<string>;
  readonly intervals: ReadonlySet<Interval> | undefined;
  readonly from: number;
  readonly to: number;
  readonly shared: boolean;
}

const SELECTION_MEMBERS = ["symbols", "intervals", "from", "to", "shared"];

/** Throws PARAMETER_UNKNOWN for a name that a request does not have: a misspelt one would load the whole market. */
export function checkMemberNames(request: object, known: readonly string[]): void {
  for (const name of Object.keys(request)) {
    if (known.includes(name)) continue;
    const message = `a request for recorded data has no ${formatValue(name)}; it has ${known.join(", ")}`;
    throw new HindcastError("PARAMETER_UNKNOWN", message, { parameter: name, known });
  }
}

/** Throws PARAMETER_UNKNOWN, SYMBOL_UNKNOWN, INTERVAL_UNKNOWN; DATE_INVALID for instants that are no numbers. */
export function resolveSelection(selection: Selection, known: ReadonlyMap<string, unknown>): ResolvedSelection {
  checkMemberNames(selection, SELECTION_MEMBERS);
  const { symbols = [...known.keys()], intervals, from = -Infinity, to = Infinity, shared = false } = selection;
  for (const symbol of symbols) {
    if (known.has(symbol)) continue;
    const message = `symbol must be one of the recording, ${[...known.keys()].slice(0, 20).join(", ")}, was ${formatValue(symbol)}`;
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
    intervals: intervals === undefined ? undefined : new Set(intervals.map(checkInterval)),
    from,
    to,
    shared,
  };
}

/** The rows whose times lie from `from` up to but not including `to`; `time` never falls. */
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
