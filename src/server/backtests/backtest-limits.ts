import type { OptionNames } from "../../primitives/check-options.ts";

/** Limits of backtests: resources of each backtest, number per key, and how long results are kept. */
export interface BacktestLimits {
  /** Seconds that one backtest may run. */
  readonly seconds: number;
  /** MiB of memory for one backtest, objects and arrays together. */
  readonly memoryMb: number;
  /** MiB of one result: equity curve, trades and report. */
  readonly resultMb: number;
  /** Queued and running backtests per key. */
  readonly openPerKey: number;
  /** Finished backtests kept per key. */
  readonly keptPerKey: number;
  /** MiB of all kept results together, compressed. */
  readonly keptMb: number;
  /** Hours that a finished backtest is kept, by the real clock. */
  readonly keptHours: number;
}

export const BACKTEST_LIMITS: BacktestLimits = {
  seconds: 120,
  memoryMb: 512,
  resultMb: 64,
  openPerKey: 20,
  keptPerKey: 100,
  keptMb: 256,
  keptHours: 168,
};

/** Names of all limits. */
export const BACKTEST_LIMIT_NAMES: OptionNames<BacktestLimits> = {
  seconds: true,
  memoryMb: true,
  resultMb: true,
  openPerKey: true,
  keptPerKey: true,
  keptMb: true,
  keptHours: true,
};

/** Bytes of a MiB. */
export const MIB = 2 ** 20;
