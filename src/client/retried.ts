import { ClientError } from "./client-error.ts";

/** Milliseconds until what failed is tried again: about a minute in all. */
export const RETRY_MS: readonly number[] = [50, 200, 500, 1_000, 2_000, 4_000, ...Array<number>(11).fill(5_000)];

/** What the service says of troubles that pass by themselves. */
const PASSING: readonly string[] = ["SERVICE_UNAVAILABLE", "INTERNAL_ERROR", "RATE_LIMIT_EXCEEDED"];

/** Whether what failed may well be done a moment later: nobody answered, or the service said that it could not now. */
export function passes(error: unknown): boolean {
  return !(error instanceof ClientError) || PASSING.includes(error.code);
}

/** What Node says where nobody listens at an address, or it is none; a browser does not tell that from a lost answer. */
const NOBODY: readonly unknown[] = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"];

/** Whether a request cannot have reached the service. */
export function refusesConnections(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && NOBODY.includes(cause.code);
}

/**
 * Does what may fail for a while, until it is done or there is no hope: what is asked for must be safe to be asked for twice. Throws what it failed with
 * last, or the reason of the signal when it is aborted.
 */
export async function retried<Answer>(
  work: () => Promise<Answer>,
  signal: AbortSignal | undefined,
  hopeful = passes,
): Promise<Answer> {
  for (const wait of RETRY_MS) {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted || !hopeful(error)) throw error;
    }
    await pause(wait, signal);
  }
  return work();
}

/** Waits. Throws the reason of the signal when it is aborted. */
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
