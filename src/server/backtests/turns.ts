import { MAX_LOST_RUNS } from "./backtest-failures.ts";
import type { BacktestState } from "./backtest-spec.ts";

/** The fields of a backtest that decide when it starts. */
interface QueueEntry {
  readonly request: { readonly keyId: string };
  readonly status: BacktestState["status"];
  readonly page: PageState;
  /** Number of runs during which a server died. */
  readonly lostRuns: number;
  /** The process that runs the backtest; undefined once the process can run another. */
  readonly host: unknown;
}

/**
 * State of a backtest's report page: `none` (the backtest is not completed), `pending` (a run must make the page), `rendering` (a run makes
 * it), `storing` (it is being written), `final` (nothing changes any more, even if there is no page).
 */
export type PageState = "none" | "pending" | "rendering" | "storing" | "final";

/**
 * Decides which backtest starts next: one of the API key with the fewest running backtests, or of the key whose last start is longest ago.
 * Backtests of one key start in the order of their requests. Missing report pages of completed backtests come before all others.
 */
export class Turns {
  /** Position of each API key's last start in the order of all starts. */
  readonly #lastStart = new Map<string, number>();
  #starts = 0;

  /** Returns the backtest to start next; undefined if none waits. */
  next<One extends QueueEntry>(all: readonly One[]): One | undefined {
    const running = new Map<string, number>();
    for (const one of all.filter(occupiesSlot))
      running.set(one.request.keyId, (running.get(one.request.keyId) ?? 0) + 1);
    const load = ({ request }: QueueEntry): number => running.get(request.keyId) ?? 0;
    const turn = ({ request }: QueueEntry): number => this.#lastStart.get(request.keyId) ?? 0;
    let next: One | undefined;
    for (const one of all) {
      if (one.page === "pending") return one;
      if (one.status !== "queued") continue;
      if (next === undefined || load(one) < load(next) || (load(one) === load(next) && turn(one) < turn(next)))
        next = one;
    }
    return next;
  }

  started({ request }: QueueEntry): void {
    this.#lastStart.set(request.keyId, ++this.#starts);
  }
}

/** Whether a backtest may start. Its last attempt runs alone, so that no backtest fails because another one crashed the server. */
export function mayStart(next: QueueEntry, all: readonly QueueEntry[]): boolean {
  const isLastAttempt = ({ lostRuns }: QueueEntry): boolean => lostRuns >= MAX_LOST_RUNS - 1;
  const busy = all.filter(occupiesSlot);
  return busy.length === 0 || (!isLastAttempt(next) && !busy.some(isLastAttempt));
}

/** Whether the run or the page of a backtest is in progress. */
export function isInProgress({ status, page }: Pick<QueueEntry, "status" | "page">): boolean {
  return status === "running" || page === "rendering" || page === "storing";
}

/** Whether a backtest takes one of the server's places: until its process can run another, and until its result is stored. */
export function occupiesSlot({ status, host }: QueueEntry): boolean {
  return status === "running" || host !== undefined;
}
