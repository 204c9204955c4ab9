import { MessageChannel, receiveMessageOnPort, type ResourceLimits, Worker } from "node:worker_threads";
import {
  BACKTEST_LIMITS,
  BacktestLimitError,
  type BacktestLimits,
  memoryExceeded,
  MIB,
  resultTooLarge,
  timeExceeded,
} from "./backtest-limits.ts";
import { extname } from "node:path";
import { HindcastError } from "../../primitives/errors.ts";
import { receivedError } from "../../research/executors/sent-error.ts";
import { ApiError, stateUnwritable } from "../errors/api-error.ts";
import type { StateStore } from "../store/state-store.ts";
import type {
  AskedBacktest,
  BacktestMessage,
  BacktestOutcome,
  BacktestSpec,
  ThreadSpec,
  BacktestStanding,
  BacktestThreads,
} from "./backtest-spec.ts";
import { BacktestTable } from "./backtest-table.ts";

/**
 * MiB by which the heap of a thread may grow beyond its limit before V8 ends it. V8 has no object larger than 1 GiB, so an allocation that begins below
 * the limit always succeeds: one that fails in a thread ends the whole process, limits of the thread or not.
 */
const ROOM_MB = 1_536;

/** What V8 holds a thread to, should nobody look. */
function heapLimits(memoryMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb: memoryMb + ROOM_MB };
}

/**
 * Memory of the process that is not of the server's own thread: that of the threads of backtests, their heaps and their arrays outside of them. Node 20
 * tells of a busy thread nothing else.
 */
class ThreadMemory {
  #before = 0;

  /** What there is now is none of those that begin. */
  begin(): void {
    this.#before = beside();
  }

  /** MiB since then. */
  get grownMb(): number {
    return (beside() - this.#before) / MIB;
  }
}

function beside(): number {
  const { rss, heapTotal, external } = process.memoryUsage();
  return rss - heapTotal - external;
}

/**
 * Whose backtest begins next: that of the key with the fewest that run, and among these of the key whose last one began the longest ago. Those of one key
 * begin in the order in which they came.
 */
class Turns {
  /** When a backtest of a key last began, counted in beginnings. */
  readonly #last = new Map<string, number>();
  #count = 0;

  /** The next one; undefined where none waits. */
  next(all: readonly Backtest[]): Backtest | undefined {
    const running = new Map<string, number>();
    for (const { worker, asked } of all)
      if (worker !== undefined) running.set(asked.keyId, (running.get(asked.keyId) ?? 0) + 1);
    const load = ({ asked }: Backtest): number => running.get(asked.keyId) ?? 0;
    const turn = ({ asked }: Backtest): number => this.#last.get(asked.keyId) ?? 0;
    let next: Backtest | undefined;
    for (const one of all) {
      if (one.status !== "queued") continue;
      if (next === undefined || load(one) < load(next) || (load(one) === load(next) && turn(one) < turn(next)))
        next = one;
    }
    return next;
  }

