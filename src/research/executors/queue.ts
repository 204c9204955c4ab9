import type { Queue, QueueEvents, QueueEventsListener } from "bullmq";
import { checkRedisAnswers, loadBullMq, redisAddress, RedisWatch } from "./redis.ts";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { checkOptions } from "../../primitives/check-options.ts";
import { checkNumber, checkInteger } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { ChunkResult, TrialChunk } from "../trials/trial-job.ts";
import { type Executor, type Experiment, runPooled, sourceOf } from "./executor.ts";
import { digestOf } from "../../primitives/sha256.ts";
import { fileHash } from "./load-strategy.ts";
import { type QueuedChunk, chunkName, type QueueAnswer, queueName, rowsFromText } from "./queue-messages.ts";
import { RunnerCache } from "./runner-cache.ts";
import { receivedError } from "./sent-error.ts";

/** Events for the end of a single job in the queue. */
interface JobListener extends QueueEventsListener {
  readonly [completed: `completed:${string}`]: (event: { readonly returnvalue: unknown }) => void;
  readonly [failed: `failed:${string}`]: (event: { readonly failedReason: string }) => void;
}

/** Error for a job that Redis no longer has, since Redis restarted without its data. */
class JobMissing extends Error {}

/**
 * Waits for a job and returns its answer. Throws the reason of a failed job, and `JobMissing` for a lost job.
 *
 * Other failures, such as a closed connection, reject this promise. BullMQ's own `waitUntilFinished` throws them outside its promise, which
 * ends the process.
 */
function waitForJob(jobs: Queue, events: QueueEvents, id: string, watch: RedisWatch): Promise<unknown> {
  const [completed, failed] = [`completed:${id}`, `failed:${id}`] as const;
  let end: (answer: unknown) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const ended = new Promise<unknown>((resolve, reject) => ([end, fail] = [resolve, reject]));
  const onCompleted: JobListener[typeof completed] = ({ returnvalue }) => end(returnvalue);
  const onFailed: JobListener[typeof failed] = ({ failedReason }) => fail(new Error(failedReason));
  events.on<JobListener>(completed, onCompleted).on<JobListener>(failed, onFailed);
  let wasMissing = false;
  const look = async (): Promise<void> => {
    const job = await jobs.getJob(id);
    if (job?.finishedOn !== undefined) end(job.returnvalue);
    // A job counts as missing only at the second look, since the event of a removed job may arrive a moment later.
    if (job === undefined && wasMissing) fail(new JobMissing());
    wasMissing = job === undefined;
  };
  // The job is looked up at once, since it may have ended before the listeners were added.
  look().catch(fail);
  return watch.during(ended, look).finally(() => {
    events.off<JobListener>(completed, onCompleted).off<JobListener>(failed, onFailed);
  });
}

export interface QueueOptions {
  /** Address of the Redis server, such as `redis://127.0.0.1:6379`. */
  readonly redis: string;
  /** Maximum number of chunks of trials in the queue. 32 by default. Use more than the number of workers. */
  readonly ahead?: number;
  /**
   * URL of a module whose `importModule` loads strategies in TypeScript. Used for trials that are repeated in this
   * process.
   */
  readonly loader?: string;
  /** Seconds for which Redis accepts no command until the experiment fails. 60 by default. */
  readonly lostAfter?: number;
}

/** Redis keeps answers for an hour, so that a restarted sweep finds them. */
const RETENTION = { age: 3600, count: 10_000 };

/** Number of times that Redis may lose a chunk until the chunk fails. */
const MAX_RESUBMITS = 10;
/** Maximum time for which closing waits for an unreachable Redis. */
const CLOSE_TIMEOUT_MS = 3000;

