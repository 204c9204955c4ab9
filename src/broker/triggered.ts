import { type FillRules, BarMatch } from "./models/fills.ts";
import type { Order } from "./order.ts";

/** Order that a bar triggers, and how. Slots are reused from bar to bar. */
export class Triggered extends BarMatch {
  order: Order;
  /** Whether the order became eligible inside the bar. It then sees only the close, after all other orders. */
  atClose = false;
  ambiguous = false;
  /** Whether finer bars have shown which order came first. */
  resolved = false;
  /** Number of bars before the current one at which it fills: 1 for the previous close, where it was decided. */
  barsBack = 0;
  /** Finer bar that triggered the order, for an exit whose entry filled inside the bar. */
  finerBar = 0;

  constructor(order: Order, fills: FillRules) {
    super(fills);
    this.order = order;
  }

  /** Whether the order fills between the open and the close, unless a fill at the open has ended it. */
  get inside(): boolean {
    return !this.atOpen && !this.atClose && !Number.isNaN(this.price) && this.order.working;
  }

  /** Whether the price reaches this order before the other, of two in the same direction. */
  isNearerThan(other: Triggered): boolean {
    return (this.level - other.level) * this.heading < 0;
  }
}
