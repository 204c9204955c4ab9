import type { Bars } from "hindcast";
import type { KernelRun, Plan } from "./kernel.ts";

/**
 * The daily simulation of zipline with its volume-share slippage and a commission per share with a minimum an order: shares are of the portfolio,
 * as a change of what is held.
 */
export function ziplineKernel({ close, volume, length }: Bars, plan: Plan, start: number): KernelRun {
  let cash = start;
  let held = 0;
  let queue: {
    readonly amount: number;
    filled: number;
    paid: number;
    readonly limit: number | undefined;
    readonly stop: number | undefined;
    on: boolean;
  }[] = [];
  const fills: (readonly [number, number])[] = [];
  const equity = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    let taken = 0;
    const price = close[i]!;
    for (const order of queue) {
      const sign = Math.sign(order.amount);
      const left = 0.025 * volume[i]! - taken;
      if (order.limit !== undefined) order.on ||= (price - order.limit) * sign <= 0;
      else if (order.stop !== undefined) order.on ||= (price - order.stop) * sign >= 0;
      else order.on = true;
      if (!order.on) continue;
      if (left < 1) break;
      const units = Math.trunc(Math.min(left, Math.abs(order.amount) - order.filled));
      const share = (taken + units) / volume[i]!;
      const paid = price + share ** 2 * 0.1 * sign * price;
      if (order.limit !== undefined && (paid - order.limit) * sign > 0) continue;
      taken += units;
      cash -= sign * units * paid;
      held += sign * units;
      fills.push([sign * units, paid]);
      const whole = (order.filled + units) * 0.0075;
      const fee = order.paid === 0 ? Math.max(1, units * 0.0075) : whole < 1 ? 0 : whole - order.paid;
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
      if (amount !== 0) queue.push({ amount, filled: 0, paid: 0, limit, stop, on: false });
    }
  }
  return { equity, fills };
}
