import type { Backtest } from "./backtests.ts";

/**
 * Whose backtest begins next: that of the key with the fewest that run, and among these of the key whose last one began the longest ago. Those of one key
 * begin in the order in which they came.
 */
export class Turns {
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
