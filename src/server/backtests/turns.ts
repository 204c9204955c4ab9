import { MOST_LOST } from "./backtest-failures.ts";
import type { BacktestStanding } from "./backtest-spec.ts";

/** What there is to know of one that has its turn. */
interface Turn {
  readonly asked: { readonly keyId: string };
  readonly status: BacktestStanding["status"];
  readonly page: PageStanding;
  /** Runs of it that a server began and did not outlive. */
  readonly lost: number;
  /** The process that it runs in, until that is free for the next. */
  readonly host: unknown;
}

/**
 * How the page of a report stands: its backtest is not that far; it waits for a run that makes it, since the server ended before it was stored; a run makes
 * it; it is being written; or it is as it will stay, also where there is none.
 */
export type PageStanding = "none" | "waits" | "made" | "written" | "settled";

/**
 * Whose backtest begins next: that of the key with the fewest that run, and among these of the key whose last one began the longest ago. Those of one key
 * begin in the order in which they came. Before them all come missing pages, of backtests that are completed.
 */
export class Turns {
  /** When a backtest of a key last began, counted in beginnings. */
  readonly #last = new Map<string, number>();
  #count = 0;

  /** The next one; undefined where none waits. */
  next<One extends Turn>(all: readonly One[]): One | undefined {
    const running = new Map<string, number>();
    for (const one of all.filter(isBusy)) running.set(one.asked.keyId, (running.get(one.asked.keyId) ?? 0) + 1);
    const load = ({ asked }: Turn): number => running.get(asked.keyId) ?? 0;
    const turn = ({ asked }: Turn): number => this.#last.get(asked.keyId) ?? 0;
    let next: One | undefined;
    for (const one of all) {
      if (one.page === "waits") return one;
      if (one.status !== "queued") continue;
      if (next === undefined || load(one) < load(next) || (load(one) === load(next) && turn(one) < turn(next)))
        next = one;
    }
    return next;
  }

  begun({ asked }: Turn): void {
    this.#last.set(asked.keyId, ++this.#count);
  }
}

/** What begins for the last time runs alone: none has failed because another took the server along. */
export function mayBegin(next: Turn, all: readonly Turn[]): boolean {
  const isTheLast = ({ lost }: Turn): boolean => lost >= MOST_LOST - 1;
  const busy = all.filter(isBusy);
  return busy.length === 0 || (!isTheLast(next) && !busy.some(isTheLast));
}

/** Whether it, or its page, has begun and is not done. */
export function isUnderWay({ status, page }: Pick<Turn, "status" | "page">): boolean {
  return status === "running" || page === "made" || page === "written";
}

/** Whether one takes a place. One that was canceled does until its process has ended, and one that is done until its outcome is written. */
export function isBusy({ status, host }: Turn): boolean {
  return status === "running" || host !== undefined;
}
