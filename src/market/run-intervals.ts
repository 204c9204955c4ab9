import { getOrCreate } from "../primitives/map-helpers.ts";
import { listNames } from "../primitives/words.ts";
import { commonIntervals, compareIntervals, type Interval, nameAmong } from "../time/interval.ts";
import { type Instrument, isTraded, withContracts } from "./instrument.ts";

/** The symbols that a run reads, each with its interval. */
export interface RunIntervals {
  /** Interval of the traded symbols; undefined if they are not all recorded in the requested interval or in a common one. */
  readonly interval: Interval | undefined;
  /** Intervals from which a run over these symbols may choose, from short to long. */
  readonly available: readonly Interval[];
  /** Symbols that must all be recorded in the interval. */
  readonly deciding: readonly string[];
  /** Recorded name of the interval of each symbol; empty without an interval. */
  readonly bySymbol: ReadonlyMap<string, Interval>;
  /** Sentences about symbols that are read in another interval or left out. */
  readonly notes: readonly string[];
}

/**
 * Chooses the symbols and intervals of a run: the requested interval, or the shortest that all traded symbols have. A series with the role
 * `data` may lack that interval: it is then read in its shortest longer one, or else in its longest shorter one. With a continuous series
 * come its contracts, unless they have no bars in the interval of the other traded symbols.
 *
 * @example
 * runIntervals(["SPY", "VIX"], instruments, (symbol) => recording.intervals(symbol), undefined).bySymbol.get("VIX"); // 1d
 */
export function runIntervals(
  named: readonly string[],
  known: readonly Pick<Instrument, "symbol" | "role" | "contracts">[],
  recordedIntervals: (symbol: string) => readonly Interval[],
  requested: Interval | undefined,
): RunIntervals {
  const recorded = new Map<string, readonly Interval[]>();
  const intervalsOf = (symbol: string) => getOrCreate(recorded, symbol, () => recordedIntervals(symbol));
  const read = new Set(known.filter((one) => !isTraded(one)).map(({ symbol }) => symbol));
  const all = withContracts(named, known);
  // A series without bars cannot be read in any interval.
  const deciding = (symbols: readonly string[]) =>
    symbols.filter((symbol) => !read.has(symbol) || intervalsOf(symbol).length === 0);
  // Contracts that come with a continuous series decide too, unless there is then no interval.
  const traded = [deciding(all), deciding(named)].filter(({ length }) => length > 0);
  const attempts = (traded.length > 0 ? traded : [all]).map((symbols) => {
    const available = commonIntervals(symbols.map(intervalsOf));
    const interval = requested === undefined ? available[0] : nameAmong(available, requested);
    return { interval, available, deciding: symbols };
  });
  const choice = attempts.find((one) => one.interval !== undefined) ?? attempts.at(-1)!;
  const { interval } = choice;
  if (interval === undefined) return { ...choice, bySymbol: new Map(), notes: [] };
  const bySymbol = new Map<string, Interval>();
  const leftOut: string[] = [];
  const notes: string[] = [];
  for (const symbol of all) {
    const own = nameAmong(intervalsOf(symbol), interval);
    const other = own === undefined && read.has(symbol) ? nearest(intervalsOf(symbol), interval) : undefined;
    if (other !== undefined) notes.push(`${symbol} is read in bars of ${other}, since it has none of ${interval}.`);
    const used = own ?? other;
    if (used === undefined) leftOut.push(symbol);
    else bySymbol.set(symbol, used);
  }
  if (leftOut.length > 0)
    notes.push(`The contracts ${listNames(leftOut)} cannot be traded, since they have no bars of ${interval}.`);
  return { ...choice, bySymbol, notes };
}

/** Returns the shortest interval that is longer than `interval`, or else the longest one. */
function nearest(intervals: readonly Interval[], interval: Interval): Interval | undefined {
  const sorted = intervals.toSorted(compareIntervals);
  return sorted.find((one) => compareIntervals(one, interval) > 0) ?? sorted.at(-1);
}
