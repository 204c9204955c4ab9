import type { BacktestRecord } from "../schemas/backtest.ts";
import { ClientError } from "./client-error.ts";
import { pause } from "./retried.ts";

/** How the end of a backtest is waited for. */
export interface BacktestWait {
  /** Ends the wait, not the backtest; that of the client when left out. */
  readonly signal?: AbortSignal | undefined;
  /** Is told how it stands, at each look and at the end. */
  readonly onProgress?: ((backtest: BacktestRecord) => void) | undefined;
}

/** Milliseconds until the second look, and the most between two: a key of the lowest tier may ask a thousand times an hour. */
const SOONEST_MS = 100;
const SLOWER = 1.25;
const LATEST_MS = 5_000;

/** Looks at a backtest, ever more seldom, until it has ended. */
export async function waitForBacktest(
  look: () => Promise<BacktestRecord>,
  { signal, onProgress }: BacktestWait,
  rest = pause,
): Promise<BacktestRecord> {
  for (let wait = SOONEST_MS; ; wait = Math.min(wait * SLOWER, LATEST_MS)) {
    const seen = await look().catch(refusedFor);
    if (typeof seen === "number") {
      await rest(seen, signal);
      continue;
    }
    onProgress?.(seen);
    if (seen.status !== "queued" && seen.status !== "running") return seen;
    await rest(wait, signal);
  }
}

/** Milliseconds for which no request is taken. Throws what is another failure. */
function refusedFor(error: unknown): number {
  if (error instanceof ClientError && error.code === "RATE_LIMIT_EXCEEDED")
    return Number(error.details["retry_after"]) * 1000 || LATEST_MS;
  throw error;
}
