import { HindcastError } from "../../primitives/errors.ts";
import { ApiError, stateUnwritable } from "../errors/api-error.ts";
import type { StateStore } from "../store/state-store.ts";
import type { RequestedBacktest, BacktestSpec, BacktestState, BacktestThreads } from "./backtest-spec.ts";
import {
  endError,
  shownFailure,
  MAX_LOST_RUNS,
  memoryExceeded,
  resultTooLarge,
  tooManyLostRuns,
  threadError,
  timeExceeded,
} from "./backtest-failures.ts";
import { BacktestHost, type EndMessage, type HostReport, type Pieces } from "./backtest-host.ts";
import { BACKTEST_LIMITS, type BacktestLimits, MIB } from "./backtest-limits.ts";
import { BacktestTable } from "./backtest-table.ts";
import type { PackedOutcome } from "./packed-outcome.ts";
import { isLocked, PieceWriter, totalBytes } from "./piece-writer.ts";
import { occupiesSlot, isInProgress, mayStart, type PageState, Turns } from "./turns.ts";

/** Seconds in the header `Retry-After` when an API key has too many open backtests. */
const RETRY_SECONDS = 5;

const SWEEP_MS = 60_000;
const HOUR_MS = 3_600_000;

/** A backtest of an API key. Times are market time in epoch milliseconds; NaN means that the event has not occurred. */
export interface Backtest extends Writable<BacktestState> {
  readonly number: number;
  readonly request: RequestedBacktest;
  /** Creates everything that the thread needs when the backtest starts. Throws if the backtest can no longer run. */
  readonly spec: () => BacktestSpec;
  /** Returns the current market time of the backtest's session. */
  readonly clock: () => number;
  /** Number of runs during which a server died. For a completed backtest it counts only runs that were to make its report page. */
  lostRuns: number;
  page: PageState;
  /** The process that runs the backtest; undefined once the process can run another. */
  host: BacktestHost | undefined;
  /** `outcomeWritten` resolves when everything received so far is written, `done` when nothing more will be written. */
  outcomeWritten: Promise<void>;
  done: Promise<void>;
  /** Resolves `done` for a backtest whose report page is not made yet. */
  resolveDone: () => void;
  deadline: NodeJS.Timeout | undefined;
  /** Real time at which the backtest ended (NaN before that), and the size of its result in bytes. */
  endedAt: number;
  bytes: number;
}

type Writable<Record> = { -readonly [Member in keyof Record]: Record[Member] };

/** Milliseconds after which a failed write is tried again. */
const WRITE_RETRY_MS = 1_000;
/** Longest delay of a Node timer; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Milliseconds for which a thread may continue after its run, if the strategy left something running. */
const THREAD_EXIT_MS = 1_000;

/** State of a backtest that waits in the queue. */
export const QUEUED: BacktestState = {
  status: "queued",
  progress: 0,
  startedAt: NaN,
  finishedAt: NaN,
  error: null,
  fingerprint: null,
};

/** Fields of a backtest that is in no process. */
const IDLE = {
  lostRuns: 0,
  page: "none" as PageState,
  endedAt: NaN,
  bytes: 0,
  host: undefined,
  deadline: undefined,
  outcomeWritten: Promise.resolve(),
  done: Promise.resolve(),
  resolveDone: (): void => {},
};

/**
 * Queues and runs the backtests of a server. API keys take turns, each run is in a process that can be killed, and results are kept for a
 * while. All are stored: after a restart, unfinished backtests run again, unless servers died during their runs too often.
 */
export class Backtests {
  readonly threads: BacktestThreads;
  readonly limits: BacktestLimits;
  readonly #wallClock: () => number;
  readonly #table: BacktestTable;
  readonly #writer: PieceWriter;
  readonly #turns = new Turns();
  /** Processes without a backtest, which run the next ones. */
  readonly #idle: BacktestHost[] = [];
  readonly #hosts = new Set<BacktestHost>();
  #retrying: NodeJS.Timeout | undefined;
  #sweeping: NodeJS.Timeout | undefined;
  readonly #all: Backtest[] = [];
  /** Failed backtests whose failure could not be stored. In the database they are still queued. */
  readonly #unsavedFailures = new Set<Backtest>();
  /** Backtests whose outcome has arrived but is not stored yet. */
  readonly #pendingOutcomes = new Set<Backtest>();
  /** Backtests that ran out of memory in a process with memory left over from an earlier run. They run again in a new process. */
  readonly #retryInNewHost = new Set<Backtest>();
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

