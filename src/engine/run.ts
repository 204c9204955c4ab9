import type { MarketData } from "../market/market-data.ts";
import type { OptionNames } from "../primitives/check-options.ts";
import { formatValue } from "../primitives/check.ts";
import { formatInstant } from "../time/instant.ts";
import { BacktestResult } from "./backtest-result.ts";
import { Backtest } from "./backtest.ts";
import { PreparedRun } from "./prepared-run.ts";
import { RunPlan, type RunOptions, settingsOver } from "./run-plan.ts";
import { separateSettings } from "./separate-settings.ts";
import type { SettingsInput } from "./run-settings.ts";
import type { AnyStrategy, GivenParams } from "./strategy.ts";

/** Number of parts into which a run with a progress listener is divided. */
const PROGRESS_PARTS = 200;
/**
 * Number of finished runs that are kept in memory, one per strategy. V8 discards the compiled loop together with the
 * last object of its shape.
 */
const MOST_ALIVE = 8;
const alive = new Map<string, Backtest>();
let lastKept = "";

/** Options of a run besides its settings. */
interface OwnOptions<S extends AnyStrategy = AnyStrategy> extends Omit<RunOptions, "params" | "settings"> {
  /** Parameters of the strategy that differ from their defaults. */
  readonly params?: GivenParams<S>;
  /** Function that is called about 200 times with the fraction of the run that is done, from 0 to 1. */
  onProgress?(done: number): void;
}

/** Options of a run: settings, strategy parameters, symbols to trade and a progress listener. */
export interface BacktestOptions<S extends AnyStrategy = AnyStrategy> extends OwnOptions<S>, SettingsInput {}

/**
 * Runs a strategy over recorded data and returns the result. The same strategy, data, parameters and settings give
 * bit-identical fills everywhere. Throws a `HindcastError` for data, settings, parameters or a strategy that cannot
 * run. A rejected order is not an error: the result contains it, with its reason.
 *
 * @example
 * const data = await readBars("prices.csv");
 * const result = backtest(smaCross, data, { params: { fast: 20 }, cash: 10_000, commission: 0.001 });
 * result.summary.sharpe;
 */
export function backtest<S extends AnyStrategy>(
  strategy: S,
  data: MarketData | PreparedRun,
  options: BacktestOptions<S> = {},
): BacktestResult {
  const { own, settings } = separateSettings("backtest", options as OwnOptions & SettingsInput, OPTIONS, strategy);
  return runBacktest(strategy, data, { ...own, settings });
}

/**
 * Runs a backtest whose settings are a separate option, as in experiments and servers. Resolved settings are not
 * checked again.
 */
export function runBacktest(
  strategy: AnyStrategy,
  data: MarketData | PreparedRun,
  options: RunOptions & Pick<OwnOptions, "onProgress">,
): BacktestResult {
  return resultOf(new RunPlan(strategy, data, options), options.onProgress);
}

function resultOf(plan: RunPlan, onProgress: OwnOptions["onProgress"]): BacktestResult {
  const running = execute(new Backtest(plan), onProgress);
  const { band } = plan.rules.sequence;
  if (band === undefined) return new BacktestResult(running);
  const optimistic = execute(new Backtest(plan.with({ intrabar: band.high })));
  return new BacktestResult(running, new BacktestResult(optimistic));
}

/** Runs a backtest to its end, and returns the same backtest. */
export function execute(running: Backtest, onProgress?: OwnOptions["onProgress"]): Backtest {
  const { plan } = running;
  try {
    run(running, onProgress);
  } catch (thrown) {
    const { time } = running.simulation;
    // The message gets the time of the bar at which the error occurred.
    throw withSuffix(thrown, ` (${plan.strategy.name}, at ${formatInstant(Number.isNaN(time) ? plan.start : time)})`);
  }
  keepAlive(running);
  return running;
}

/** Returns a thrown value as an error, with `words` appended to its message. */
function withSuffix(thrown: unknown, words: string): Error {
  let text = typeof thrown === "string" ? thrown : formatValue(thrown);
  if (thrown instanceof Error) {
    try {
      thrown.message += words;
      return thrown;
    } catch {
      // The message of a DOMException or of a frozen error is read-only.
      text = thrown.message;
    }
  }
  return new Error(text + words, { cause: thrown });
}

function run(running: Backtest, onProgress: OwnOptions["onProgress"]): void {
  const { start, end } = running.plan;
  if (onProgress !== undefined) {
    for (let stretch = 0; stretch < PROGRESS_PARTS; stretch++) {
      onProgress(stretch / PROGRESS_PARTS);
      running.advance(start + ((end - start) * stretch) / PROGRESS_PARTS);
    }
  }
  running.advance();
  running.end();
  onProgress?.(1);
}

const OPTIONS: OptionNames<OwnOptions> = {
  params: true,
  symbols: true,
  sourceHash: true,
  evaluation: true,
  onProgress: true,
};

/** Options of prepared data: symbols, and the settings that select the range. */
export interface PrepareOptions extends SettingsInput {
  /** Symbols to trade. By default all symbols of the data. Symbols with the role `data` can be read in any case. */
  readonly symbols?: readonly string[];
}

/**
 * Prepares data for many runs over one range. The runs share the timeline and equal indicators.
 *
 * @example
 * const prepared = prepareData(data, { from: "2010-01-01" });
 * for (const fast of [5, 10, 20]) backtest(smaCross, prepared, { params: { fast }, from: "2010-01-01" });
 */
export function prepareData(data: MarketData, options: PrepareOptions = {}): PreparedRun {
  const { own, settings } = separateSettings<Pick<PrepareOptions, "symbols">>("prepareData", options, {
    symbols: true,
  });
  return new PreparedRun(data, own.symbols, settingsOver(data, own.symbols, settings));
}

function keepAlive(running: Backtest): void {
  const { name } = running.plan.strategy;
  // A map with deletions is rehashed at times. Its old tables then keep their entries alive, such as the runs of a
  // sweep, until a full garbage collection.
  if (name !== lastKept) alive.delete(name);
  lastKept = name;
  alive.set(name, running);
  if (alive.size > MOST_ALIVE) alive.delete(alive.keys().next().value!);
}
