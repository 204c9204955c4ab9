import { Touch } from "../order-types/order-type.ts";
import type { Order } from "../order.ts";

/** An order that a bar reaches, and how. Slots are reused from bar to bar. */
export class Triggered extends Touch {
  order: Order;
  ambiguous = false;

  constructor(order: Order) {
    super();
    this.order = order;
  }
}

/**
 * Which way the price is taken to have gone first inside a bar that reaches orders on both sides of its open: 1 up, -1 down.
 * `held` is the position in the instrument, negative when short.
 */
export type IntrabarPolicy = (triggered: readonly Triggered[], count: number, held: number) => 1 | -1;
