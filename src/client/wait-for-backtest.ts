import type { BacktestRecord } from "../schemas/backtest.ts";
import { ClientError } from "./client-error.ts";
import { pause } from "./retry.ts";

/** Options for waiting until a backtest ends. */
export interface BacktestWait {
  /** Signal that ends the wait, not the backtest; by default the client's signal. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the backtest's record at each poll and at the end. */
  readonly onProgress?: ((backtest: BacktestRecord) => void) | undefined;
}

/**
 * First wait between polls, its growth and the longest wait. Waits grow, since a key of the lowest tier may send only a thousand requests
 * an hour.
 */
const FIRST_WAIT_MS = 100;
const WAIT_GROWTH = 1.25;
const MAX_WAIT_MS = 5_000;

/** Polls a backtest at growing intervals until it has ended. */
export async function waitForBacktest(
  fetchBacktest: () => Promise<BacktestRecord>,
  { signal, onProgress }: BacktestWait,
  sleep = pause,
): Promise<BacktestRecord> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * WAIT_GROWTH, MAX_WAIT_MS)) {
    const backtest = await fetchBacktest().catch(rateLimitWait);
    if (typeof backtest === "number") {
      await sleep(backtest, signal);
      continue;
    }
    onProgress?.(backtest);
    if (backtest.status !== "queued" && backtest.status !== "running") return backtest;
    await sleep(wait, signal);
  }
}

/** Milliseconds to wait if an error means that the rate limit is reached. Throws all other errors. */
function rateLimitWait(error: unknown): number {
  if (error instanceof ClientError && error.code === "RATE_LIMIT_EXCEEDED")
    return Number(error.details["retry_after"]) * 1000 || MAX_WAIT_MS;
  throw error;
}
