import { checkWhole } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { ChunkResult, TrialChunk } from "../trials/trial-job.ts";
import type { Executor } from "./executor.ts";
import { checkRedisAnswers } from "./answering-redis.ts";
import { loadBullMq, type BullMqModule } from "./load-bullmq.ts";
import { pooled } from "./pooled.ts";
import { chunkName, queueName, rowsFromText, type QueueAnswer } from "./queue-messages.ts";
import { redisAddress } from "./redis-address.ts";
import { receivedError } from "./sent-error.ts";

export interface QueueOptions {
  /** Address of the Redis, such as `redis://127.0.0.1:6379`. */
  readonly redis: string;
  /** Chunks that wait for workers at once; 32 by default, more than there are workers. */
  readonly ahead?: number;
}

/** Answers stay for an hour, so that a sweep which is begun again finds them. */
const KEEP = { age: 3600, count: 10_000 };

/**
 * Runs trials on other machines, over a queue on Redis. Workers (`hindcast worker`, or `queueWorker`) that have the same data, by checksum, and the same
 * file of the strategy, by its hash, take chunks from it. The chunk of a worker that dies goes to another. Needs the packages bullmq and
 * ioredis.
 *
 * Throws PACKAGE_MISSING, STRATEGY_INVALID without a source, a `RangeError` where no Redis answers, and WORKER_LOST for a chunk that ends every worker that tries it. Without
 * workers it waits.
 *
 * @example
 * const executor = queue({ redis: "redis://127.0.0.1:6379" });
 * await sweep(averages, data, { params, executor, source: { file: "/srv/strategies/averages.js" } });
 * await executor.close();
 */
export function queue(options: QueueOptions): Executor {
  const connection = redisAddress(options.redis);
  const ahead = checkWhole("ahead", options.ahead ?? 32, 1, 10_000);
  let jobs: InstanceType<BullMqModule["Queue"]> | undefined;
  let events: InstanceType<BullMqModule["QueueEvents"]> | undefined;
  let opened = "";

  const close = async () => {
    await Promise.all([jobs?.close(), events?.close()]);
    jobs = events = undefined;
  };

  const run = async (chunk: TrialChunk): Promise<ChunkResult> => {
    const job = await jobs!.add("chunk", chunk, {
      jobId: chunkName(chunk),
      removeOnComplete: KEEP,
      removeOnFail: true,
    });
    let answer: QueueAnswer;
    try {
      answer = (await job.waitUntilFinished(events!)) as QueueAnswer;
    } catch (error) {
      const { trial, params } = chunk.trials[0]!;
      const cause = error instanceof Error ? error.message : String(error);
      const message = `a worker must stay alive until its trials are done, none did (${cause}), in the trials from ${trial} on`;
      throw new HindcastError("WORKER_LOST", message, { trial, params, cause: error });
    }
    if ("error" in answer) {
      // Whoever mends the strategy's file must not be handed the old error.
      await job.remove().catch(() => undefined);
      throw receivedError(answer.error);
    }
    return { trials: chunk.trials, rows: rowsFromText(answer.rows) };
  };

  return {
    width: ahead,
    async open({ strategy, source, checksum }) {
      if (source === undefined) {
        const message = `${strategy.name} must come with its source (source: { file, export }) so that workers can load it, came without`;
        throw new HindcastError("STRATEGY_INVALID", message, { strategy: strategy.name });
      }
      if (jobs !== undefined && opened === checksum) return;
      await close();
      const { Queue, QueueEvents } = await loadBullMq();
      await checkRedisAnswers(connection);
      jobs = new Queue(queueName(checksum), { connection });
      events = new QueueEvents(queueName(checksum), { connection });
      // Every chunk that waits listens for its end.
      for (const each of [jobs, events]) each.setMaxListeners(2 * ahead + 10);
      // A Redis that is away for a while is waited for; without a listener each try to reach it would be printed.
      jobs.on("error", () => undefined);
      events.on("error", () => undefined);
      await events.waitUntilReady();
      opened = checksum;
    },
    map: (chunks, mapOptions) => pooled(chunks, ahead, run, mapOptions),
    close,
  };
}
