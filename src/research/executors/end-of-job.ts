import type { Queue, QueueEvents, QueueEventsListener } from "bullmq";

/** What is told of single jobs. */
interface Ends extends QueueEventsListener {
  readonly [completed: `completed:${string}`]: (told: { readonly returnvalue: unknown }) => void;
  readonly [failed: `failed:${string}`]: (told: { readonly failedReason: string }) => void;
}

/**
 * What a job on a queue answers when it has ended; throws with the reason for which it failed. Whatever goes wrong meanwhile, such as a connection that is closed,
 * is told to whoever waits: BullMQ's own `waitUntilFinished` throws past its caller then, which ends the process.
 */
export function endOfJob(queue: Queue, events: QueueEvents, id: string): Promise<unknown> {
  const [completed, failed] = [`completed:${id}`, `failed:${id}`] as const;
  let forget: () => void = () => undefined;
  return new Promise<unknown>((resolve, reject) => {
    const onCompleted: Ends[typeof completed] = ({ returnvalue }) => resolve(returnvalue);
    const onFailed: Ends[typeof failed] = ({ failedReason }) => reject(new Error(failedReason));
    events.on<Ends>(completed, onCompleted).on<Ends>(failed, onFailed);
    forget = () => void events.off<Ends>(completed, onCompleted).off<Ends>(failed, onFailed);
    // It may have ended before anybody listened; one that has failed is not kept.
    const look = async (): Promise<void> => {
      const job = await queue.getJob(id);
      if (job === undefined) throw new Error("it is gone from the queue");
      if (job.finishedOn !== undefined) resolve(job.returnvalue);
    };
    look().catch(reject);
  }).finally(forget);
}
