import { type FillRules, Touch } from "./models/fills.ts";
import type { Order } from "./order.ts";

/** An order that a bar reaches, and how. Slots are reused from bar to bar. */
export class Triggered extends Touch {
  order: Order;
  /** It became eligible inside the bar, so it meets the close alone, after all else. */
  atClose = false;
  ambiguous = false;
  /** Finer bars have shown whether it came first. */
  resolved = false;
  /** How many bars before the one at hand it fills: 1 at the close before, where it was decided. */
  barsBack = 0;
  /** The finer bar in which it was reached, of an exit whose entry filled inside the bar. */
  seen = 0;

  constructor(order: Order, fills: FillRules) {
    super(fills);
    this.order = order;
  }

  /** It fills somewhere between the open and the close, unless what filled at the open has ended it. */
  get inside(): boolean {
    return !this.atOpen && !this.atClose && !Number.isNaN(this.price) && this.order.working;
  }

  /** Of two on the same way: the price reaches this one before the other, wherever their entries were. */
  isNearerThan(other: Triggered): boolean {
    return (this.level - other.level) * this.heading < 0;
  }
}
