import type { OptionNames } from "../../primitives/check-options.ts";

/** Limits of backtests: their resources, their number per API key, and how long results are kept. */
export interface BacktestLimits {
  /** Seconds that one backtest may run. */
  readonly seconds: number;
  /** MiB of memory for one backtest, with objects and arrays together. */
  readonly memoryMb: number;
  /** MiB of one backtest's result: equity curve, trades and report. */
  readonly resultMb: number;
  /** Number of queued and running backtests per API key. */
  readonly openPerKey: number;
  /** Number of finished backtests kept per API key. */
  readonly keptPerKey: number;
  /** MiB of all kept results together, compressed. */
  readonly keptMb: number;
  /** Hours for which a finished backtest is kept, by the computer's clock. */
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
