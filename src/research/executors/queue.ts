import type { Queue, QueueEvents, QueueEventsListener } from "bullmq";
import { checkRedisAnswers, loadBullMq, redisAddress, RedisWatch } from "./redis.ts";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { checkOptions } from "../../primitives/check-options.ts";
import { checkNumber, checkInteger } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { ChunkResult, TrialChunk } from "../trials/trial-job.ts";
import { type Executor, type Experiment, pooled, sourceOf } from "./executor.ts";
import { digestOf } from "../../primitives/sha256.ts";
import { fileHash } from "./load-strategy.ts";
import { type AskedChunk, chunkName, type QueueAnswer, queueName, rowsFromText } from "./queue-messages.ts";
import { RunnerCache } from "./runner-cache.ts";
import { receivedError } from "./sent-error.ts";

/** What is heard of single jobs. */
interface Ends extends QueueEventsListener {
  readonly [completed: `completed:${string}`]: (told: { readonly returnvalue: unknown }) => void;
  readonly [failed: `failed:${string}`]: (told: { readonly failedReason: string }) => void;
}

/** A job that Redis does not have any more, though its end was not heard: Redis came back without its data. */
class JobGone extends Error {}

/**
 * What a job on a queue answers when it has ended; throws with the reason for which it failed, and `JobGone`. Whatever goes wrong meanwhile, such as a
 * connection that is closed, is an error of the caller: BullMQ's own `waitUntilFinished` throws past its caller then, which ends the process.
 */
function endOfJob(jobs: Queue, events: QueueEvents, id: string, watch: RedisWatch): Promise<unknown> {
  const [completed, failed] = [`completed:${id}`, `failed:${id}`] as const;
  let end: (answer: unknown) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const ended = new Promise<unknown>((resolve, reject) => ([end, fail] = [resolve, reject]));
  const onCompleted: Ends[typeof completed] = ({ returnvalue }) => end(returnvalue);
  const onFailed: Ends[typeof failed] = ({ failedReason }) => fail(new Error(failedReason));
  events.on<Ends>(completed, onCompleted).on<Ends>(failed, onFailed);
  let wasGone = false;
  const look = async (): Promise<void> => {
    const job = await jobs.getJob(id);
    if (job?.finishedOn !== undefined) end(job.returnvalue);
    // One that has just failed is not kept, and is heard of a moment later.
    if (job === undefined && wasGone) fail(new JobGone());
    wasGone = job === undefined;
  };
  // It may have ended before its end could be heard.
  look().catch(fail);
  return watch.during(ended, look).finally(() => {
    events.off<Ends>(completed, onCompleted).off<Ends>(failed, onFailed);
  });
}

export interface QueueOptions {
  /** Address of the Redis, such as `redis://127.0.0.1:6379`. */
  readonly redis: string;
  /** Chunks that wait for workers at once; 32 by default, more than there are workers. */
  readonly ahead?: number;
  /** Address of a module whose `importModule` loads strategies that Node alone cannot, such as TypeScript: for the trial that is run again here. */
  readonly loader?: string;
  /** Seconds for which Redis may take no commands before the work fails; 60 by default. */
  readonly lostAfter?: number;
}

/** Answers stay for an hour, so that a sweep which is begun again finds them. */
const KEEP = { age: 3600, count: 10_000 };

/** A chunk whose Redis has lost it so often is given up. */
const MOST_GONE = 10;
/** How long a Redis that is gone may take to say goodbye. */
const GOODBYE_MS = 3000;

/**
 * Runs trials on other machines, over a queue on Redis. Workers (`hindcast worker`, or `queueWorker`) that have the same data, by checksum, and the same
 * file of the strategy, by its hash, take chunks from it. The chunk of a worker that dies goes to another. Needs the packages bullmq and
 * ioredis.
 *
 * Chunks that Redis has lost, as when it is started again without its data, are handed in again.
 *
 * Throws PACKAGE_MISSING, STRATEGY_INVALID without a source, PARAMETER_OUT_OF_RANGE for a Redis that cannot be used when the work begins, REDIS_LOST for one that
 * takes no commands for `lostAfter` seconds or refuses one, and WORKER_LOST for a chunk that ends every worker that tries it. Without workers it waits.
 *
 * @example
 * const executor = queue({ redis: "redis://127.0.0.1:6379" });
 * await sweep(averages, data, { params, executor, source: { file: "/srv/strategies/averages.js" } });
 * await executor.close();
 */
