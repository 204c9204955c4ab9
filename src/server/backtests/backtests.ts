import { HindcastError } from "../../primitives/errors.ts";
import { ApiError, stateUnwritable } from "../errors/api-error.ts";
import type { StateStore } from "../store/state-store.ts";
import type { AskedBacktest, BacktestSpec, BacktestStanding, BacktestThreads } from "./backtest-spec.ts";
import {
  endError,
  failureOf,
  MOST_LOST,
  memoryExceeded,
  resultTooLarge,
  serverLost,
  threadError,
  timeExceeded,
} from "./backtest-failures.ts";
import { BacktestHost, type EndMessage, type HeardMessage, type Pieces } from "./backtest-host.ts";
import { BACKTEST_LIMITS, type BacktestLimits, MIB } from "./backtest-limits.ts";
import { BacktestTable } from "./backtest-table.ts";
import type { PackedOutcome } from "./packed-outcome.ts";
import { isLocked, PieceWriter, sizeOf } from "./piece-writer.ts";
import { isBusy, isUnderWay, mayBegin, type PageStanding, Turns } from "./turns.ts";

/** Seconds after which to ask again where all are taken. */
const RETRY_SECONDS = 5;

const SWEEP_MS = 60_000;
const HOUR_MS = 3_600_000;

/** A backtest of a key. Times are market time, epoch milliseconds; NaN for what has not happened. */
export interface Backtest extends Writable<BacktestStanding> {
  readonly number: number;
  readonly asked: AskedBacktest;
  /** What its thread is given, made when its turn comes. Throws where it cannot run any more. */
  readonly spec: () => BacktestSpec;
  /** Market time of its session. */
  readonly clock: () => number;
  /** Runs of it that had begun when an earlier server was lost; of one that is completed, those that were to make its page. */
  lost: number;
  /** How the page of its report stands. */
  page: PageStanding;
  /** The process that it runs in, until that is free for the next. */
  host: BacktestHost | undefined;
  /** Resolves when what has come of it is written, and when all that will come of it is. */
  written: Promise<void>;
  whole: Promise<void>;
  /** Resolves the `whole` of one whose page waits. */
  resolveWhole: () => void;
  /** Ends its process at last. */
  deadline: NodeJS.Timeout | undefined;
  /** When it ended by the real clock, NaN before, and bytes of what came of it. */
  endedAt: number;
  bytes: number;
}

type Writable<Record> = { -readonly [Member in keyof Record]: Record[Member] };

/** Milliseconds after which a beginning that could not be written is tried again. */
const WRITE_AGAIN_MS = 1_000;
/** A timer of Node that is longer ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Milliseconds that a thread has to end when its run is over, as when a strategy left something running. */
const THREAD_ENDS_MS = 1_000;

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
const IDLE = {
  lost: 0,
  page: "none" as PageStanding,
  endedAt: NaN,
  bytes: 0,
  host: undefined,
  deadline: undefined,
  written: Promise.resolve(),
  whole: Promise.resolve(),
  resolveWhole: (): void => {},
};

/**
 * The backtests of a server: they wait in line for a place, each runs in a process that can be ended, and what came of them is kept for a while. All are on
 * disk, where the state is; those that had not ended when the process did run again from their beginning, unless they have taken it along too often.
 * Keys take turns, and what goes beyond a limit of time, memory or result is ended and has failed.
 */
