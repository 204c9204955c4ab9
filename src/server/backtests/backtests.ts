import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { receivedError } from "../../research/executors/sent-error.ts";
import type { BacktestRecord } from "../../schemas/backtest.ts";
import { ApiError } from "../errors/api-error.ts";
import type { BacktestMessage, BacktestOutcome, BacktestSpec, BacktestThreads } from "./backtest-spec.ts";

/** Finished backtests that a key keeps; the oldest goes first. */
const MOST_KEPT = 100;
/** Backtests of one key that wait or run. */
const MOST_OPEN = 20;
/** Seconds after which to ask again when they are all taken. */
const RETRY_SECONDS = 5;

/** What is told of a backtest, besides how it stands. */
export type BacktestTerms = Pick<
  BacktestRecord,
  "strategy" | "params" | "symbols" | "interval" | "from" | "to" | "initial_cash" | "settings"
>;

/** A backtest of a key. Times are market time, epoch milliseconds; NaN for what has not happened. */
export interface Backtest {
  readonly number: number;
  readonly keyId: string;
  readonly terms: BacktestTerms;
  readonly spec: BacktestSpec;
  readonly createdAt: number;
  /** Market time of its session. */
  readonly clock: () => number;
  startedAt: number;
  finishedAt: number;
  status: BacktestRecord["status"];
  progress: number;
  error: BacktestRecord["error"];
  outcome: BacktestOutcome | undefined;
  worker: Worker | undefined;
  /** The request that began it, if it may be repeated, and the answer to it. */
  once: { readonly key: string; readonly digest: string; readonly answer: BacktestRecord } | undefined;
}

/** The backtests of a server, in memory: they wait in line for a thread, each runs in one of its own, and what came of them is kept for a while. */
export class Backtests {
  readonly threads: BacktestThreads;
  readonly #all: Backtest[] = [];
  #count = 0;
  #running = 0;
  #closed = false;
  readonly #listeners = new Set<(backtest: Backtest) => void>();

  constructor(threads: BacktestThreads) {
    this.threads = threads;
  }

  /** Those of a key, the oldest first. */
  of(keyId: string): readonly Backtest[] {
    return this.#all.filter((one) => one.keyId === keyId);
  }

  /** How many are in a state. */
  count(status: Backtest["status"]): number {
    return this.#all.filter((one) => one.status === status).length;
  }

  /** Throws BACKTEST_NOT_FOUND. */
  find(keyId: string, id: string): Backtest {
    const found = this.#all.find((one) => one.keyId === keyId && backtestId(one) === id);
    if (found === undefined) throw new ApiError("BACKTEST_NOT_FOUND", "the key has no backtest of this id", { id });
    return found;
  }

  /** Throws RATE_LIMIT_EXCEEDED when too many of the key wait already. */
  add(keyId: string, terms: BacktestTerms, spec: BacktestSpec, clock: () => number): Backtest {
    const own = this.of(keyId);
    const open = own.filter(({ finishedAt }) => Number.isNaN(finishedAt)).length;
    if (open >= MOST_OPEN) {
      const message = `at most ${MOST_OPEN} backtests of a key may wait or run, there are ${open}`;
      // A place becomes free when one of them ends, whenever that is.
      const details = { limit: MOST_OPEN, open, window_seconds: null, retry_after: RETRY_SECONDS, reset_at: null };
      const headers = { "retry-after": String(RETRY_SECONDS) };
      throw new ApiError("RATE_LIMIT_EXCEEDED", message, details, { headers });
    }
    const done = own.filter(({ finishedAt }) => !Number.isNaN(finishedAt));
    if (done.length >= MOST_KEPT) this.#all.splice(this.#all.indexOf(done[0]!), 1);
    const added: Backtest = {
      number: ++this.#count,
      keyId,
      terms,
      spec,
      createdAt: clock(),
      clock,
      startedAt: NaN,
      finishedAt: NaN,
      status: "queued",
      progress: 0,
      error: null,
      outcome: undefined,
      worker: undefined,
      once: undefined,
    };
    this.#all.push(added);
    this.#tell(added);
    this.#next();
    return added;
  }

  /** Ends one that waits or runs; one that has ended stays as it is. */
  cancel(backtest: Backtest): void {
    if (backtest.status === "queued" || backtest.status === "running") this.#finish(backtest, "canceled");
  }

  /** Calls a listener whenever one begins, gets on or ends; what is given back ends that. */
  onChange(listener: (backtest: Backtest) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#all.flatMap(({ worker }) => (worker === undefined ? [] : [worker.terminate()])));
  }

  #next(): void {
    if (this.#closed || this.#running >= this.threads.threads) return;
    const next = this.#all.find(({ status }) => status === "queued");
    if (next === undefined) return;
    next.status = "running";
    next.startedAt = next.clock();
    this.#running++;
    const { entry = new URL(`./thread${extname(import.meta.url)}`, import.meta.url), execArgv } = this.threads;
    const worker = new Worker(entry, {
      workerData: next.spec,
      ...(execArgv === undefined ? {} : { execArgv: [...execArgv] }),
    });
    next.worker = worker;
    this.#tell(next);
    worker.on("message", (message: BacktestMessage) => this.#take(next, message));
    worker.on("error", (error) => this.#fail(next, error));
    worker.once("exit", () => {
      this.#running--;
      next.worker = undefined;
      if (next.status === "running") this.#fail(next, new Error("its thread ended before it was done"));
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
    } else {
      backtest.outcome = message.outcome;
      backtest.progress = 1;
      this.#finish(backtest, "completed");
    }
  }

  #fail(backtest: Backtest, error: unknown): void {
    if (backtest.status !== "running") return;
    const { code = "STRATEGY_FAILED", message } = error as Error & { readonly code?: string };
    backtest.error = { code, message };
    this.#finish(backtest, "failed");
  }

  #finish(backtest: Backtest, status: BacktestRecord["status"]): void {
    backtest.status = status;
    backtest.finishedAt = backtest.clock();
    this.#tell(backtest);
    void backtest.worker?.terminate();
  }

  #tell(backtest: Backtest): void {
    for (const listener of this.#listeners) listener(backtest);
  }
}

export function backtestId({ number }: Backtest): string {
  return `bt_${number}`;
}
