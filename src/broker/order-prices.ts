import { snapToStep } from "../primitives/rounding.ts";
import type { Order } from "./order.ts";

/** What counts as a step of prices where an instrument has none. */
const CENT = 0.01;
/** A price that is less than a twentieth of a step short of the next one counts as that. */
const REACH = 0.95 - 0.5;
/** Keeps a price that is just a twentieth away on its own side. */
const NOISE = 10 * Number.EPSILON;

/**
 * Puts the prices of an order on steps, where they are better for the trader: the limit of a buy and the stop of a sell on the step below, the others on
 * the step above. Source: how zipline rounds the prices of orders.
 */
export function toSteps(order: Order): void {
  const step = order.feed.instrument.tick || CENT;
  order.limitPrice = onStep(order.limitPrice, order.sign === 1, step);
  order.stopPrice = onStep(order.stopPrice, order.sign === -1, step);
}

/** A missing price stays missing. */
function onStep(price: number, down: boolean, step: number): number {
  const reach = REACH * step - NOISE;
  const steps = (price - (down ? reach : -reach)) / step;
  const below = Math.floor(steps);
  return snapToStep(step * (steps - below >= 0.5 ? below + 1 : below), step);
}
