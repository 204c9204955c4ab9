import type { MarketData } from "../market/market-data.ts";
import type { LentMemory } from "../primitives/column-memory.ts";
import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { shown } from "../primitives/check.ts";
import { formatInstant } from "../time/instant.ts";
import { BacktestResult } from "./backtest-result.ts";
import { Driver } from "./driver.ts";
import { PreparedRun, RunPlan, type RunOptions, settingsOver } from "./run-plan.ts";
import type { RunSettings } from "./run-settings.ts";
import type { AnyStrategy, GivenParams } from "./strategy.ts";

/** Stretches into which a run is cut when somebody watches its progress. */
const STRETCHES = 200;
/** Finished runs whose objects are kept alive, one a strategy: the compiled loop dies with the last object of its kind. */
const KEPT = 8;
const kept = new Map<string, Driver>();

/** A run's options, and a listener for long runs. */
export interface BacktestOptions<S extends AnyStrategy = AnyStrategy> extends Omit<RunOptions, "params"> {
  /** Those of the strategy's parameters that shall not be what they are by default. */
  readonly params?: GivenParams<S>;
  /** Is told the share of the range that is done, from 0 to 1, some two hundred times. */
  onProgress?(done: number): void;
}

/**
 * Runs a strategy over recorded data and returns what came of it. Deterministic: the same strategy, data, params and settings give the same
 * fills, to the last bit, everywhere.
 *
 * Throws a `HindcastError` for data, settings or a strategy that cannot run, and a `RangeError` for a parameter out of range. A refused
 * order is no error: it is in the result, with its reason.
 *
 * @example
 * const data = await readCsv("prices.csv");
 * const result = backtest(smaCross, data, { params: { fast: 20 }, settings: { cash: 10_000 } });
 * result.summary.sharpe;
 */
export function backtest<S extends AnyStrategy>(
  strategy: S,
  data: MarketData | PreparedRun,
  options: BacktestOptions<S> = {},
): BacktestResult {
  checkOptions("backtest", options, OPTIONS);
  return resultOf(new RunPlan(strategy, data, options), options);
}

/**
 * A run of which nothing is kept but what `read` makes of its result: its tables lie in memory that was lent to the run before it, and will be
 * lent to the next.
 */
export function passingRun<T>(
  strategy: AnyStrategy,
  data: PreparedRun,
  options: RunOptions,
  memory: LentMemory,
  read: (result: BacktestResult) => T,
): T {
  memory.takeBack();
  return read(resultOf(new RunPlan(strategy, data, options, memory), {}));
}

function resultOf(plan: RunPlan, options: BacktestOptions): BacktestResult {
  const driver = drive(plan, options);
  if (plan.settings.intrabar !== "band") return new BacktestResult(driver);
  const optimistic = drive(plan.with({ intrabar: "optimistic" }), {});
  return new BacktestResult(driver, new BacktestResult(optimistic));
}

function drive(plan: RunPlan, options: BacktestOptions): Driver {
  const driver = new Driver(plan);
  try {
    run(driver, options);
  } catch (thrown) {
    const error =
      thrown instanceof Error
        ? thrown
        : new Error(typeof thrown === "string" ? thrown : shown(thrown), { cause: thrown });
    // Whoever reads the message wants to know which bar it was.
    error.message += ` (${plan.strategy.name}, at ${formatInstant(Number.isNaN(driver.time) ? plan.start : driver.time)})`;
    throw error;
  }
  keep(driver);
  return driver;
}

function run(driver: Driver, options: BacktestOptions): void {
  const { start, end } = driver.plan;
  if (options.onProgress !== undefined) {
    for (let stretch = 0; stretch < STRETCHES; stretch++) {
      options.onProgress(stretch / STRETCHES);
      driver.advance(start + ((end - start) * stretch) / STRETCHES);
    }
  }
  driver.advance();
  driver.finalize();
  driver.hooks.end();
  options.onProgress?.(1);
}

const OPTIONS: OptionNames<BacktestOptions> = {
  params: true,
  settings: true,
  symbols: true,
  sourceHash: true,
  evaluation: true,
  onProgress: true,
};

/**
 * Data made ready for many runs over one range: they share the timeline and every indicator that they have in common.
 *
 * @example
 * const prepared = prepareData(data, { settings: { from: "2010-01-01" } });
 * for (const fast of [5, 10, 20]) backtest(smaCross, prepared, { params: { fast }, settings: { from: "2010-01-01" } });
 */
export function prepareData(
  data: MarketData,
  options: { readonly symbols?: readonly string[]; readonly settings?: Partial<RunSettings> } = {},
): PreparedRun {
  checkOptions("prepareData", options, { symbols: true, settings: true });
  return new PreparedRun(data, options.symbols, settingsOver(data, options.symbols, options.settings));
}

function keep(driver: Driver): void {
  const { name } = driver.plan.strategy;
  kept.delete(name);
  kept.set(name, driver);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
}