export class Backtests {
  readonly threads: BacktestThreads;
  readonly limits: BacktestLimits;
  readonly #wallClock: () => number;
  readonly #table: BacktestTable;
  readonly #writer: PieceWriter;
  readonly #turns = new Turns();
  /** Processes in which nothing runs; the next runs take them. */
  readonly #idle: BacktestHost[] = [];
  readonly #hosts = new Set<BacktestHost>();
  #retrying: NodeJS.Timeout | undefined;
  #sweeping: NodeJS.Timeout | undefined;
  readonly #all: Backtest[] = [];
  /** Those that have failed, but are still in line on disk. */
  readonly #unkept = new Set<Backtest>();
  /** Those whose outcome has come, but is not written yet. */
  readonly #unwritten = new Set<Backtest>();
  /** Those that took too much memory in a process where an earlier run had left some. They run again in a new one. */
  readonly #cramped = new Set<Backtest>();
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
    this.#writer = new PieceWriter(this.#table);
  }

  /** Takes those over that are kept, and goes on with the ones that wait. Of each is said what its thread is given and what its clock is. */
  resume(again: (asked: AskedBacktest) => Pick<Backtest, "spec" | "clock">): void {
    for (const stored of this.#table.all()) {
      const backtest: Backtest = { ...IDLE, ...stored, ...again(stored.asked) };
      this.#all.push(backtest);
      if (backtest.page === "waits") backtest.whole = new Promise((resolve) => (backtest.resolveWhole = resolve));
      if (backtest.lost < MOST_LOST) continue;
      if (backtest.page === "waits") this.#endWithoutPage(backtest);
      else this.#fail(backtest, serverLost());
    }
    this.#sweeping = setInterval(() => {
      // Processes that nothing has run in lately give back their memory.
      for (const host of this.#idle.splice(0)) host.kill();
      this.#sweep();
    }, SWEEP_MS).unref();
    this.#sweep();
    void this.#writer.clear();
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
    if (found === undefined) throw new ApiError("BACKTEST_NOT_FOUND", "the key has no backtest with this id", { id });
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
    if (forgotten !== undefined) this.#drop(forgotten);
    const added: Backtest = { number, asked, spec, clock, ...QUEUED, ...IDLE };
    this.#all.push(added);
    this.#tell(added);
    this.#next();
    return added;
  }

  /** Ends one that waits or runs; one that has ended stays as it is. Throws SERVICE_UNAVAILABLE when the state cannot be written. */
  cancel(backtest: Backtest): void {
    if (backtest.status !== "queued" && backtest.status !== "running") return;
    written(() => this.#finish(backtest, { status: "canceled" }));
    backtest.host?.kill();
    this.#next();
  }

  /** What came of one that is completed. */
  outcome({ number }: Backtest): PackedOutcome {
    return this.#table.outcome(number);
  }

  /** The page of one that is completed, which is made after the outcome: empty where its code was not built, undefined where there is none. */
  async page({ number, whole }: Backtest): Promise<Buffer | undefined> {
    await whole;
    return this.#closed ? undefined : this.#table.page(number);
  }

  /** Calls a listener whenever one begins, gets on or ends; what is given back ends that. */
  onChange(listener: (backtest: Backtest) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends all processes. What runs or waits stays in line on disk, as if it had not begun. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#writer.close();
    clearInterval(this.#sweeping);
    clearTimeout(this.#retrying);
    for (const host of this.#hosts) host.kill();
    await Promise.all([...this.#hosts].map(({ ended }) => ended));
    for (const backtest of this.#all) {
      if (isUnderWay(backtest) || this.#unkept.has(backtest)) this.#takeBack(backtest);
      backtest.resolveWhole();
    }
  }

  #next(): void {
    while (!this.#closed && this.#all.filter(isBusy).length < this.threads.threads) {
      const next = this.#turns.next(this.#all);
      if (next === undefined || !mayBegin(next, this.#all)) return;
      try {
        if (!this.#begin(next)) return;
        this.#turns.begun(next);
        if (next.page === "waits") {
          this.#start(next, this.#pageSpec(next));
          continue;
        }
        next.status = "running";
        next.startedAt = next.clock();
        this.#tell(next);
        this.#start(next, next.spec());
      } catch (error) {
        if (next.status === "completed") this.#leavePage(next);
        else this.#fail(next, error);
      }
    }
  }

  /** What a thread is given that makes the page of one that is completed. */
  #pageSpec(backtest: Backtest): BacktestSpec {
    const { number, fingerprint } = backtest;
    const { fillHash } = this.#table.outcome(number).index;
    return { ...backtest.spec(), pageOf: { fingerprint, fillHash } };
  }

  /** Leaves a page to the next server, where this one has another recording, lacks the strategy or cannot write. */
  #leavePage(backtest: Backtest): void {
    this.#takeBack(backtest);
    backtest.page = "none";
    backtest.resolveWhole();
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
      if (!isLocked(error)) {
        clearTimeout(this.#retrying);
        this.#retrying = setTimeout(() => this.#next(), WRITE_AGAIN_MS).unref();
        return false;
      }
      const message = `its start could not be written: ${(error as Error).message}`;
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

  #start(backtest: Backtest, spec: BacktestSpec, host = this.#hostFor(spec)): void {
    backtest.host = host;
    if (backtest.page === "waits") backtest.page = "made";
    backtest.deadline = setTimeout(
      () => {
        if (!this.#unwritten.has(backtest)) this.#fail(backtest, timeExceeded(this.limits));
        host.kill();
      },
      Math.min(this.limits.seconds * 1000, LONGEST_TIMER_MS),
    ).unref();
    const ended = new Promise<void>((resolve) => {
      host.run(spec, (message) => {
        this.#take(backtest, host, message);
        if ("ended" in message || "lost" in message) resolve();
      });
    });
    backtest.whole = ended.then(() => backtest.written);
    void backtest.whole.then(backtest.resolveWhole);
  }

  /** A process that is free, or a new one in place of those that hold what this run does not need. */
  #hostFor({ data, mostBytes }: BacktestSpec): BacktestHost {
    for (let host = this.#idle.pop(); host !== undefined; host = this.#idle.pop()) {
      if (host.suits(data)) return host;
      host.kill();
    }
    return this.#newHost(mostBytes);
  }

  #newHost(mostBytes: number): BacktestHost {
    const host = new BacktestHost(this.threads, this.limits.memoryMb, mostBytes);
    this.#hosts.add(host);
    void host.ended.then(() => this.#hosts.delete(host));
    return host;
  }

  #take(backtest: Backtest, host: BacktestHost, message: HeardMessage): void {
    if ("ended" in message || "lost" in message) {
      this.#release(backtest, host, message);
    } else if ("page" in message) {
      this.#endSoon(backtest, host);
      const { page = [] } = message;
      backtest.page = "written";
      backtest.written = backtest.written.then(() => this.#addPage(backtest, page));
    } else if (backtest.status !== "running" || this.#unwritten.has(backtest)) {
      // It was canceled or has failed, and its process is being ended; or its outcome has come, and only the page of its report can fail.
    } else if ("progress" in message) {
      backtest.progress = message.progress;
      this.#tell(backtest);
    } else if ("tookMemory" in message) {
      if (host.isNew) this.#fail(backtest, memoryExceeded(this.limits));
      else this.#cramped.add(backtest);
      host.kill();
    } else if ("outcome" in message) {
      backtest.page = "made";
      backtest.written = this.#complete(backtest, message.outcome, message.fingerprint);
    } else {
      this.#endSoon(backtest, host);
      if ("error" in message) this.#fail(backtest, threadError(message.error, this.limits));
      else this.#fail(backtest, resultTooLarge(this.limits, message.tooLarge));
    }
  }

  /** Its thread has said all, and is to end. */
  #endSoon(backtest: Backtest, host: BacktestHost): void {
    clearTimeout(backtest.deadline);
    backtest.deadline = setTimeout(() => host.kill(), THREAD_ENDS_MS).unref();
  }

  #release(backtest: Backtest, host: BacktestHost, end: EndMessage): void {
    clearTimeout(backtest.deadline);
    backtest.host = undefined;
    const isCramped = this.#cramped.delete(backtest);
    if ("ended" in end && end.isSound && !this.#closed) this.#idle.push(host);
    else host.kill();
    // Where the server ends it, it runs again when the server is back.
    if (!this.#closed && backtest.page === "made") this.#endWithoutPage(backtest);
    if (!this.#closed && backtest.status === "running" && !this.#unwritten.has(backtest)) {
      if (isCramped) this.#startApart(backtest);
      else this.#fail(backtest, endError(backtest.asked.terms, end, this.limits));
    }
    this.#next();
  }

  /** Runs one in a process in which nothing is left of others. */
  #startApart(backtest: Backtest): void {
    try {
      const spec = backtest.spec();
      this.#start(backtest, spec, this.#newHost(spec.mostBytes));
    } catch (error) {
      this.#fail(backtest, error);
    }
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
    this.#drop(backtest);
    return true;
  }

  #drop(backtest: Backtest): void {
    this.#all.splice(this.#all.indexOf(backtest), 1);
    backtest.resolveWhole();
    void this.#writer.clear();
  }

  /** Keeps what came of one. Until it is written it goes on running, in its place. */
  async #complete(backtest: Backtest, outcome: Pieces, fingerprint: string | null): Promise<void> {
    this.#unwritten.add(backtest);
    const isWanted = (): boolean => backtest.status === "running";
    const finish = (): void =>
      this.#finish(backtest, { status: "completed", progress: 1, fingerprint }, sizeOf(outcome));
    try {
      await this.#writer.write(backtest.number, "outcome", outcome, isWanted, finish);
    } catch (error) {
      const message = `its result could not be written: ${(error as Error).message}`;
      this.#fail(backtest, new HindcastError("STATE_INVALID", message));
    }
    this.#unwritten.delete(backtest);
    if (backtest.status !== "completed") void this.#writer.clear();
    this.#next();
  }

  /** Keeps that one has no page: its process ended, or its servers did, before it was made. */
  #endWithoutPage(backtest: Backtest): void {
    backtest.page = "written";
    backtest.written = backtest.written.then(() => this.#addPage(backtest, []));
    void backtest.written.then(backtest.resolveWhole);
  }

  /** Keeps the page of the report of one that is completed. */
  async #addPage(backtest: Backtest, page: Pieces): Promise<void> {
    const bytes = sizeOf(page);
    const isWanted = (): boolean => backtest.status === "completed" && this.#all.includes(backtest);
    const finish = (): void => {
      this.#table.addBytes(backtest.number, bytes);
      backtest.bytes += bytes;
      backtest.page = "settled";
      this.#sweep();
    };
    try {
      await this.#writer.write(backtest.number, "page", page, isWanted, finish);
    } catch {
      // Another program has the state locked. The backtest has no page then.
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
      this.#finish(backtest, end, 0, false);
    }
  }

  /** Ends one, on disk first. */
  #finish(backtest: Backtest, end: Partial<BacktestStanding>, bytes = 0, isKept = true): void {
    const { status, progress, startedAt, error, fingerprint } = backtest;
    const standing = { status, progress, startedAt, finishedAt: backtest.clock(), error, fingerprint, ...end };
    const endedAt = this.#wallClock();
    if (isKept) this.#table.end(backtest.number, standing, endedAt, bytes);
    Object.assign(backtest, standing, { endedAt, bytes }, isKept && { lost: 0 });
    this.#tell(backtest);
    if (bytes > 0) this.#sweep();
  }

  #tell(backtest: Backtest): void {
    for (const listener of this.#listeners) listener(backtest);
  }
}

export function backtestId({ number }: Backtest): string {
  return `bt_${number}`;
}

function written<Result>(write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    throw stateUnwritable((error as Error).message);
  }
}
