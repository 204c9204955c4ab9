import type { ChunkResult, TrialChunk } from "../trials/trial-job.ts";
import type { MapOptions } from "./executor.ts";

/** Runs chunks, `width` of them at a time, and gives each result when it is there. Chunks are made when there is room for them. */
export async function* pooled(
  chunks: Iterable<TrialChunk>,
  width: number,
  run: (chunk: TrialChunk) => Promise<ChunkResult>,
  { signal, onProgress }: MapOptions = {},
): AsyncGenerator<ChunkResult, void, undefined> {
  const source = chunks[Symbol.iterator]();
  const running = new Map<number, Promise<{ readonly number: number; readonly result: ChunkResult }>>();
  const { promise: aborted, reject } = pending();
  const abort = () => reject(signal?.reason);
  signal?.addEventListener("abort", abort);
  let number = 0;
  let more = true;
  try {
    while (more || running.size > 0) {
      signal?.throwIfAborted();
      while (more && running.size < width) {
        const next = source.next();
        if (next.done === true) {
          more = false;
          break;
        }
        const own = number++;
        running.set(
          own,
          run(next.value).then((result) => ({ number: own, result })),
        );
      }
      if (running.size === 0) return;
      const { number: done, result } = await Promise.race([aborted, ...running.values()]);
      running.delete(done);
      onProgress?.(result.trials.length);
      yield result;
    }
  } finally {
    signal?.removeEventListener("abort", abort);
    // Whoever stops listening leaves no failure without a listener.
    for (const left of running.values()) left.catch(() => undefined);
    source.return?.();
  }
}

/** A promise that only ever fails, and may do so unheard. */
function pending(): { readonly promise: Promise<never>; readonly reject: (reason: unknown) => void } {
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<never>((_, fail) => (reject = fail));
  promise.catch(() => undefined);
  return { promise, reject };
}
