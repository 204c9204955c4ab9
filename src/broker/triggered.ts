import { type FillRules, BarMatch } from "./models/fills.ts";
import type { Order } from "./order.ts";

/** Order that a bar triggers, with the match. Objects are reused from bar to bar. */
export class Triggered extends BarMatch {
  order: Order;
  /**
   * Whether the order became eligible inside the bar. It then sees only the close, and fills after all other orders.
   */
  atClose = false;
  ambiguous = false;
  /** Whether finer bars have shown which order came first. */
  resolved = false;
  /**
   * Number of bars between the bar that closes and the one at whose price the order fills: 1 for the previous close.
   */
  barsBack = 0;
  /** Index of the finer bar that triggered an exit whose entry filled inside the bar. */
  finerBar = 0;

  constructor(order: Order, fills: FillRules) {
    super(fills);
    this.order = order;
  }

  /** Whether the order fills between open and close, unless a fill at the open has ended it. */
  get inside(): boolean {
    return !this.atOpen && !this.atClose && !Number.isNaN(this.price) && this.order.working;
  }

  /** Whether the price reaches this order before another one in the same direction. */
  isNearerThan(other: Triggered): boolean {
    return (this.level - other.level) * this.heading < 0;
  }
}
