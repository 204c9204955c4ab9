import type { Execution } from "../../ledger/execution.ts";
import type { Portfolio } from "../../ledger/portfolio.ts";
import type { Feed } from "../../market/feed.ts";

/**
 * Free cash if each unit ties up a fixed margin instead of its price, long or short. Gains and losses are paid when bars close. The
 * portfolio books units as paid in full; this class corrects for that. Source: futures in backtrader's broker.
 */
export class ContractMargin {
  readonly #portfolio: Portfolio;
  readonly #feeds: readonly Feed[];
  readonly #margin: number;
  /** Time and price of the last opening fill of each instrument: gains count from there until its bar closes. */
  readonly #openedAt = new Map<number, { readonly time: number; readonly price: number }>();

  constructor(portfolio: Portfolio, feeds: readonly Feed[], margin: number) {
    this.#portfolio = portfolio;
    this.#feeds = feeds;
    this.#margin = margin;
  }

  /** Margin of all positions. */
  get marginUsed(): number {
    const { held, heldCount } = this.#portfolio;
    let sum = 0;
    for (let i = 0; i < heldCount; i++) sum += Math.abs(held[i]!.quantity) * this.#margin;
    return sum;
  }

  /**
   * Returns cash less margin, with gains and losses up to the last prices. For a fill as bars close at `fillTime`, it uses the previous
   * prices.
   */
  free(fillTime: number): number {
    const { held, heldCount, cash } = this.#portfolio;
    let free = cash - this.marginUsed;
    for (let i = 0; i < heldCount; i++) {
      const { index, quantity, multiplier } = held[i]!;
      free += quantity * multiplier * this.#settledPrice(index, fillTime);
    }
    return free;
  }

  /** Returns what a fill takes of free cash, before the position is marked at its price. */
  cashUsedBy({ position, sign, quantity, price, time }: Execution, closing: number): number {
    const gained =
      closing === 0 ? 0 : -sign * closing * (price - this.#settledPrice(position.index, time)) * position.multiplier;
    return (quantity - 2 * closing) * this.#margin - gained;
  }

  /** Notes an opening fill: gains are paid up to its price. */
  noteOpening({ position, price, time }: Execution): void {
    this.#openedAt.set(position.index, { time, price });
  }

  #settledPrice(index: number, fillTime: number): number {
    const opened = this.#openedAt.get(index);
    if (opened !== undefined && opened.time === fillTime) return opened.price;
    const feed = this.#feeds[index]!;
    const { closed } = feed;
    const now = closed > 0 && feed.closeTime[closed] === fillTime;
    return now ? feed.close[closed - 1]! : feed.last;
  }
}
