import { type ErrorCode, HindcastError } from "../../primitives/errors.ts";
import { receivedError, type SentError } from "../../research/executors/sent-error.ts";
import type { EndMessage } from "./backtest-host.ts";
import { type BacktestLimits, MIB } from "./backtest-limits.ts";
import type { BacktestTerms } from "./backtest-spec.ts";

/** Runs of a backtest that a server began and did not outlive, before it is given up. */
export const MOST_LOST = 3;

/** Code by which Node ends a thread whose module awaits what never comes. */
const UNSETTLED = 13;

/** A limit that a backtest went beyond; its code is one of docs/reference/errors.md. */
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

/** Why a thread threw. */
export function threadError(error: SentError, limits: BacktestLimits): Error {
  return error.code === "ERR_WORKER_OUT_OF_MEMORY" ? memoryExceeded(limits) : receivedError(error);
}

/** Why one is not done though its thread or its process has ended. */
export function endError({ strategy }: BacktestTerms, end: EndMessage, limits: BacktestLimits): Error {
  if ("lost" in end) {
    // V8 ends a process in this way where the limit of its heap leaves no room for one large array.
    if (end.lost.endsWith("SIGABRT")) return memoryExceeded(limits);
    return new HindcastError(
      "WORKER_LOST",
      `the process of the backtest ended before the run was done: it ${end.lost}`,
    );
  }
  if (end.ended === UNSETTLED) {
    const message = `the file of ${strategy} cannot be loaded: a top-level await never settles`;
    return new HindcastError("STRATEGY_INVALID", message);
  }
  return new Error("its thread ended before it was done");
}

/** Why one is not begun again. */
export function serverLost(): HindcastError {
  const message = `the server ended during ${MOST_LOST} runs of this backtest: it may have run out of memory, or the strategy ends the process`;
  return new HindcastError("WORKER_LOST", message);
}

/** What is told of an error: its code where it is one of docs/reference/errors.md, and not what Node or a strategy calls it. */
export function failureOf(error: unknown): { readonly code: string; readonly message: string } {
  const { name, code = "", message } = error as Error & { readonly code?: string };
  if (name === "HindcastError" || error instanceof BacktestLimitError) return { code, message };
  if (!code.startsWith("ERR_WORKER_")) return { code: "STRATEGY_FAILED", message };
  return {
    code: "WORKER_LOST",
    message: `the thread of a backtest must stay alive until the run is done, it did not: ${message}`,
  };
}
