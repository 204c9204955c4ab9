import { type ErrorCode, HindcastError } from "../../primitives/errors.ts";
import { receivedError, type SentError } from "../../research/executors/sent-error.ts";
import type { EndMessage } from "./backtest-host.ts";
import { type BacktestLimits, MIB } from "./backtest-limits.ts";
import type { BacktestTerms } from "./backtest-spec.ts";

/** How often a server may die while a backtest runs. After that the backtest fails instead of running again. */
export const MAX_LOST_RUNS = 3;

/** Exit code of a thread whose module has a top-level await that never settles. */
const UNSETTLED_EXIT_CODE = 13;

/** Error of a backtest that exceeded a limit. Its codes are listed in docs/reference/errors.md. */
export class BacktestLimitError extends HindcastError {
  override readonly name = "BacktestLimitError";
  declare readonly code: "BACKTEST_TIME_EXCEEDED" | "BACKTEST_MEMORY_EXCEEDED" | "BACKTEST_RESULT_TOO_LARGE";

  constructor(code: BacktestLimitError["code"], message: string) {
    super(code as ErrorCode & BacktestLimitError["code"], message);
  }
}

export function timeExceeded({ seconds }: BacktestLimits): BacktestLimitError {
  const message = `a backtest may run for ${seconds} seconds; this one ran longer and was stopped. Look for an endless loop, try fewer symbols or a shorter range, or start the server with a higher --backtest-seconds`;
  return new BacktestLimitError("BACKTEST_TIME_EXCEEDED", message);
}

export function memoryExceeded({ memoryMb }: BacktestLimits): BacktestLimitError {
  const message = `a backtest may take ${memoryMb} MiB of memory; this one took more and was stopped. Look for orders, arrays or lists that grow at every bar, try fewer symbols or a shorter range, or start the server with a higher --backtest-memory-mb`;
  return new BacktestLimitError("BACKTEST_MEMORY_EXCEEDED", message);
}

export function resultTooLarge({ resultMb }: BacktestLimits, bytes: number): BacktestLimitError {
  const found = (bytes / MIB).toFixed(1);
  const message = `the result of a backtest may have ${resultMb} MiB; this one has ${found}. Trade less often, try a shorter range, or start the server with a higher --backtest-result-mb`;
  return new BacktestLimitError("BACKTEST_RESULT_TOO_LARGE", message);
}

/** Returns the error for an exception in the thread of a backtest. */
export function threadError(error: SentError, limits: BacktestLimits): Error {
  return error.code === "ERR_WORKER_OUT_OF_MEMORY" ? memoryExceeded(limits) : receivedError(error);
}

/** Returns the error for a thread or process that ended before the backtest was done. */
export function endError({ strategy }: BacktestTerms, end: EndMessage, limits: BacktestLimits): Error {
  if ("processEnd" in end) {
    // V8 aborts the process when its heap limit leaves no room for one large array.
    if (end.processEnd.endsWith("SIGABRT")) return memoryExceeded(limits);
    return new HindcastError(
      "WORKER_LOST",
      `the process of the backtest ended before the run was done: it ${end.processEnd}`,
    );
  }
  if (end.ended === UNSETTLED_EXIT_CODE) {
    const message = `the file of ${strategy} cannot be loaded: a top-level await never settles`;
    return new HindcastError("STRATEGY_INVALID", message);
  }
  return new Error("the thread of the backtest ended before the run was done");
}

/** Returns the error for a backtest during which the server ended too often. */
export function tooManyLostRuns(): HindcastError {
  const message = `the server ended during ${MAX_LOST_RUNS} runs of this backtest; either the server ran out of memory or the strategy ended the process`;
  return new HindcastError("WORKER_LOST", message);
}

/**
 * Returns the code and message that clients see. Only codes of docs/reference/errors.md are passed on, not those of Node or of a strategy.
 */
export function shownFailure(error: unknown): { readonly code: string; readonly message: string } {
  const { name, code = "", message } = error as Error & { readonly code?: string };
  if (name === "HindcastError" || error instanceof BacktestLimitError) return { code, message };
  if (!code.startsWith("ERR_WORKER_")) return { code: "STRATEGY_FAILED", message };
  return {
    code: "WORKER_LOST",
    message: `the thread of the backtest ended before the run was done: ${message}`,
  };
}
