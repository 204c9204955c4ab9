import type { Bars } from "hindcast";
import type { Charge } from "./backtesting-py.ts";
import type { PlannedRequest, KernelRun, Plan } from "./kernel.ts";

/**
 * Kernel with the rules of backtrader's broker for stocks paid in full: cash, a signed position, and a queue processed
 * in order of submission.
 */
export function backtraderKernel(bars: Bars, plan: Plan, start: number, charge: Charge): KernelRun {
  const { open, high, low, close, length } = bars;
  let cash = start;
  let held = 0;
  let queue: { readonly units: number; readonly asked: PlannedRequest; triggered: boolean }[] = [];
  const fills: (readonly [number, number])[] = [];
  const equity = new Float64Array(length);

  const reached = (i: number, order: (typeof queue)[number]): number | undefined => {
    const { limit, stop } = order.asked;
    const buys = order.units > 0;
    if (limit !== undefined && stop !== undefined && !order.triggered) {
      const gap = buys ? open[i]! >= stop : open[i]! <= stop;
      if (!gap && (buys ? high[i]! < stop : low[i]! > stop)) return undefined;
      order.triggered = true;
      if (!gap) {
        if (buys ? limit >= stop : limit <= stop) return stop;
        const turned = buys ? open[i]! > close[i]! : open[i]! <= close[i]!;
        return turned && (buys ? limit >= close[i]! : limit <= close[i]!) ? limit : undefined;
      }
    }
    if (limit !== undefined) {
      if (buys ? limit >= open[i]! : limit <= open[i]!) return open[i]!;
      return (buys ? limit >= low[i]! : limit <= high[i]!) ? limit : undefined;
    }
    if (stop === undefined) return open[i]!;
    if (buys ? open[i]! >= stop : open[i]! <= stop) return open[i]!;
    return (buys ? high[i]! >= stop : low[i]! <= stop) ? stop : undefined;
  };

  for (let i = 0; i < length; i++) {
    const left: typeof queue = [];
    for (const order of queue) {
      const price = reached(i, order);
      if (price === undefined) {
        left.push(order);
        continue;
      }
      const closing =
        held * order.units < 0 ? Math.sign(order.units) * Math.min(Math.abs(held), Math.abs(order.units)) : 0;
      const opening = order.units - closing;
      cash -= closing * price + charge(Math.abs(closing), price);
      let done = closing;
      const after = cash - opening * price - charge(Math.abs(opening), price);
      if (after >= 0) {
        cash = after;
        done += opening;
      }
      if (done !== 0) fills.push([done, price]);
      held += done;
    }
    queue = left;
    equity[i] = cash + held * close[i]!;
    let trial = cash;
    for (const asked of plan.get(i) ?? []) {
      if (asked.close && held === 0) continue;
      const units = asked.close
        ? -held
        : asked.side! * (asked.units ?? Math.floor((asked.share! * equity[i]!) / close[i]!));
      if (units === 0) continue;
      const price = asked.stop ?? asked.limit ?? close[i]!;
      trial -= units * price + charge(Math.abs(units), price);
      if (trial >= 0) queue.push({ units, asked, triggered: false });
    }
  }
  return { equity, fills };
}
