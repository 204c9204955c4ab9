import type { Execution } from "../../ledger/execution.ts";
import type { Portfolio } from "../../ledger/portfolio.ts";
import type { Feed } from "../../market/feed.ts";

/**
 * Computes free cash if each unit, long or short, ties up a fixed margin instead of its price. Gains and losses are
 * paid when bars close. The portfolio books units as paid in full, which this class corrects. Source: futures in
 * backtrader's broker.
 */
export class ContractMargin {
  readonly #portfolio: Portfolio;
  readonly #feeds: readonly Feed[];
  readonly #margin: number;
  /** Time and price of the last opening fill of each instrument, from which its gains count until its bar closes. */
  readonly #openedAt = new Map<number, { readonly time: number; readonly price: number }>();

  constructor(portfolio: Portfolio, feeds: readonly Feed[], margin: number) {
    this.#portfolio = portfolio;
    this.#feeds = feeds;
    this.#margin = margin;
  }

  /** Margin that all positions tie up. */
  get marginUsed(): number {
    const { held, heldCount } = this.#portfolio;
    let sum = 0;
    for (let i = 0; i < heldCount; i++) sum += Math.abs(held[i]!.quantity) * this.#margin;
    return sum;
  }

  /**
   * Returns cash less margin, with gains and losses up to the last prices, or up to the previous prices for a fill as
   * bars close at `fillTime`.
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

  /** Returns the free cash that a fill uses, before the position is marked at the fill's price. */
  cashUsedBy({ position, sign, quantity, price, time }: Execution, closing: number): number {
    const gained =
      closing === 0 ? 0 : -sign * closing * (price - this.#settledPrice(position.index, time)) * position.multiplier;
    return (quantity - 2 * closing) * this.#margin - gained;
  }

  /** Notes an opening fill. Gains of the position are paid up to the price of that fill. */
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