/**
 * Runs trials on other machines through a queue in Redis. Workers (`hindcast worker`, or `queueWorker`) with the same data and the same
 * strategy file, both compared by hash, take chunks of trials from the queue. If a worker dies, another takes its chunk. Needs the packages bullmq and
 * ioredis.
 *
 * Chunks that Redis has lost, for example by a restart without its data, are submitted again. Without workers the executor waits.
 *
 * Throws PACKAGE_MISSING, STRATEGY_INVALID without a source, and PARAMETER_OUT_OF_RANGE if Redis is unusable at the start. Throws
 * REDIS_LOST if Redis accepts no commands for `lostAfter` seconds or rejects one, and WORKER_LOST for a chunk that ends every worker that
 * tries it.
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
  let experimentId = "";
  let localExperiment: Experiment | undefined;
  /** Hashes of strategy files, by file, for sources that have no hash. */
  const hashes = new Map<string, string>();

  const close = async () => {
    watch?.stop();
    const closing = Promise.allSettled([jobs?.close(), events?.close()]);
    jobs = events = undefined;
    const settled = new AbortController();
    const late = setTimeout(CLOSE_TIMEOUT_MS, undefined, { signal: settled.signal, ref: false }).catch(() => undefined);
    await Promise.race([closing, late]).finally(() => settled.abort());
  };

  /** Adds the hash of the strategy's file, since a worker or a stored answer may be of another version of the file. */
  const withSourceHash = ({ job, trials }: TrialChunk): TrialChunk => {
    const { source } = job;
    const sourceHash = source && hashes.get(source.file);
    if (source === undefined || source.sourceHash !== undefined || sourceHash === undefined) return { job, trials };
    return { job: { ...job, id: digestOf({ id: job.id, sourceHash }), source: { ...source, sourceHash } }, trials };
  };

  const submit = async (chunk: TrialChunk, jobId: string, asker: string): Promise<QueueAnswer> => {
    const queuedChunk: QueuedChunk = { ...chunk, asker };
    const [queued, heard, watched] = [jobs!, events!, watch!];
    for (let resubmits = 0; ; resubmits++) {
      try {
        await watched.during(
          queued.add("chunk", queuedChunk, { jobId, removeOnComplete: RETENTION, removeOnFail: true }),
        );
        return (await waitForJob(queued, heard, jobId, watched)) as QueueAnswer;
      } catch (error) {
        if (error instanceof JobMissing && resubmits < MAX_RESUBMITS) continue;
        if (error instanceof HindcastError) throw error;
        const { trial, params } = chunk.trials[0]!;
        const cause = error instanceof Error ? error.message : String(error);
        const message = `every worker that ran the trials from trial ${trial} on was lost (${cause})`;
        throw new HindcastError("WORKER_LOST", message, { trial, params, cause: error });
      }
    }
  };

  const run = async (original: TrialChunk): Promise<ChunkResult> => {
    // Trials that are repeated to verify rows of other machines run in this process.
    if (original.fresh === true)
      return new RunnerCache().run(original, localExperiment!.strategy, localExperiment!.data, options);
    const asker = experimentId;
    const chunk = withSourceHash(original);
    const name = chunkName(chunk);
    let answer = await submit(chunk, name, asker);
    // A stored error of another experiment is not final, since its cause may be fixed.
    if ("error" in answer && answer.asker !== asker) answer = await submit(chunk, `${name}-${asker}`, asker);
    if ("error" in answer) throw receivedError(answer.error);
    return { trials: original.trials, rows: rowsFromText(answer.rows) };
  };

  return {
    width: ahead,
    async open(experimentToRun) {
      const source = sourceOf(experimentToRun);
      const { checksum } = experimentToRun;
      if (source.sourceHash === undefined) hashes.set(source.file, await fileHash(source.file));
      experimentId = randomUUID();
      localExperiment = experimentToRun;
      if (jobs !== undefined && opened === checksum) return;
      await close();
      const bullmq = await loadBullMq();
      await checkRedisAnswers(connection);
      jobs = new bullmq.Queue(queueName(checksum), { connection });
      events = new bullmq.QueueEvents(queueName(checksum), { connection });
      // The queue waits while Redis is unreachable. Without a listener, every failed connection would be printed.
      events.on("error", () => undefined);
      watch = new RedisWatch(jobs, `${connection.host}:${connection.port}`, lostMs);
      await watch.during(events.waitUntilReady());
      opened = checksum;
    },
    map: (chunks, mapOptions) => runPooled(chunks, ahead, run, mapOptions),
    close,
  };
}
