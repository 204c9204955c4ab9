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
  /**
   * Lengths of history to try, in bars before the first traded bar. Each must be shorter than the available history. The default is 0, 10,
   * 20, 50, 100, 200, 400, 800 and 1600, as far as these are shorter.
   */
  readonly histories?: readonly number[];
}

const OPTIONS: OptionNames<WarmUpOptions> = {
  params: true,
  settings: true,
  symbols: true,
  evaluation: true,
  histories: true,
};

/** Comparison of one length of history with the full history. */
export interface WarmUpRow {
  /** Length of the history, in bars before the first traded bar. */
  readonly bars: number;
  /** Whether every fill equals that of the run with the full history, bit for bit. */
  readonly same: boolean;
  /** Whether every fill has the time, symbol and side of the run with the full history. Prices and quantities may differ. */
  readonly sameTrades: boolean;
  /** Number of fills that only this run or only the run with the full history has. */
  readonly differing: number;
  /** Time of the first fill that differs, epoch milliseconds; NaN if none differs. */
  readonly firstDifference: number;
  /** Session date of the first fill that differs, `YYYY-MM-DD`; empty if none differs. */
  readonly firstDifferenceDate: string;
}

export interface WarmUpReport {
  readonly strategy: string;
  /** Time of the first traded bar, in epoch milliseconds. */
  readonly from: number;
  /** Session date of the first traded bar, `YYYY-MM-DD`. */
  readonly fromDate: string;
  /** Available history: bars before the first traded bar, for the symbol with the longest history. */
  readonly available: number;
  readonly fills: number;
  readonly rows: readonly WarmUpRow[];
  /** The shortest tried history that gives the same trades as all longer ones; undefined if there is none. */
  readonly stableFrom: number | undefined;
}

const HISTORIES = [0, 10, 20, 50, 100, 200, 400, 800, 1600];

/**
 * Shows whether the length of history changes the trades. The strategy runs on the last two thirds of the data, or from the setting `from`
 * on. The first run has the full history for its indicators; the others have less and less.
 *
 * Recursive averages converge only gradually. A live account that starts with too short a history trades differently from its backtest.
 *
 * Throws PARAMETER_OUT_OF_RANGE if there is no history, or if a length in `histories` is not shorter than the available history.
 *
 * @example
 * checkWarmUp(strategy, data).stableFrom; // 200: fetch that many bars before going live
 */
export function checkWarmUp(strategy: AnyStrategy, data: MarketData, options: WarmUpOptions = {}): WarmUpReport {
  checkExperiment("checkWarmUp", options, OPTIONS);
  const { histories, ...run } = options;
  const settings =
    run.settings?.from === undefined || run.settings.from === "" ? settingsFromLaterPart(data, run) : run.settings;
  const start = namedTime("from", () => parseInstant(settings.from!, settingsOver(data, run.symbols, settings).zone));
  const available = countBarsBefore(start, data, run);
  if (available === 0)
    throw parameterError("from", "after the first bars of the data, so that there is history before it", settings.from);
  const tried =
    histories === undefined ? HISTORIES.filter((bars) => bars < available) : checkHistories(histories, available);
  const all = runBacktest(strategy, data, { ...run, settings: { ...settings, warmupBars: -1 } });
  const rows = tried.map((bars) =>
    compareRun(bars, all, runBacktest(strategy, data, { ...run, settings: { ...settings, warmupBars: bars } })),
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

/** Checks and sorts lengths of history. Each must be shorter than the full history with which it is compared. */
function checkHistories(histories: readonly number[], available: number): readonly number[] {
  for (const bars of histories) {
    if (checkInteger("histories", bars, 0) < available) continue;
    throw parameterError("histories", `less than the number of bars before the first traded bar (${available})`, bars);
  }
  return histories.toSorted((a, b) => a - b);
}

/** Returns the number of bars before a time, for the symbol of the run that has the most. */
function countBarsBefore(start: number, { series }: MarketData, { symbols }: RunOptions): number {
  const chosen = series.filter(({ instrument }) => symbols?.includes(instrument.symbol) ?? true);
  return Math.max(0, ...chosen.map(({ bars }) => bars.time.filter((time) => time < start).length));
}

function settingsFromLaterPart(
  data: MarketData,
  { symbols, settings }: RunOptions,
): NonNullable<RunOptions["settings"]> {
  const sessions = new SessionRange(data, symbols, settings);
  return sessions.settings({ from: Math.floor(sessions.length / 3), to: sessions.length });
}

function compareRun(bars: number, all: BacktestResult, part: BacktestResult): WarmUpRow {
  const fillKey = ({ time, symbol, side }: Fill) => `${time} ${symbol} ${side}`;
  const [allFills, partFills] = [new Set(all.fills.map(fillKey)), new Set(part.fills.map(fillKey))];
  const missing = all.fills.filter((fill) => !partFills.has(fillKey(fill)));
  const added = part.fills.filter((fill) => !allFills.has(fillKey(fill)));
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