  /** Restores stored backtests and continues the queue. `restoreJob` returns the members `spec` and `clock` of each backtest. */
  resume(restoreJob: (request: RequestedBacktest) => Pick<Backtest, "spec" | "clock">): void {
    for (const stored of this.#table.all()) {
      const backtest: Backtest = { ...IDLE, ...stored, ...restoreJob(stored.request) };
      this.#all.push(backtest);
      if (backtest.page === "pending") backtest.done = new Promise((resolve) => (backtest.resolveDone = resolve));
      if (backtest.lostRuns < MAX_LOST_RUNS) continue;
      if (backtest.page === "pending") this.#endWithoutPage(backtest);
      else this.#fail(backtest, tooManyLostRuns());
    }
    this.#sweeping = setInterval(() => {
      // Ends processes without a backtest to free their memory.
      for (const host of this.#idle.splice(0)) host.kill();
      this.#sweep();
    }, SWEEP_MS).unref();
    this.#sweep();
    void this.#writer.deleteOrphans();
    this.#startNext();
  }

  /** Returns the backtests of an API key, oldest first. */
  listFor(keyId: string): readonly Backtest[] {
    return this.#all.filter(({ request }) => request.keyId === keyId);
  }

  /** Returns the number of backtests with a status. */
  count(status: Backtest["status"]): number {
    return this.#all.filter((one) => one.status === status).length;
  }

  /** Returns a backtest of an API key by its id. Throws BACKTEST_NOT_FOUND. */
  find(keyId: string, id: string): Backtest {
    const found = this.#all.find((one) => one.request.keyId === keyId && backtestId(one) === id);
    if (found === undefined) throw new ApiError("BACKTEST_NOT_FOUND", "the key has no backtest with this id", { id });
    return found;
  }

  /**
   * Queues a backtest and stores it. Throws RATE_LIMIT_EXCEEDED if the API key has too many open backtests, and SERVICE_UNAVAILABLE if the
   * database cannot be written.
   */
  add(request: RequestedBacktest, spec: () => BacktestSpec, clock: () => number): Backtest {
    const { openPerKey, keptPerKey } = this.limits;
    const own = this.listFor(request.keyId);
    const open = own.filter(({ finishedAt }) => Number.isNaN(finishedAt)).length;
    if (open >= openPerKey) {
      const message = `a key may have at most ${openPerKey} queued or running backtests; it has ${open}`;
      // A new backtest is accepted when one of these ends, so there is no time at which the limit resets.
      const details = { limit: openPerKey, open, window_seconds: null, retry_after: RETRY_SECONDS, reset_at: null };
      const headers = { "retry-after": String(RETRY_SECONDS) };
      throw new ApiError("RATE_LIMIT_EXCEEDED", message, details, { headers });
    }
    const done = own.filter(({ finishedAt }) => !Number.isNaN(finishedAt));
    const removed = done.length >= keptPerKey ? done[0] : undefined;
    const number = orUnwritable(() => this.#table.add(request, removed?.number));
    if (removed !== undefined) this.#removeFromList(removed);
    const added: Backtest = { number, request, spec, clock, ...QUEUED, ...IDLE };
    this.#all.push(added);
    this.#notify(added);
    this.#startNext();
    return added;
  }

  /** Cancels a queued or running backtest; others stay unchanged. Throws SERVICE_UNAVAILABLE if the database cannot be written. */
  cancel(backtest: Backtest): void {
    if (backtest.status !== "queued" && backtest.status !== "running") return;
    orUnwritable(() => this.#finish(backtest, { status: "canceled" }));
    backtest.host?.kill();
    this.#startNext();
  }

  /** Returns the packed outcome of a completed backtest. */
  outcome({ number }: Backtest): PackedOutcome {
    return this.#table.outcome(number);
  }

  /**
   * Returns the report page of a completed backtest as soon as it is made. It is empty if the page's code was not built, and undefined if
   * there is no page.
   */
  async page({ number, done }: Backtest): Promise<Buffer | undefined> {
    await done;
    return this.#closed ? undefined : this.#table.page(number);
  }

  /** Calls a listener whenever a backtest starts, progresses or ends. Returns a function that removes the listener. */
  onChange(listener: (backtest: Backtest) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Kills all processes. Unfinished backtests stay queued in the database, and their interrupted run does not count as started. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#writer.close();
    clearInterval(this.#sweeping);
    clearTimeout(this.#retrying);
    for (const host of this.#hosts) host.kill();
    await Promise.all([...this.#hosts].map(({ ended }) => ended));
    for (const backtest of this.#all) {
      if (isInProgress(backtest) || this.#unsavedFailures.has(backtest)) this.#uncountStart(backtest);
      backtest.resolveDone();
    }
  }

  #startNext(): void {
    while (!this.#closed && this.#all.filter(occupiesSlot).length < this.threads.threads) {
      const next = this.#turns.next(this.#all);
      if (next === undefined || !mayStart(next, this.#all)) return;
      try {
        if (!this.#countStart(next)) return;
        this.#turns.started(next);
        if (next.page === "pending") {
          this.#start(next, this.#pageSpec(next));
          continue;
        }
        next.status = "running";
        next.startedAt = next.clock();
        this.#notify(next);
        this.#start(next, next.spec());
      } catch (error) {
        if (next.status === "completed") this.#skipPage(next);
        else this.#fail(next, error);
      }
    }
  }

  /** Returns what a thread needs to make the report page of a completed backtest. */
  #pageSpec(backtest: Backtest): BacktestSpec {
    const { number, fingerprint } = backtest;
    const { fillHash } = this.#table.outcome(number).index;
    return { ...backtest.spec(), pageOf: { fingerprint, fillHash } };
  }

  /** Leaves a missing report page to the next server, if this one has another recording, lacks the strategy or cannot write. */
  #skipPage(backtest: Backtest): void {
    this.#uncountStart(backtest);
    backtest.page = "none";
    backtest.resolveDone();
  }

  /**
   * Stores that a run starts before it starts, since the run may crash the server. Returns false if the disk is full; then it is tried
   * again later. Throws STATE_INVALID if another program has locked the database, since every further attempt would block the server.
   */
  #countStart({ number, lostRuns }: Backtest): boolean {
    try {
      this.#table.setStarts(number, lostRuns + 1);
      return true;
    } catch (error) {
      if (!isLocked(error)) {
        clearTimeout(this.#retrying);
        this.#retrying = setTimeout(() => this.#startNext(), WRITE_RETRY_MS).unref();
        return false;
      }
      const message = `the start of the backtest could not be stored: ${(error as Error).message}`;
      throw new HindcastError("STATE_INVALID", message);
    }
  }

  /** Takes back the stored start of a run that ended only because the server was closed. */
  #uncountStart({ number, lostRuns }: Backtest): void {
    try {
      this.#table.setStarts(number, lostRuns);
    } catch {
      // If the disk is full, the start stays counted, and the server still closes.
    }
  }

  #start(backtest: Backtest, spec: BacktestSpec, host = this.#hostFor(spec)): void {
    backtest.host = host;
    if (backtest.page === "pending") backtest.page = "rendering";
    backtest.deadline = setTimeout(
      () => {
        if (!this.#pendingOutcomes.has(backtest)) this.#fail(backtest, timeExceeded(this.limits));
        host.kill();
      },
      Math.min(this.limits.seconds * 1000, LONGEST_TIMER_MS),
    ).unref();
    const ended = new Promise<void>((resolve) => {
      host.run(spec, (message) => {
        this.#handleMessage(backtest, host, message);
        if ("ended" in message || "processEnd" in message) resolve();
      });
    });
    backtest.done = ended.then(() => backtest.outcomeWritten);
    void backtest.done.then(backtest.resolveDone);
  }

  /** Returns a process that can run the backtest, or a new one. Waiting processes that keep too many other columns are killed. */
  #hostFor({ data, maxBytes }: BacktestSpec): BacktestHost {
    for (let host = this.#idle.pop(); host !== undefined; host = this.#idle.pop()) {
      if (host.canRun(data)) return host;
      host.kill();
    }
    return this.#newHost(maxBytes);
  }

  #newHost(maxBytes: number): BacktestHost {
    const host = new BacktestHost(this.threads, this.limits.memoryMb, maxBytes);
    this.#hosts.add(host);
    void host.ended.then(() => this.#hosts.delete(host));
    return host;
  }

  #handleMessage(backtest: Backtest, host: BacktestHost, message: HostReport): void {
    if ("ended" in message || "processEnd" in message) {
      this.#releaseHost(backtest, host, message);
    } else if ("page" in message) {
      this.#expectExit(backtest, host);
      const { page = [] } = message;
      backtest.page = "storing";
      backtest.outcomeWritten = backtest.outcomeWritten.then(() => this.#addPage(backtest, page));
    } else if (backtest.status !== "running" || this.#pendingOutcomes.has(backtest)) {
      // The message comes too late: the backtest has ended and its process is being killed, or only its report page can still fail.
    } else if ("progress" in message) {
      backtest.progress = message.progress;
      this.#notify(backtest);
    } else if ("exceededMemory" in message) {
      if (host.isNew) this.#fail(backtest, memoryExceeded(this.limits));
      else this.#retryInNewHost.add(backtest);
      host.kill();
    } else if ("outcome" in message) {
      backtest.page = "rendering";
      backtest.outcomeWritten = this.#complete(backtest, message.outcome, message.fingerprint);
    } else {
      this.#expectExit(backtest, host);
      if ("error" in message) this.#fail(backtest, threadError(message.error, this.limits));
      else this.#fail(backtest, resultTooLarge(this.limits, message.tooLarge));
    }
  }

  /** Called when the thread of a backtest has sent everything. Kills the process unless the thread exits soon. */
  #expectExit(backtest: Backtest, host: BacktestHost): void {
    clearTimeout(backtest.deadline);
    backtest.deadline = setTimeout(() => host.kill(), THREAD_EXIT_MS).unref();
  }

  #releaseHost(backtest: Backtest, host: BacktestHost, end: EndMessage): void {
    clearTimeout(backtest.deadline);
    backtest.host = undefined;
    const needsNewHost = this.#retryInNewHost.delete(backtest);
    if ("ended" in end && end.isReusable && !this.#closed) this.#idle.push(host);
    else host.kill();
    // If the server was closed, the next server finishes its backtests and their report pages.
    if (!this.#closed && backtest.page === "rendering") this.#endWithoutPage(backtest);
    if (!this.#closed && backtest.status === "running" && !this.#pendingOutcomes.has(backtest)) {
      if (needsNewHost) this.#startInNewHost(backtest);
      else this.#fail(backtest, endError(backtest.request.terms, end, this.limits));
    }
    this.#startNext();
  }

  /** Runs a backtest in a new process. */
  #startInNewHost(backtest: Backtest): void {
    try {
      const spec = backtest.spec();
      this.#start(backtest, spec, this.#newHost(spec.maxBytes));
    } catch (error) {
      this.#fail(backtest, error);
    }
  }

  /** Deletes results that are too old. Then deletes the oldest result of the API key with the most bytes, until the others fit. */
  #sweep(): void {
    this.#table.releaseLastRead();
    const { keptHours, keptMb } = this.limits;
    const oldest = this.#wallClock() - keptHours * HOUR_MS;
    for (const one of this.#all.filter(({ endedAt }) => endedAt <= oldest)) this.#tryRemove(one);
    for (;;) {
      const bytesOf = new Map<string, number>();
      for (const { request, bytes } of this.#all) bytesOf.set(request.keyId, (bytesOf.get(request.keyId) ?? 0) + bytes);
      const [[largestKey] = []] = [...bytesOf].toSorted(([, one], [, other]) => other - one);
      const all = [...bytesOf.values()].reduce((sum, bytes) => sum + bytes, 0);
      if (all <= keptMb * MIB) return;
      const first = this.#all.find(({ request, bytes }) => request.keyId === largestKey && bytes > 0);
      if (first === undefined || !this.#tryRemove(first)) return;
    }
  }

  /** Deletes a backtest. Returns false if the database is locked or the disk is full; the next cleanup tries again. */
  #tryRemove(backtest: Backtest): boolean {
    try {
      this.#table.remove(backtest.number);
    } catch {
      return false;
    }
    this.#removeFromList(backtest);
    return true;
  }

  #removeFromList(backtest: Backtest): void {
    this.#all.splice(this.#all.indexOf(backtest), 1);
    backtest.resolveDone();
    void this.#writer.deleteOrphans();
  }

  /** Stores the outcome of a backtest, which counts as running until then. */
  async #complete(backtest: Backtest, outcome: Pieces, fingerprint: string | null): Promise<void> {
    this.#pendingOutcomes.add(backtest);
    const isWanted = (): boolean => backtest.status === "running";
    const finish = (): void =>
      this.#finish(backtest, { status: "completed", progress: 1, fingerprint }, totalBytes(outcome));
    try {
      await this.#writer.write(backtest.number, "outcome", outcome, isWanted, finish);
    } catch (error) {
      const message = `the result of the backtest could not be stored: ${(error as Error).message}`;
      this.#fail(backtest, new HindcastError("STATE_INVALID", message));
    }
    this.#pendingOutcomes.delete(backtest);
    this.#startNext();
  }

  /** Stores that a backtest has no report page, since its process or its servers ended before the page was made. */
  #endWithoutPage(backtest: Backtest): void {
    backtest.page = "storing";
    backtest.outcomeWritten = backtest.outcomeWritten.then(() => this.#addPage(backtest, []));
    void backtest.outcomeWritten.then(backtest.resolveDone);
  }

  /** Stores the report page of a completed backtest. */
  async #addPage(backtest: Backtest, page: Pieces): Promise<void> {
    const bytes = totalBytes(page);
    const isWanted = (): boolean => backtest.status === "completed" && this.#all.includes(backtest);
    const finish = (): void => {
      this.#table.addBytes(backtest.number, bytes);
      backtest.bytes += bytes;
      backtest.page = "final";
      this.#sweep();
    };
    try {
      await this.#writer.write(backtest.number, "page", page, isWanted, finish);
    } catch {
      // Another program has locked the database. The backtest stays without a report page.
    }
  }

  #fail(backtest: Backtest, error: unknown): void {
    if (!Number.isNaN(backtest.finishedAt)) return;
    const end = { status: "failed", error: shownFailure(error) } as const;
    try {
      this.#finish(backtest, end);
    } catch {
      // Clients see the failure until the server ends. After a restart the backtest is still queued, and runs again.
      this.#unsavedFailures.add(backtest);
      this.#finish(backtest, end, 0, false);
    }
  }

  /** Ends a backtest, first in the database and then in memory. */
  #finish(backtest: Backtest, end: Partial<BacktestState>, bytes = 0, isSaved = true): void {
    const { status, progress, startedAt, error, fingerprint } = backtest;
    const state = { status, progress, startedAt, finishedAt: backtest.clock(), error, fingerprint, ...end };
    const endedAt = this.#wallClock();
    if (isSaved) this.#table.end(backtest.number, state, endedAt, bytes);
    Object.assign(backtest, state, { endedAt, bytes }, isSaved && { lostRuns: 0 });
    this.#notify(backtest);
    if (bytes > 0) this.#sweep();
  }

  #notify(backtest: Backtest): void {
    for (const listener of this.#listeners) listener(backtest);
  }
}

export function backtestId({ number }: Backtest): string {
  return `bt_${number}`;
}

function orUnwritable<Result>(write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    throw stateUnwritable((error as Error).message);
  }
}
