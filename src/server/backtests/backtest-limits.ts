import type { OptionNames } from "../../primitives/check-options.ts";
import { type ErrorCode, HindcastError } from "../../primitives/errors.ts";

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

/** A limit that a backtest went beyond; its code is one of docs/errors.md. */
export class BacktestLimitError extends HindcastError {
  override readonly name = "BacktestLimitError";
  declare readonly code: "BACKTEST_TIME_EXCEEDED" | "BACKTEST_MEMORY_EXCEEDED" | "BACKTEST_RESULT_TOO_LARGE";

  constructor(code: BacktestLimitError["code"], message: string) {
    super(code as ErrorCode & BacktestLimitError["code"], message);
  }
}

export function timeExceeded({ seconds }: BacktestLimits): BacktestLimitError {
  const message = `a backtest may run for ${seconds} seconds, this one ran longer and was ended. Look for a loop that does not end, try fewer symbols or a shorter range, or start the server with a higher --backtest-seconds`;
  return new BacktestLimitError("BACKTEST_TIME_EXCEEDED", message);
}

export function memoryExceeded({ memoryMb }: BacktestLimits): BacktestLimitError {
  const message = `a backtest may take ${memoryMb} MiB of memory, this one took more and was ended. Look for orders, arrays or lists that grow at every bar, try fewer symbols or a shorter range, or start the server with a higher --backtest-memory-mb`;
  return new BacktestLimitError("BACKTEST_MEMORY_EXCEEDED", message);
}

export function resultTooLarge({ resultMb }: BacktestLimits, bytes: number): BacktestLimitError {
  const found = (bytes / MIB).toFixed(1);
  const message = `the result of a backtest may have ${resultMb} MiB, this one has ${found}. Trade less often, try a shorter range, or start the server with a higher --backtest-result-mb`;
  return new BacktestLimitError("BACKTEST_RESULT_TOO_LARGE", message);
}
