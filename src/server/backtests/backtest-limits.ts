import type { OptionNames } from "../../primitives/check-options.ts";

/** What a backtest may take of a server, how many a key may have, and what is kept of those that ended. */
export interface BacktestLimits {
  /** Seconds for which one may run. */
  readonly seconds: number;
  /** MiB that one may need: its objects, and the arrays beside them. */
  readonly memoryMb: number;
  /** MiB of the result of one: equity curve, trades and report. */
  readonly resultMb: number;
  /** Backtests of a key that wait or run. */
  readonly openPerKey: number;
  /** Ended backtests that are kept of a key. */
  readonly keptPerKey: number;
  /** MiB that the kept results of all keys take, compressed. */
  readonly keptMb: number;
  /** Hours for which an ended backtest is kept, by the real clock. */
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

/** Every one of them by name. */
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
