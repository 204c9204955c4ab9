import type { Queue, QueueEvents, QueueEventsListener } from "bullmq";
import type { RedisWatch } from "./redis-watch.ts";

/** What is heard of single jobs. */
interface Ends extends QueueEventsListener {
  readonly [completed: `completed:${string}`]: (told: { readonly returnvalue: unknown }) => void;
  readonly [failed: `failed:${string}`]: (told: { readonly failedReason: string }) => void;
}

/** A job that Redis does not have any more, though its end was not heard: Redis came back without its data. */
export class JobGone extends Error {}

/**
 * What a job on a queue answers when it has ended; throws with the reason for which it failed, and `JobGone`. Whatever goes wrong meanwhile, such as a
 * connection that is closed, is an error of the caller: BullMQ's own `waitUntilFinished` throws past its caller then, which ends the process.
 */
export function endOfJob(queue: Queue, events: QueueEvents, id: string, watch: RedisWatch): Promise<unknown> {
  const [completed, failed] = [`completed:${id}`, `failed:${id}`] as const;
  let end: (answer: unknown) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const ended = new Promise<unknown>((resolve, reject) => ([end, fail] = [resolve, reject]));
  const onCompleted: Ends[typeof completed] = ({ returnvalue }) => end(returnvalue);
  const onFailed: Ends[typeof failed] = ({ failedReason }) => fail(new Error(failedReason));
  events.on<Ends>(completed, onCompleted).on<Ends>(failed, onFailed);
  let wasGone = false;
  const look = async (): Promise<void> => {
    const job = await queue.getJob(id);
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
