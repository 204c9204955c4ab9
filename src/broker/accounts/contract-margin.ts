import type { Execution } from "../../ledger/execution.ts";
import type { Portfolio } from "../../ledger/portfolio.ts";
import type { Feed } from "../../market/feed.ts";

/**
 * What cash is free where units are not paid for, but each ties up the same margin, long or short, and gains and losses are paid when bars close.
 * The portfolio books them as if they were paid in full; what that leaves is counted here. Source: futures in the broker of backtrader.
 */
export class ContractMargin {
  readonly #portfolio: Portfolio;
  readonly #feeds: readonly Feed[];
  readonly #margin: number;
  /** Where units of an instrument were opened last: from there on gains are counted until its bar closes. */
  readonly #openedAt = new Map<number, { readonly time: number; readonly price: number }>();

  constructor(portfolio: Portfolio, feeds: readonly Feed[], margin: number) {
    this.#portfolio = portfolio;
    this.#feeds = feeds;
    this.#margin = margin;
  }

  /** Margin of all that is held. */
  get tied(): number {
    const { held, heldCount } = this.#portfolio;
    let sum = 0;
    for (let i = 0; i < heldCount; i++) sum += Math.abs(held[i]!.quantity) * this.#margin;
    return sum;
  }

  /** Cash less margin, with gains and losses up to the last prices; of a fill as bars close at that moment, up to those before. */
  free(fillTime: number): number {
    const { held, heldCount, cash } = this.#portfolio;
    let free = cash - this.tied;
    for (let i = 0; i < heldCount; i++) {
      const { index, quantity, multiplier } = held[i]!;
      free += quantity * multiplier * this.#paidUpTo(index, fillTime);
    }
    return free;
  }

  /** What a fill takes of it, before what is held already is counted at its price. */
  takenBy({ position, sign, quantity, price, time }: Execution, closing: number): number {
    const gained =
      closing === 0 ? 0 : -sign * closing * (price - this.#paidUpTo(position.index, time)) * position.multiplier;
    return (quantity - 2 * closing) * this.#margin - gained;
  }

  /** Units were opened: gains are paid up to that price. */
  opened({ position, price, time }: Execution): void {
    this.#openedAt.set(position.index, { time, price });
  }

  #paidUpTo(index: number, fillTime: number): number {
    const opened = this.#openedAt.get(index);
    if (opened !== undefined && opened.time === fillTime) return opened.price;
    const feed = this.#feeds[index]!;
    const { closed } = feed;
    const now = closed > 0 && feed.closeTime[closed] === fillTime;
    return now ? feed.close[closed - 1]! : feed.last;
  }
}
