import type { Position } from "../ledger/position.ts";
import type { Direction } from "../ledger/records.ts";
import type { Feed } from "../market/feed.ts";

/** Current position in one symbol. */
export class PositionView {
  readonly #position: Position;
  readonly #feed: Feed;

  constructor(position: Position, feed: Feed) {
    this.#position = position;
    this.#feed = feed;
  }

  /** Number of units held; negative when short. */
  get quantity(): number {
    return this.#position.quantity;
  }
  /** Direction of the position: `"long"`, `"short"` or `"flat"`. */
  get direction(): Direction {
    return this.#position.direction;
  }
  /** Whether no units are held. */
  get flat(): boolean {
    return this.#position.quantity === 0;
  }
  /** Average entry price; 0 when flat. */
  get averagePrice(): number {
    return this.#position.averagePrice;
  }
  /** Last known price of the symbol. */
  get marketPrice(): number {
    return this.#feed.last;
  }
  /** Value of the position at the last price, in the account's currency; negative when short. */
  get marketValue(): number {
    const { quantity, instrument } = this.#position;
    return quantity === 0 ? 0 : quantity * this.#feed.last * instrument.multiplier;
  }
  /** Profit of the open units, after entry commissions and before exit commissions. */
  get unrealizedPnl(): number {
    const { quantity, costBasis, openCommission } = this.#position;
    return this.marketValue - Math.sign(quantity) * costBasis - openCommission;
  }
  /** Profit of closed trades, after commissions. */
  get realizedPnl(): number {
    return this.#position.realizedNet;
  }
  /** Time of the oldest open fill, epoch milliseconds; NaN when flat. */
  get openedAt(): number {
    return this.#position.lots === 0 ? NaN : this.#position.lot(0).time;
  }
  /** Number of bars closed since the bar of the oldest open fill; 0 on that bar and when flat. */
  get barsHeld(): number {
    return this.#position.lots === 0 ? 0 : this.#feed.closed - this.#position.lot(0).bar;
  }
}
