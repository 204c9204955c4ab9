import { setImmediate, setTimeout } from "node:timers/promises";
import type { Worker } from "bullmq";

/** Longer than a Redis that is there takes for a few words. */
const PATIENCE_MS = 3000;

/** Whether the Redis of a worker, which was there when the worker began, still answers. */
export async function stillAnswers(worker: Worker): Promise<boolean> {
  const client = await worker.getBackend().client;
  if (client.status !== "ready") return false;
  const settled = new AbortController();
  // An answer that came while a chunk ran is read before it is missed.
  const missed = setTimeout(PATIENCE_MS, false, { signal: settled.signal }).then(setImmediate);
  const answered = client.info().then(
    () => true,
    () => false,
  );
  return Promise.race([answered, missed]).finally(() => settled.abort());
}
