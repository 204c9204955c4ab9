import { randomUUID } from "node:crypto";
import type { Queue } from "bullmq";
import { HindcastError } from "../../primitives/errors.ts";

const LOOK_MS = 1000;

/** Work that waits for Redis, and how to see whether Redis still has what it waits for. */
interface Waiting {
  readonly fail: (error: Error) => void;
  readonly look: () => Promise<void>;
}

/**
 * Watches a Redis while work waits for it. Once a second it is given a small value to keep, which one that is full, that only reads or that forgot its
 * password refuses. Where it has taken none for `lostMs`, all that waits fails. The time is counted in looks, so that a busy thread loses no Redis.
 */
export class RedisWatch {
  readonly #queue: Queue;
  readonly #place: string;
  readonly #looks: number;
  readonly #key = `bull:hindcast-alive-${randomUUID()}`;
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #missed = 0;
  #isAsked = false;
  #trouble = "no answer";

  constructor(queue: Queue, place: string, lostMs: number) {
    this.#queue = queue;
    this.#place = place;
    this.#looks = Math.ceil(lostMs / LOOK_MS);
    queue.on("error", ({ message }) => (this.#trouble = message));
  }

  /** Work, or the failure to reach Redis meanwhile. `look` is called each time that Redis has answered. Throws REDIS_LOST. */
  async during<T>(work: Promise<T>, look: () => Promise<void> = () => Promise.resolve()): Promise<T> {
    let waiting: Waiting | undefined;
    const lost = new Promise<never>((_, reject) => (waiting = { fail: reject, look }));
    this.#waiting.add(waiting!);
    if (this.#timer === undefined) this.#missed = 0;
    // Connections keep the process alive, not looks at them.
    this.#timer ??= setInterval(() => this.#tick(), LOOK_MS).unref();
    try {
      return await Promise.race([work, lost]);
    } catch (error) {
      throw isRefusal(error) ? this.#lost(`refused a command (${error.message})`) : error;
    } finally {
      this.#waiting.delete(waiting!);
      if (this.#waiting.size === 0) this.stop();
    }
  }

  /** Ends the looks, as when the queue is closed. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    if (this.#missed++ >= this.#looks) {
      const error = this.#lost(`took none for ${this.#looks} seconds (${this.#trouble})`);
      for (const { fail } of this.#waiting) fail(error);
      return;
    }
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#ask()
      .catch((error: Error) => (this.#trouble = error.message))
      .finally(() => (this.#isAsked = false));
  }

  async #ask(): Promise<void> {
    const client = await this.#queue.getBackend().client;
    await client.set(this.#key, 1, { PX: 10 * LOOK_MS });
    this.#missed = 0;
    await Promise.all(Array.from(this.#waiting, ({ look }) => look()));
  }

  #lost(found: string): HindcastError {
    const message = `the Redis at ${this.#place} must take commands while trials run, ${found}`;
    return new HindcastError("REDIS_LOST", message, { redis: this.#place });
  }
}

/** What Redis itself answers to a command that it does not carry out. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && error.name === "ReplyError";
}
