import type { Position } from "../ledger/position.ts";
import type { Direction } from "../ledger/records.ts";
import type { Feed } from "../market/feed.ts";

/** The position in one instrument, as it stands. */
export class PositionView {
  readonly #position: Position;
  readonly #feed: Feed;

  constructor(position: Position, feed: Feed) {
    this.#position = position;
    this.#feed = feed;
  }

  /** Units held; negative when short. */
  get quantity(): number {
    return this.#position.quantity;
  }
  get direction(): Direction {
    return this.#position.direction;
  }
  get flat(): boolean {
    return this.#position.quantity === 0;
  }
  /** Mean entry price; 0 when flat. */
  get averagePrice(): number {
    return this.#position.averagePrice;
  }
  /** Last price known. */
  get marketPrice(): number {
    return this.#feed.last;
  }
  /** Worth of the position at the last price; negative when short. */
  get marketValue(): number {
    const { quantity, instrument } = this.#position;
    return quantity === 0 ? 0 : quantity * this.#feed.last * instrument.multiplier;
  }
  /** Profit not yet taken, before exit commissions and after those of entry. */
  get unrealizedPnl(): number {
    const { quantity, costBasis, openCommission } = this.#position;
    return this.marketValue - Math.sign(quantity) * costBasis - openCommission;
  }
  /** Profit taken so far, after commissions. */
  get realizedPnl(): number {
    return this.#position.realizedNet;
  }
  /** Time of the oldest open fill; NaN when flat. */
  get openedAt(): number {
    return this.#position.lots === 0 ? NaN : this.#position.lot(0).time;
  }
  /** Bars that have closed since the oldest open fill's bar: 0 on that bar itself. */
  get barsHeld(): number {
    return this.#position.lots === 0 ? 0 : this.#feed.closed - this.#position.lot(0).bar;
  }
}
