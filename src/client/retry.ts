import { ClientError } from "./client-error.ts";

/** Waiting times in milliseconds between attempts of a request; together about a minute. */
export const RETRY_MS: readonly number[] = [50, 200, 500, 1_000, 2_000, 4_000, ...Array<number>(11).fill(5_000)];

/** Error codes of the service for temporary problems. */
const TRANSIENT_CODES: readonly string[] = ["SERVICE_UNAVAILABLE", "INTERNAL_ERROR", "RATE_LIMIT_EXCEEDED"];

/** Whether a failed request may succeed if it is repeated: there was no answer, or a temporary error of the service. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof ClientError) || TRANSIENT_CODES.includes(error.code);
}

/** Error codes of Node for an address at which nothing listens. Browsers cannot tell such an address from a lost answer. */
const UNREACHABLE_CODES: readonly unknown[] = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"];

/** Whether an error means that the request cannot have reached the service. */
export function isUnreachable(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && UNREACHABLE_CODES.includes(cause.code);
}

/**
 * Repeats an action until it succeeds, fails permanently or a minute has passed. Pass only actions that are safe to repeat. Throws the
 * action's last error, or the signal's reason.
 */
export async function retry<Answer>(
  work: () => Promise<Answer>,
  signal: AbortSignal | undefined,
  mayRetry = isTransient,
): Promise<Answer> {
  for (const wait of RETRY_MS) {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted || !mayRetry(error)) throw error;
    }
    await pause(wait, signal);
  }
  return work();
}

/** Waits a number of milliseconds. Throws the signal's reason if the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
