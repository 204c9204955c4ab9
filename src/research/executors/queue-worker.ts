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
import { type LoadedStrategy, loadStrategy, withParts } from "./load-strategy.ts";
import { type AskedChunk, type QueueAnswer, queueName, rowsToText } from "./queue-messages.ts";
import { sentError } from "./sent-error.ts";

/** Longer than a Redis that is there takes for a few words. */
const PATIENCE_MS = 3000;

/** Whether the Redis of a worker, which was there when the worker began, still answers. */
async function stillAnswers(worker: Worker): Promise<boolean> {
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

export interface QueueWorkerOptions {
  /** Address of the Redis, such as `redis://127.0.0.1:6379`. */
  readonly redis: string;
  /** Address of a module whose `importModule` loads strategies that Node alone cannot, such as TypeScript. */
  readonly loader?: string;
  /** What runs the trials, such as `workers({ threads: 1 })`; this thread by default. It stays open. */
  readonly executor?: Executor;
  /** Seconds after which the chunk of a worker that has fallen silent goes to another; 15 by default. */
  readonly lostAfter?: number;
  /** Is told the number of trials of each chunk that is done. */
  readonly onChunk?: (trials: number) => void;
}

/** A worker that listens until it is closed. */
export interface QueueWorker {
  /** Checksum of the data whose trials it takes. */
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

/** A chunk that has taken so many workers with it is given up. */
const MOST_LOST = 3;

/**
 * Takes chunks of trials over these data from a queue on Redis, one at a time, and answers with their rows. Chunks of other data go to other workers. The
 * strategy's file is loaded where the chunk says that it is, and must be the very same, by its hash.
 *
 * Throws PACKAGE_MISSING, and PARAMETER_OUT_OF_RANGE where no Redis answers.
 *
 * @example
 * const worker = await queueWorker(data, { redis: "redis://127.0.0.1:6379" });
 */
export async function queueWorker(data: MarketData, options: QueueWorkerOptions): Promise<QueueWorker> {
  checkOptions("queueWorker", options, OPTIONS);
  const connection = redisAddress(options.redis);
  const lost = 1000 * checkNumber("lostAfter", options.lostAfter ?? 15, 0.5, 3600);
  const { Worker } = await loadBullMq();
  await checkRedisAnswers(connection);
  const checksum = dataChecksum(data);
  const executor = options.executor ?? inline(options.loader === undefined ? {} : { loader: options.loader });
  const strategies = new Map<string, Promise<LoadedStrategy>>();
  const strategyOf = ({ strategy, source }: TrialChunk["job"]): Promise<LoadedStrategy> => {
    if (source === undefined) throw new HindcastError("STRATEGY_INVALID", `${strategy} must come with its source`);
    const key = JSON.stringify([source, strategy]);
    let loading = strategies.get(key);
    if (loading === undefined) {
      strategies.set(key, (loading = loadStrategy(strategy, source, options.loader)));
      // Whoever puts the right file in its place must not be handed the old error.
      loading.catch(() => strategies.delete(key));
    }
    return loading;
  };
  const worker = new Worker<AskedChunk, QueueAnswer>(
    queueName(checksum),
    async ({ data: chunk }) => {
      try {
        const loaded = await strategyOf(chunk.job);
        const known = { ...chunk, job: withParts(chunk.job, loaded) };
        // What ends this process ends it before the answer, so that the chunk is known to be lost.
        await executor.open({ strategy: loaded.strategy, source: chunk.job.source, data, checksum });
        let text = "";
        for await (const { rows } of executor.map([known])) text = rowsToText(rows);
        options.onChunk?.(chunk.trials.length);
        return { rows: text };
      } catch (error) {
        return { error: sentError(error), asker: chunk.asker };
      }
    },
    { connection, concurrency: 1, lockDuration: lost, stalledInterval: lost, maxStalledCount: MOST_LOST },
  );
  // A Redis that is away for a while is waited for; without a listener its absence would end the process.
  worker.on("error", () => undefined);
  await worker.waitUntilReady();
  // Without Redis nobody hears a goodbye, and BullMQ would wait for one who does.
  return { checksum, close: async () => worker.close(!(await stillAnswers(worker))) };
}
