import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import type * as BullMq from "bullmq";
import type { Queue } from "bullmq";
import { parameterError } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { loadPackage } from "../../primitives/load-package.ts";

/** Address of a Redis server, in the form that its client expects. */
interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: Record<string, never>;
}

/** Parses `redis://user:password@host:port/database`, or `rediss://` for TLS. Throws PARAMETER_OUT_OF_RANGE. */
export function redisAddress(url: string): RedisAddress {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const db = Number(parsed?.pathname.replace(/^\//, "") ?? "");
  if (parsed === undefined || !/^rediss?:$/.test(parsed.protocol) || parsed.hostname === "" || !Number.isInteger(db)) {
    throw parameterError("redis", "an address such as redis://127.0.0.1:6379", url);
  }
  return {
    host: parsed.hostname.replace(/^\[(?<host>.*)\]$/, "$<host>"),
    port: parsed.port === "" ? 6379 : Number(parsed.port),
    db,
    ...(parsed.username !== "" && { username: decodeURIComponent(parsed.username) }),
    ...(parsed.password !== "" && { password: decodeURIComponent(parsed.password) }),
    ...(parsed.protocol === "rediss:" && { tls: {} }),
  };
}

/** Time to wait for Redis at the first connection. */
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Checks that a Redis accepts connections, the password and writes. Throws PARAMETER_OUT_OF_RANGE if not, for example for a replica or a
 * full server. The message does not contain the password.
 *
 * A Redis that is unusable at the start usually means a mistyped address, so there is no waiting.
 */
export async function checkRedisAnswers(address: RedisAddress): Promise<void> {
  const { host, port } = address;
  const commands = probeCommands(address);
  const problem = await new Promise<string>((resolve) => {
    const to = { host, port, timeout: ANSWER_TIMEOUT_MS };
    const socket = address.tls === undefined ? connect(to) : connectTls({ ...to, ...address.tls });
    const end = (found: string): void => {
      socket.destroy();
      resolve(found);
    };
    let answer = "";
    socket.once(address.tls === undefined ? "connect" : "secureConnect", () => {
      socket.write(commands.map(encodeCommand).join(""));
    });
    socket.on("data", (data) => {
      answer += data.toString("latin1");
      const lines = answer.split("\r\n").slice(0, -1);
      const rejected = lines.find((line) => line.startsWith("-"));
      if (rejected !== undefined) end(rejected.slice(1));
      else if (lines.length >= commands.length) end("");
    });
    socket.once("timeout", () => end("no answer"));
    socket.once("close", () => end("it closed the connection"));
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
  if (problem === "") return;
  throw parameterError("redis", `the address of a usable Redis (${problem})`, `${host}:${port}`);
}

function probeCommands({ username, password, db }: RedisAddress): readonly (readonly string[])[] {
  const login = password === undefined ? [] : [["AUTH", ...(username === undefined ? [] : [username]), password]];
  return [...login, ["SELECT", String(db)], ["SET", "bull:hindcast-can-be-written", "1", "PX", "1000"]];
}

/** Encodes a command in the Redis protocol. */
function encodeCommand(words: readonly string[]): string {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${parts.join("")}`;
}

const CHECK_INTERVAL_MS = 1000;

/** Work that waits for an answer in Redis. `check` tests whether Redis still has the job of the work. */
interface Waiting {
  readonly fail: (error: Error) => void;
  readonly check: () => Promise<void>;
}

/**
 * Watches a Redis while work waits for it. Once a second it writes a small value, which a server that is full, read-only or unauthenticated
 * rejects. After `lostMs` without an accepted write, all waiting work fails. Time is counted in checks, so that a busy thread does not
 * cause a false alarm.
 */
export class RedisWatch {
  readonly #queue: Queue;
  readonly #place: string;
  readonly #maxMissed: number;
  readonly #key = `bull:hindcast-alive-${randomUUID()}`;
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #missed = 0;
  #isChecking = false;
  #lastError = "no answer";

  constructor(queue: Queue, place: string, lostMs: number) {
    this.#queue = queue;
    this.#place = place;
    this.#maxMissed = Math.ceil(lostMs / CHECK_INTERVAL_MS);
    queue.on("error", ({ message }) => (this.#lastError = message));
  }

  /** Waits for work. Calls `check` each time Redis has answered. Throws REDIS_LOST if Redis becomes unreachable. */
  async during<T>(work: Promise<T>, check: () => Promise<void> = () => Promise.resolve()): Promise<T> {
    let waiting: Waiting | undefined;
    const lost = new Promise<never>((_, reject) => (waiting = { fail: reject, check }));
    this.#waiting.add(waiting!);
    if (this.#timer === undefined) this.#missed = 0;
    // The timer must not keep the process alive.
    this.#timer ??= setInterval(() => this.#tick(), CHECK_INTERVAL_MS).unref();
    try {
      return await Promise.race([work, lost]);
    } catch (error) {
      throw isRejection(error) ? this.#lost(`rejected a command (${error.message})`) : error;
    } finally {
      this.#waiting.delete(waiting!);
      if (this.#waiting.size === 0) this.stop();
    }
  }

  /** Stops watching Redis, for example when the queue is closed. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    if (this.#missed++ >= this.#maxMissed) {
      const error = this.#lost(`accepted no commands for ${this.#maxMissed} seconds (${this.#lastError})`);
      for (const { fail } of this.#waiting) fail(error);
      return;
    }
    if (this.#isChecking) return;
    this.#isChecking = true;
    this.#check()
      .catch((error: Error) => (this.#lastError = error.message))
      .finally(() => (this.#isChecking = false));
  }

  async #check(): Promise<void> {
    const client = await this.#queue.getBackend().client;
    await client.set(this.#key, 1, { PX: 10 * CHECK_INTERVAL_MS });
    this.#missed = 0;
    await Promise.all(Array.from(this.#waiting, ({ check }) => check()));
  }

  #lost(found: string): HindcastError {
    const message = `the Redis at ${this.#place} ${found}`;
    return new HindcastError("REDIS_LOST", message, { redis: this.#place });
  }
}

/** Whether an error is the rejection of a command by Redis. */
function isRejection(error: unknown): error is Error {
  return error instanceof Error && error.name === "ReplyError";
}

type BullMqModule = typeof BullMq;

/** Loads bullmq, an optional package that must be installed separately. Throws PACKAGE_MISSING. */
export function loadBullMq(load: () => Promise<BullMqModule> = () => import("bullmq")): Promise<BullMqModule> {
  return loadPackage(["bullmq", "ioredis"], "share trials over Redis", load);
}
