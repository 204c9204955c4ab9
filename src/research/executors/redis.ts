import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import type * as BullMq from "bullmq";
import type { Queue } from "bullmq";
import { parameterError } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { loadPackage } from "../../primitives/load-package.ts";

/** Where a Redis is, as its client wants it. */
interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: Record<string, never>;
}

/** Reads `redis://user:password@host:port/database`, or `rediss://` for a connection with TLS. Throws PARAMETER_OUT_OF_RANGE. */
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

/** Longer than a connection over half of the world takes. */
const PATIENCE_MS = 10_000;

/**
 * Throws PARAMETER_OUT_OF_RANGE where no Redis keeps a value: nothing takes connections, the password is wrong, it is a replica or it is full. A Redis that goes away
 * later is waited for, but one that cannot be used when work begins is mostly an address that was mistyped. The message does not hold the password.
 */
export async function checkRedisAnswers(address: RedisAddress): Promise<void> {
  const { host, port } = address;
  const commands = commandsOf(address);
  const problem = await new Promise<string>((resolve) => {
    const to = { host, port, timeout: PATIENCE_MS };
    const socket = address.tls === undefined ? connect(to) : connectTls({ ...to, ...address.tls });
    const end = (found: string): void => {
      socket.destroy();
      resolve(found);
    };
    let answer = "";
    socket.once(address.tls === undefined ? "connect" : "secureConnect", () => {
      socket.write(commands.map(encoded).join(""));
    });
    socket.on("data", (data) => {
      answer += data.toString("latin1");
      const lines = answer.split("\r\n").slice(0, -1);
      const refused = lines.find((line) => line.startsWith("-"));
      if (refused !== undefined) end(refused.slice(1));
      else if (lines.length >= commands.length) end("");
    });
    socket.once("timeout", () => end("no answer"));
    socket.once("close", () => end("it closed the connection"));
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
  if (problem === "") return;
  throw parameterError("redis", `the address of a Redis that can be used (${problem})`, `${host}:${port}`);
}

function commandsOf({ username, password, db }: RedisAddress): readonly (readonly string[])[] {
  const login = password === undefined ? [] : [["AUTH", ...(username === undefined ? [] : [username]), password]];
  return [...login, ["SELECT", String(db)], ["SET", "bull:hindcast-can-be-written", "1", "PX", "1000"]];
}

/** A command as Redis reads it. */
function encoded(words: readonly string[]): string {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${parts.join("")}`;
}

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
      throw isRefusal(error) ? this.#lost(`rejected a command (${error.message})`) : error;
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
      const error = this.#lost(`accepted no commands for ${this.#looks} seconds (${this.#trouble})`);
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
    const message = `the Redis at ${this.#place} ${found}`;
    return new HindcastError("REDIS_LOST", message, { redis: this.#place });
  }
}

/** What Redis itself answers to a command that it does not carry out. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && error.name === "ReplyError";
}

type BullMqModule = typeof BullMq;

/**
 * The package that hands work to other machines over Redis, which not everybody needs: it is installed on its own, and loaded when it is first
 * asked for. Throws PACKAGE_MISSING.
 */
export function loadBullMq(load: () => Promise<BullMqModule> = () => import("bullmq")): Promise<BullMqModule> {
  return loadPackage(["bullmq", "ioredis"], "share trials over Redis", load);
}