  begun({ asked }: Backtest): void {
    this.#last.set(asked.keyId, ++this.#count);
  }
}

/** Seconds after which to ask again when they are all taken. */
const RETRY_SECONDS = 5;

/** Milliseconds between two looks at what runs, and at what is kept. */
const LOOK_MS = 50;
const SWEEP_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Runs of a backtest that begin without an end, for their server does not stay alive, before it is given up. */
const MOST_LOST = 3;

/** A backtest of a key. Times are market time, epoch milliseconds; NaN for what has not happened. */
export interface Backtest extends Writable<BacktestStanding> {
  readonly number: number;
  readonly asked: AskedBacktest;
  /** What its thread is given, made when its turn comes. Throws where it cannot run any more. */
  readonly spec: () => BacktestSpec;
  /** Market time of its session. */
  readonly clock: () => number;
  /** Runs of it that had begun when an earlier server was lost. */
  readonly lost: number;
  worker: Worker | undefined;
  /** When its run began, by `performance.now()`. */
  runsSince: number;
  /** Nothing else has run since its run began: what memory grew by is its own. */
  ranAlone: boolean;
  /** It waits until it can run alone, for several together took too much memory. */
  mustRunAlone: boolean;
  /** When it ended by the real clock, NaN before, and bytes of what came of it. */
  endedAt: number;
  bytes: number;
}

type Writable<Record> = { -readonly [Member in keyof Record]: Record[Member] };

/** Milliseconds after which a beginning that could not be written is tried again. */
const BEGIN_AGAIN_MS = 1_000;

/** How one stands that waits. */
export const QUEUED: BacktestStanding = {
  status: "queued",
  progress: 0,
  startedAt: NaN,
  finishedAt: NaN,
  error: null,
  fingerprint: null,
};

/** One of which nothing runs. */
const IDLE = { worker: undefined, runsSince: NaN, ranAlone: false, mustRunAlone: false } as const;

/**
 * The backtests of a server: they wait in line for a thread, each runs in one of its own, and what came of them is kept for a while. All are on
 * disk, where the state is; those that had not ended when the process did run again from their beginning, unless they have taken it along too often.
 * Keys take turns, and what goes beyond a limit of time, memory or result is ended and has failed.
 */
export class Backtests {
  readonly threads: BacktestThreads;
  readonly limits: BacktestLimits;
  readonly #wallClock: () => number;
  readonly #table: BacktestTable;
  readonly #turns = new Turns();
  readonly #memory = new ThreadMemory();
  #looking: NodeJS.Timeout | undefined;
  #retrying: NodeJS.Timeout | undefined;
  #sweeping: NodeJS.Timeout | undefined;
  readonly #all: Backtest[] = [];
  /** Those that have failed, but are still in line on disk. */
  readonly #unkept = new Set<Backtest>();
  #running = 0;
  #closed = false;
  readonly #listeners = new Set<(backtest: Backtest) => void>();

  constructor(
    threads: BacktestThreads,
    store: StateStore,
    limits: BacktestLimits = BACKTEST_LIMITS,
    wallClock: () => number = Date.now,
  ) {
    this.threads = threads;
    this.limits = limits;
    this.#wallClock = wallClock;
    this.#table = new BacktestTable(store);
  }

  /** Takes those over that are kept, and goes on with the ones that wait. Of each is said what its thread is given and what its clock is. */
  resume(again: (asked: AskedBacktest) => Pick<Backtest, "spec" | "clock">): void {
    for (const stored of this.#table.all()) {
      const backtest = { ...stored, ...again(stored.asked), ...IDLE };
      this.#all.push(backtest);
      if (backtest.lost >= MOST_LOST) this.#fail(backtest, serverLost());
    }
    this.#sweeping = setInterval(() => this.#sweep(), SWEEP_MS).unref();
    this.#sweep();
    this.#next();
  }

  /** Those of a key, the oldest first. */
  of(keyId: string): readonly Backtest[] {
    return this.#all.filter(({ asked }) => asked.keyId === keyId);
  }

  /** How many are in a state. */
  count(status: Backtest["status"]): number {
    return this.#all.filter((one) => one.status === status).length;
  }

  /** Throws BACKTEST_NOT_FOUND. */
  find(keyId: string, id: string): Backtest {
    const found = this.#all.find((one) => one.asked.keyId === keyId && backtestId(one) === id);
    if (found === undefined) throw new ApiError("BACKTEST_NOT_FOUND", "the key has no backtest of this id", { id });
    return found;
  }

