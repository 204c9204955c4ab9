import { runBacktest } from "../../engine/run.ts";
import type { BacktestResult } from "../../engine/backtest-result.ts";
import { type RunOptions, settingsOver } from "../../engine/run-plan.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import type { Fill } from "../../ledger/records.ts";
import type { MarketData } from "../../market/market-data.ts";
import { checkExperiment } from "../../engine/separate-settings.ts";
import type { OptionNames } from "../../primitives/check-options.ts";
import { checkInteger, parameterError } from "../../primitives/check.ts";
import { parseInstant } from "../../time/instant.ts";
import { namedTime } from "../../time/named-time.ts";
import { SessionRange } from "../walk-forward/windows.ts";

export interface WarmUpOptions extends Omit<RunOptions, "sourceHash"> {
  /** Lengths of history to try, in bars before the first traded one, all of them shorter than what there is; the usual ones that are when left out. */
  readonly histories?: readonly number[];
}

const OPTIONS: OptionNames<WarmUpOptions> = {
  params: true,
  settings: true,
  symbols: true,
  evaluation: true,
  histories: true,
};

/** One length of history beside all of it. */
export interface WarmUpRow {
  /** Bars before the first traded one. */
  readonly bars: number;
  /** Whether every fill is the same, bit for bit, as with all of history. */
  readonly same: boolean;
  /** Whether every fill is the same in time, symbol and side, though perhaps not in its last bits. */
  readonly sameTrades: boolean;
  /** Fills that the other run does not have, of both. */
  readonly differing: number;
  /** When the first of them was; NaN without one. */
  readonly firstDifference: number;
  /** The date of its session, `YYYY-MM-DD`; empty without one. */
  readonly firstDifferenceDate: string;
}

export interface WarmUpReport {
  readonly strategy: string;
  /** First traded bar, epoch milliseconds. */
  readonly from: number;
  /** The date of its session, `YYYY-MM-DD`. */
  readonly fromDate: string;
  /** Bars before it in the data, of the symbol that has most. */
  readonly available: number;
  readonly fills: number;
  readonly rows: readonly WarmUpRow[];
  /** The shortest history tried from which on every trade is the same; undefined when none is. */
  readonly stableFrom: number | undefined;
}

const HISTORIES = [0, 10, 20, 50, 100, 200, 400, 800, 1600];

/**
 * Does the length of history change the trades? Runs a strategy over the last two thirds of the data, or from the setting `from` on, with indicators that
 * have seen all that came before, and again with less and less of it. Averages that remember all bars converge; a live account that starts with
 * too short a history trades otherwise than its backtest.
 *
 * Throws PARAMETER_OUT_OF_RANGE where there is no history, and for a length that is not shorter than what there is.
 *
 * @example
 * checkWarmUp(strategy, data).stableFrom; // 200: fetch that many bars before going live
 */
export function checkWarmUp(strategy: AnyStrategy, data: MarketData, options: WarmUpOptions = {}): WarmUpReport {
  checkExperiment("checkWarmUp", options, OPTIONS);
  const { histories, ...run } = options;
  const settings = run.settings?.from === undefined || run.settings.from === "" ? later(data, run) : run.settings;
  const start = namedTime("from", () => parseInstant(settings.from!, settingsOver(data, run.symbols, settings).zone));
  const available = longestBefore(start, data, run);
  if (available === 0) throw parameterError("from", "after the first bars, so that there is history", settings.from);
  const tried = histories === undefined ? HISTORIES.filter((bars) => bars < available) : checked(histories, available);
  const all = runBacktest(strategy, data, { ...run, settings: { ...settings, warmupBars: -1 } });
  const rows = tried.map((bars) =>
    compared(bars, all, runBacktest(strategy, data, { ...run, settings: { ...settings, warmupBars: bars } })),
  );
  const unstable = rows.findLastIndex(({ sameTrades }) => !sameTrades);
  return Object.freeze({
    strategy: strategy.name,
    from: all.from,
    fromDate: all.firstDate,
    available,
    fills: all.fills.length,
    rows: Object.freeze(rows),
    stableFrom: rows[unstable + 1]?.bars,
  });
}

/** Lengths that were asked for, the shortest first. One as long as what there is would be compared with itself. */
function checked(histories: readonly number[], available: number): readonly number[] {
  for (const bars of histories) {
    if (checkInteger("histories", bars, 0) < available) continue;
    throw parameterError("histories", `fewer bars than there are before the first traded one (${available})`, bars);
  }
  return histories.toSorted((a, b) => a - b);
}

/** Bars before that moment, of the symbol of the run that has most: others may be listed later. */
function longestBefore(start: number, { series }: MarketData, { symbols }: RunOptions): number {
  const chosen = series.filter(({ instrument }) => symbols?.includes(instrument.symbol) ?? true);
  return Math.max(0, ...chosen.map(({ bars }) => bars.time.filter((time) => time < start).length));
}

function later(data: MarketData, { symbols, settings }: RunOptions): NonNullable<RunOptions["settings"]> {
  const sessions = new SessionRange(data, symbols, settings);
  return sessions.settings({ from: Math.floor(sessions.length / 3), to: sessions.length });
}

function compared(bars: number, all: BacktestResult, part: BacktestResult): WarmUpRow {
  const place = ({ time, symbol, side }: Fill) => `${time} ${symbol} ${side}`;
  const [whole, partial] = [new Set(all.fills.map(place)), new Set(part.fills.map(place))];
  const missing = all.fills.filter((fill) => !partial.has(place(fill)));
  const added = part.fills.filter((fill) => !whole.has(place(fill)));
  const differing = [...missing, ...added].toSorted((a, b) => a.time - b.time);
  return Object.freeze({
    bars,
    same: all.fillHash === part.fillHash,
    sameTrades: differing.length === 0 && all.fills.length === part.fills.length,
    differing: differing.length,
    firstDifference: differing[0]?.time ?? NaN,
    firstDifferenceDate: differing[0]?.date ?? "",
  });
}