export function queue(options: QueueOptions): Executor {
  checkOptions("queue", options, { redis: true, ahead: true, loader: true, lostAfter: true });
  const connection = redisAddress(options.redis);
  const ahead = checkInteger("ahead", options.ahead ?? 32, 1, 10_000);
  const lostMs = 1000 * checkNumber("lostAfter", options.lostAfter ?? 60, 1, 86_400);
  let jobs: Queue | undefined;
  let watch: RedisWatch | undefined;
  let events: QueueEvents | undefined;
  let opened = "";
  let experiment = "";
  let here: Experiment | undefined;
  /** Hashes of the files of strategies that came without. */
  const hashes = new Map<string, string>();

  const close = async () => {
    watch?.stop();
    const closing = Promise.allSettled([jobs?.close(), events?.close()]);
    jobs = events = undefined;
    const settled = new AbortController();
    const late = setTimeout(GOODBYE_MS, undefined, { signal: settled.signal, ref: false }).catch(() => undefined);
    await Promise.race([closing, late]).finally(() => settled.abort());
  };

  /** A chunk that says which file it means: workers, and answers of before, may know it by another content. */
  const sealed = ({ job, trials }: TrialChunk): TrialChunk => {
    const { source } = job;
    const sourceHash = source && hashes.get(source.file);
    if (source === undefined || source.sourceHash !== undefined || sourceHash === undefined) return { job, trials };
    return { job: { ...job, id: digestOf({ id: job.id, sourceHash }), source: { ...source, sourceHash } }, trials };
  };

  const answered = async (chunk: TrialChunk, jobId: string, asker: string): Promise<QueueAnswer> => {
    const asked: AskedChunk = { ...chunk, asker };
    const [queued, heard, watched] = [jobs!, events!, watch!];
    for (let gone = 0; ; gone++) {
      try {
        await watched.during(queued.add("chunk", asked, { jobId, removeOnComplete: KEEP, removeOnFail: true }));
        return (await endOfJob(queued, heard, jobId, watched)) as QueueAnswer;
      } catch (error) {
        if (error instanceof JobGone && gone < MOST_GONE) continue;
        if (error instanceof HindcastError) throw error;
        const { trial, params } = chunk.trials[0]!;
        const cause = error instanceof Error ? error.message : String(error);
        const message = `no worker stayed alive until its trials were done (${cause}), in the trials from ${trial} on`;
        throw new HindcastError("WORKER_LOST", message, { trial, params, cause: error });
      }
    }
  };

  const run = async (given: TrialChunk): Promise<ChunkResult> => {
    // Trials that run again do so in this process, which holds the rows of other machines against its own.
    if (given.fresh === true) return new RunnerCache().run(given, here!.strategy, here!.data, options);
    const asker = experiment;
    const chunk = sealed(given);
    const name = chunkName(chunk);
    let answer = await answered(chunk, name, asker);
    // What went wrong for another experiment may have been put right since.
    if ("error" in answer && answer.asker !== asker) answer = await answered(chunk, `${name}-${asker}`, asker);
    if ("error" in answer) throw receivedError(answer.error);
    return { trials: given.trials, rows: rowsFromText(answer.rows) };
  };

  return {
    width: ahead,
    async open(given) {
      const source = sourceOf(given);
      const { checksum } = given;
      if (source.sourceHash === undefined) hashes.set(source.file, await fileHash(source.file));
      experiment = randomUUID();
      here = given;
      if (jobs !== undefined && opened === checksum) return;
      await close();
      const bullmq = await loadBullMq();
      await checkRedisAnswers(connection);
      jobs = new bullmq.Queue(queueName(checksum), { connection });
      events = new bullmq.QueueEvents(queueName(checksum), { connection });
      // A Redis that is away for a while is waited for; without a listener each try to reach it would be printed.
      events.on("error", () => undefined);
      watch = new RedisWatch(jobs, `${connection.host}:${connection.port}`, lostMs);
      await watch.during(events.waitUntilReady());
      opened = checksum;
    },
    map: (chunks, mapOptions) => pooled(chunks, ahead, run, mapOptions),
    close,
  };
}