  /**
   * Puts one in line; it is on disk then. Throws RATE_LIMIT_EXCEEDED when too many of the key wait already, SERVICE_UNAVAILABLE when the state
   * cannot be written.
   */
  add(asked: AskedBacktest, spec: () => BacktestSpec, clock: () => number): Backtest {
    const { openPerKey, keptPerKey } = this.limits;
    const own = this.of(asked.keyId);
    const open = own.filter(({ finishedAt }) => Number.isNaN(finishedAt)).length;
    if (open >= openPerKey) {
      const message = `at most ${openPerKey} backtests of a key may wait or run, there are ${open}`;
      // A place becomes free when one of them ends, whenever that is.
      const details = { limit: openPerKey, open, window_seconds: null, retry_after: RETRY_SECONDS, reset_at: null };
      const headers = { "retry-after": String(RETRY_SECONDS) };
      throw new ApiError("RATE_LIMIT_EXCEEDED", message, details, { headers });
    }
    const done = own.filter(({ finishedAt }) => !Number.isNaN(finishedAt));
    const forgotten = done.length >= keptPerKey ? done[0] : undefined;
    const number = written(() => this.#table.add(asked, forgotten?.number));
    if (forgotten !== undefined) this.#all.splice(this.#all.indexOf(forgotten), 1);
    const added = { number, asked, spec, clock, ...QUEUED, ...IDLE, lost: 0, endedAt: NaN, bytes: 0 };
    this.#all.push(added);
    this.#tell(added);
    this.#next();
    return added;
  }

  /** Ends one that waits or runs; one that has ended stays as it is. Throws SERVICE_UNAVAILABLE when the state cannot be written. */
  cancel(backtest: Backtest): void {
    if (backtest.status === "queued" || backtest.status === "running")
      written(() => this.#finish(backtest, { status: "canceled" }));
  }

  /** What came of one that is completed. */
  outcome({ number }: Backtest): BacktestOutcome {
    return this.#table.outcome(number);
  }

  /** Calls a listener whenever one begins, gets on or ends; what is given back ends that. */
  onChange(listener: (backtest: Backtest) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends all threads. What runs or waits stays in line on disk, as if it had not begun. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweeping);
    clearInterval(this.#looking);
    clearTimeout(this.#retrying);
    await Promise.all(this.#all.flatMap(({ worker }) => (worker === undefined ? [] : [worker.terminate()])));
    for (const backtest of this.#all)
      if (backtest.status === "running" || this.#unkept.has(backtest)) this.#takeBack(backtest);
  }

  #next(): void {
    while (!this.#closed && this.#running < this.threads.threads) {
      const next = this.#turns.next(this.#all);
      if (next === undefined || !this.#mayBegin(next)) return;
      try {
        if (!this.#begin(next)) return;
        next.status = "running";
        next.startedAt = next.clock();
        this.#turns.begun(next);
        this.#tell(next);
        this.#start(next, next.spec());
      } catch (error) {
        this.#fail(next, error);
      }
    }
  }

  /** What begins for the last time runs alone, and what ran when memory went beyond its limit: none has failed because of another. */
  #mayBegin(backtest: Backtest): boolean {
    const isForItself = ({ lost, mustRunAlone }: Backtest): boolean => mustRunAlone || lost >= MOST_LOST - 1;
    const isOneAlone = this.#all.some((one) => one.worker !== undefined && isForItself(one));
    return this.#running === 0 || (!isForItself(backtest) && !isOneAlone);
  }

  /**
   * Counts a beginning, on disk before anything runs that could end the process. Where the disk is full all go on waiting, and it is tried again. Throws
   * STATE_INVALID where another program has the state locked: each attempt would keep the server waiting.
   */
  #begin({ number, lost }: Backtest): boolean {
    try {
      this.#table.begun(number, lost + 1);
      return true;
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== "SQLITE_BUSY") {
        clearTimeout(this.#retrying);
        this.#retrying = setTimeout(() => this.#next(), BEGIN_AGAIN_MS).unref();
        return false;
      }
      const message = `that it begins could not be written: ${(error as Error).message}`;
      throw new HindcastError("STATE_INVALID", message);
    }
  }

  /** Its server is closed, not lost: the beginning does not count. */
  #takeBack({ number, lost }: Backtest): void {
    try {
      this.#table.begun(number, lost);
    } catch {
      // A full disk does not keep the server from closing. The beginning counts then, and one fewer is left.
    }
  }

  #start(backtest: Backtest, spec: BacktestSpec): void {
    const { entry = new URL(`./thread${extname(import.meta.url)}`, import.meta.url), execArgv } = this.threads;
    const isAlone = this.#running === 0;
    if (isAlone) this.#memory.begin();
    for (const one of this.#all) one.ranAlone = false;
    // Code of a strategy may send what it likes through the port that every thread has. This one is known to the thread's own code alone.
    const { port1: heard, port2: port } = new MessageChannel();
    const worker = new Worker(entry, {
      workerData: { ...spec, port } satisfies ThreadSpec,
      transferList: [port],
      resourceLimits: heapLimits(this.limits.memoryMb),
      ...(execArgv === undefined ? {} : { execArgv: [...execArgv] }),
    });
    this.#running++;
    backtest.worker = worker;
    backtest.ranAlone = isAlone;
    backtest.runsSince = performance.now();
    this.#looking ??= setInterval(() => this.#look(), LOOK_MS).unref();
    heard.on("message", (message: BacktestMessage) => this.#take(backtest, message));
    worker.on("error", (error) => {
      if (backtest.status === "running") this.#fail(backtest, this.#beyondHeap(error) ?? error);
    });
    worker.once("exit", () => {
      for (let last = receiveMessageOnPort(heard); last !== undefined; last = receiveMessageOnPort(heard))
        this.#take(backtest, last.message as BacktestMessage);
      heard.close();
      this.#running--;
      backtest.worker = undefined;
      if (this.#running === 0) {
        clearInterval(this.#looking);
        this.#looking = undefined;
      }
      // Where the server ends it, it runs again when the server is back.
      if (!this.#closed && backtest.status === "running")
        this.#fail(backtest, new Error("its thread ended before it was done"));
      this.#next();
    });
  }

  #take(backtest: Backtest, message: BacktestMessage): void {
    if (backtest.status !== "running") return;
    if ("progress" in message) {
      backtest.progress = message.progress;
      this.#tell(backtest);
    } else if ("error" in message) {
      this.#fail(backtest, receivedError(message.error));
    } else if ("tooLarge" in message) {
      this.#fail(backtest, resultTooLarge(this.limits, message.tooLarge));
    } else {
      this.#complete(backtest, message.packed, message.fingerprint);
    }
  }

  /** Ends what runs too long, and looks after the memory of all that run. */
  #look(): void {
    const { seconds, memoryMb } = this.limits;
    const now = performance.now();
    const running = this.#all.filter(({ status }) => status === "running");
    for (const one of running) if (now - one.runsSince >= seconds * 1000) this.#fail(one, timeExceeded(this.limits));
    const left = running.filter(({ status }) => status === "running");
    if (left.length === 0 || this.#memory.grownMb <= memoryMb * left.length) return;
    const [first] = left;
    if (left.length === 1 && first!.ranAlone) this.#fail(first!, memoryExceeded(this.limits));
    else for (const one of left) this.#putBack(one);
  }

  /** Of several nobody knows which took the memory: each runs again from its beginning, alone. */
  #putBack(backtest: Backtest): void {
    Object.assign(backtest, QUEUED);
    backtest.mustRunAlone = true;
    this.#takeBack(backtest);
    this.#tell(backtest);
    void backtest.worker?.terminate();
  }

  #beyondHeap(error: unknown): Error | undefined {
    return (error as { readonly code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY"
      ? memoryExceeded(this.limits)
      : undefined;
  }

  /** Forgets what has been kept for long enough, and what takes too much room: of the key that keeps most, the oldest. */
  #sweep(): void {
    this.#table.rest();
    const { keptHours, keptMb } = this.limits;
    const oldest = this.#wallClock() - keptHours * HOUR_MS;
    for (const one of this.#all.filter(({ endedAt }) => endedAt <= oldest)) this.#forget(one);
    for (;;) {
      const bytesOf = new Map<string, number>();
      for (const { asked, bytes } of this.#all) bytesOf.set(asked.keyId, (bytesOf.get(asked.keyId) ?? 0) + bytes);
      const [[most] = []] = [...bytesOf].toSorted(([, one], [, other]) => other - one);
      const all = [...bytesOf.values()].reduce((sum, bytes) => sum + bytes, 0);
      if (all <= keptMb * MIB) return;
      const first = this.#all.find(({ asked, bytes }) => asked.keyId === most && bytes > 0);
      if (first === undefined || !this.#forget(first)) return;
    }
  }

  /** Whether it could be done: a state that is locked or full keeps it until the next time. */
  #forget(backtest: Backtest): boolean {
    try {
      this.#table.remove(backtest.number);
    } catch {
      return false;
    }
    this.#all.splice(this.#all.indexOf(backtest), 1);
    return true;
  }

  #complete(backtest: Backtest, packed: Uint8Array, fingerprint: string | null = null): void {
    try {
      // The database takes a Buffer alone.
      const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
      this.#finish(backtest, { status: "completed", progress: 1, fingerprint }, bytes);
    } catch (error) {
      const message = `what came of it could not be written: ${(error as Error).message}`;
      this.#fail(backtest, new HindcastError("STATE_INVALID", message));
    }
  }

  #fail(backtest: Backtest, error: unknown): void {
    if (!Number.isNaN(backtest.finishedAt)) return;
    const end = { status: "failed", error: failureOf(error) } as const;
    try {
      this.#finish(backtest, end);
    } catch {
      // That it has failed is told while the server runs; when it is started again, it is still in line on disk and runs again.
      this.#unkept.add(backtest);
      this.#finish(backtest, end, undefined, false);
    }
  }

  /** Ends one, on disk first. */
  #finish(backtest: Backtest, end: Partial<BacktestStanding>, packed: Buffer | null = null, isKept = true): void {
    const { status, progress, startedAt, error, fingerprint } = backtest;
    const standing = { status, progress, startedAt, finishedAt: backtest.clock(), error, fingerprint, ...end };
    const ended = { endedAt: this.#wallClock(), bytes: packed?.length ?? 0 };
    if (isKept) this.#table.end(backtest.number, standing, ended.endedAt, packed);
    Object.assign(backtest, standing, ended);
    this.#tell(backtest);
    void backtest.worker?.terminate();
    if (packed !== null) this.#sweep();
  }

  #tell(backtest: Backtest): void {
    for (const listener of this.#listeners) listener(backtest);
  }
}

/** What is told of an error: its code where it is one of docs/errors.md, and not what Node or a strategy calls it. */
function failureOf(error: unknown): { readonly code: string; readonly message: string } {
  const { name, code = "", message } = error as Error & { readonly code?: string };
  if (name === "HindcastError" || error instanceof BacktestLimitError || code === "PARAMETER_OUT_OF_RANGE")
    return { code, message };
  if (!code.startsWith("ERR_WORKER_")) return { code: "STRATEGY_FAILED", message };
  return {
    code: "WORKER_LOST",
    message: `the thread of a backtest must stay alive until the run is done, it did not: ${message}`,
  };
}

export function backtestId({ number }: Backtest): string {
  return `bt_${number}`;
}

/** Why one is not begun again. */
function serverLost(): HindcastError {
  const message = `the server must stay alive until a run is done, in ${MOST_LOST} runs of this backtest it did not: it may have run out of memory, or the strategy ends the process`;
  return new HindcastError("WORKER_LOST", message);
}

function written<Result>(write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    throw stateUnwritable((error as Error).message);
  }
}
