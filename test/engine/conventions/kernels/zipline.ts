import type { Bars } from "hindcast";
import type { KernelRun, Plan } from "./kernel.ts";

/**
 * Slippage by the square of the volume share, or in basis points. With slippage by volume, a limit order does not fill
 * beyond its limit.
 */
export type ZiplineSlip =
  | { readonly of: number; readonly impact: number }
  | { readonly of: number; readonly bps: number };

interface Queued {
  readonly amount: number;
  filled: number;
  paid: number;
  readonly limit: number | undefined;
  stop: number | undefined;
  stopReached: boolean;
  limitReached: boolean;
}

/** Commission per share, with a minimum per order. */
export interface ZiplineFee {
  readonly each: number;
  readonly least: number;
}

/**
 * Kernel with the rules of zipline's daily simulation. Shares are targets of portfolio value; limits and stops are in
 * cents.
 */
export function ziplineKernel(
  { close, volume, length }: Bars,
  plan: Plan,
  start: number,
  slip: ZiplineSlip = { of: 0.025, impact: 0.1 },
  { each, least }: ZiplineFee = { each: 0.0075, least: 1 },
): KernelRun {
  let cash = start;
  let held = 0;
  let queue: Queued[] = [];
  const fills: (readonly [number, number])[] = [];
  const equity = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    let taken = 0;
    const price = close[i]!;
    for (const order of volume[i] === 0 ? [] : queue) {
      if (!triggered(order, price)) continue;
      const left = slip.of * volume[i]! - taken;
      if (left < 1) break;
      const sign = Math.sign(order.amount);
      const units = Math.trunc(Math.min(left, Math.abs(order.amount) - order.filled));
      const share = (taken + units) / volume[i]!;
      const moved = "bps" in slip ? slip.bps / 1e4 : share ** 2 * slip.impact;
      const paid = price + moved * sign * price;
      if ("impact" in slip && order.limit !== undefined && (paid - order.limit) * sign > 0) continue;
      taken += units;
      cash -= sign * units * paid;
      held += sign * units;
      fills.push([sign * units, paid]);
      const whole = (order.filled + units) * each;
      const fee = order.paid === 0 ? Math.max(least, units * each) : whole < least ? 0 : whole - order.paid;
      cash -= fee;
      order.paid += fee;
      order.filled += units;
    }
    queue = queue.filter(({ amount, filled }) => filled < Math.abs(amount));
    equity[i] = cash + held * price;
    for (const { close: ends, side, units, share, limit, stop } of plan.get(i) ?? []) {
      const exact = ends ? -held : side! * (units ?? (share! * equity[i]!) / price);
      const near = Math.round(exact);
      const amount = Math.abs(exact - near) <= 1e-4 ? near : Math.trunc(exact);
      if (amount === 0) continue;
      const prices = {
        limit: limit === undefined ? undefined : inCents(limit, amount > 0),
        stop: stop === undefined ? undefined : inCents(stop, amount < 0),
      };
      queue.push({ amount, filled: 0, paid: 0, ...prices, stopReached: false, limitReached: false });
    }
  }
  return { equity, fills };
}

/**
 * Returns whether an order is triggered, which it then stays. A stop-limit order becomes a limit order at the close
 * that reaches its stop.
 */
function triggered(order: Queued, price: number): boolean {
  const { amount, limit, stop } = order;
  const sign = Math.sign(amount);
  if (order.stopReached || order.limitReached) return true;
  if (stop !== undefined && (price - stop) * sign < 0) return false;
  order.stop = undefined;
  if (limit === undefined) return (order.stopReached = true);
  return (order.limitReached = (price - limit) * sign <= 0);
}

/** Rounds to the cent that is better for the trader, unless the other cent is less than a twentieth of a cent away. */
function inCents(price: number, down: boolean): number {
  const moved = (price + (down ? -0.0045 : 0.0045)) / 0.01;
  return 0.01 * Math.round(moved);
}
