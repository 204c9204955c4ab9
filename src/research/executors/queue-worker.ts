import { setImmediate, setTimeout } from "node:timers/promises";
import type { Worker } from "bullmq";
import type { MarketData } from "../../market/market-data.ts";
import { checkOptions, type OptionNames } from "../../primitives/check-options.ts";
import { checkNumber } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { TrialChunk } from "../trials/trial-job.ts";
import { checkRedisAnswers, loadBullMq, redisAddress } from "./redis.ts";
import { dataChecksum } from "./shared-data.ts";
import { type Executor, inline } from "./executor.ts";
import { type LoadedStrategy, loadStrategy, withPartFunctions } from "./load-strategy.ts";
import { type QueuedChunk, type QueueAnswer, queueName, rowsToText } from "./queue-messages.ts";
import { sentError } from "./sent-error.ts";

/** Time within which a reachable Redis answers a short command. */
const ANSWER_TIMEOUT_MS = 3000;

/** Whether the Redis of a worker still answers. */
async function redisAnswers(worker: Worker): Promise<boolean> {
  const client = await worker.getBackend().client;
  if (client.status !== "ready") return false;
  const settled = new AbortController();
  // An answer that arrived while a chunk ran is read before the timeout applies.
  const timedOut = setTimeout(ANSWER_TIMEOUT_MS, false, { signal: settled.signal }).then(setImmediate);
  const answered = client.info().then(
    () => true,
    () => false,
  );
  return Promise.race([answered, timedOut]).finally(() => settled.abort());
}

export interface QueueWorkerOptions {
  /** Address of the Redis server, such as `redis://127.0.0.1:6379`. */
  readonly redis: string;
  /** URL of a module whose `importModule` loads strategies that Node cannot load, such as TypeScript. */
  readonly loader?: string;
  /** Executor of the trials, such as `workers({ threads: 1 })`; this thread by default. The worker does not close it. */
  readonly executor?: Executor;
  /** Seconds without a sign of life after which a worker's chunk goes to another worker; 15 by default. */
  readonly lostAfter?: number;
  /** Called after each chunk with its number of trials. */
  readonly onChunk?: (trials: number) => void;
}

/** A worker that takes chunks until it is closed. */
export interface QueueWorker {
  /** Checksum of the data whose trials it runs. */
  readonly checksum: string;
  close(): Promise<void>;
}

const OPTIONS: OptionNames<QueueWorkerOptions> = {
  redis: true,
  loader: true,
  executor: true,
  lostAfter: true,
  onChunk: true,
};

/** A chunk fails after this many workers were lost while running it. */
const MAX_LOST_WORKERS = 3;

/**
 * Takes chunks of trials on these data from a queue in Redis, one at a time, and answers with their rows. Chunks of other data go to other
 * workers. The strategy's file is loaded from the path in the chunk, and its hash must match.
 *
 * Throws PACKAGE_MISSING, and PARAMETER_OUT_OF_RANGE if Redis does not answer.
 *
 * @example
 * const worker = await queueWorker(data, { redis: "redis://127.0.0.1:6379" });
 */
export async function queueWorker(data: MarketData, options: QueueWorkerOptions): Promise<QueueWorker> {
  checkOptions("queueWorker", options, OPTIONS);
  const connection = redisAddress(options.redis);
  const lockMs = 1000 * checkNumber("lostAfter", options.lostAfter ?? 15, 0.5, 3600);
  const { Worker } = await loadBullMq();
  await checkRedisAnswers(connection);
  const checksum = dataChecksum(data);
  const executor = options.executor ?? inline(options.loader === undefined ? {} : { loader: options.loader });
  const strategies = new Map<string, Promise<LoadedStrategy>>();
  const strategyOf = ({ strategy, source }: TrialChunk["job"]): Promise<LoadedStrategy> => {
    if (source === undefined)
      throw new HindcastError(
        "STRATEGY_INVALID",
        `${strategy} needs its source (source: { file, export }), so that workers can load it`,
      );
    const key = JSON.stringify([source, strategy]);
    let loading = strategies.get(key);
    if (loading === undefined) {
      strategies.set(key, (loading = loadStrategy(strategy, source, options.loader)));
      // After a failure, the file may be corrected and is loaded again.
      loading.catch(() => strategies.delete(key));
    }
    return loading;
  };
  const worker = new Worker<QueuedChunk, QueueAnswer>(
    queueName(checksum),
    async ({ data: chunk }) => {
      try {
        const loaded = await strategyOf(chunk.job);
        const known = { ...chunk, job: withPartFunctions(chunk.job, loaded) };
        // A strategy that ends this process must do so before the answer, so that the chunk counts as lost.
        await executor.open({ strategy: loaded.strategy, source: chunk.job.source, data, checksum });
        let text = "";
        for await (const { rows } of executor.map([known])) text = rowsToText(rows);
        options.onChunk?.(chunk.trials.length);
        return { rows: text };
      } catch (error) {
        return { error: sentError(error), asker: chunk.asker };
      }
    },
    { connection, concurrency: 1, lockDuration: lockMs, stalledInterval: lockMs, maxStalledCount: MAX_LOST_WORKERS },
  );
  // The worker waits for an unreachable Redis; without a listener this error would end the process.
  worker.on("error", () => undefined);
  await worker.waitUntilReady();
  // If Redis does not answer, closing must be forced: BullMQ would wait for an answer.
  return { checksum, close: async () => worker.close(!(await redisAnswers(worker))) };
}
