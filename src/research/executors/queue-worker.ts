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

/** Time to wait for the answer of Redis to a short command. */
const ANSWER_TIMEOUT_MS = 3000;

/** Whether the Redis server of a worker still answers. */
async function redisAnswers(worker: Worker): Promise<boolean> {
  const client = await worker.getBackend().client;
  if (client.status !== "ready") return false;
  const settled = new AbortController();
  // `setImmediate` lets an answer be read that arrived while trials blocked this thread.
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
  /** URL of a module whose `importModule` loads strategies in TypeScript. */
  readonly loader?: string;
  /** Executor of the trials, such as `workers({ threads: 1 })`. By default trials run in this thread. Closing the worker leaves it open. */
  readonly executor?: Executor;
  /** Seconds without a sign of life after which another worker takes over this worker's trials. 15 by default. */
  readonly lostAfter?: number;
  /** Called after each chunk with the number of its trials. */
  readonly onChunk?: (trials: number) => void;
}

/** A worker that takes chunks of trials until it is closed. */
export interface QueueWorker {
  /** Checksum of the data over which the worker runs trials. */
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

/** Number of lost workers after which a chunk fails. */
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
      // A strategy that failed to load is loaded again next time, since its file may be corrected.
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
        // The chunk ends before its answer is sent. If the strategy ends this process, the chunk then counts as lost.
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
  // The worker waits while Redis is unreachable. Without a listener, the error would end the process.
  worker.on("error", () => undefined);
  await worker.waitUntilReady();
  // Closing is forced if Redis does not answer, since BullMQ would wait for an answer.
  return { checksum, close: async () => worker.close(!(await redisAnswers(worker))) };
}
