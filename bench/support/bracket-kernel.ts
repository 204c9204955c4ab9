import type { Bars, Column } from "hindcast";
import type { KernelResult } from "./kernels.ts";

/** Distance of take-profit and stop-loss from the last price, as fractions. */
export const PROFIT = 0.03;
export const LOSS = 0.02;

interface Entry {
  readonly quantity: number;
  readonly profit: number;
  readonly loss: number;
}

/**
 * Hand-written loop for one strategy: entries at the crossing of two averages through a callback and a queue, each with two exits. Every
 * bar checks both, the stop first.
 */
export function bracketKernel(bars: Bars, fast: Column, slow: Column, rate: number): KernelResult {
  const { open, high, low, close, length } = bars;
  const equity = new Float64Array(length);
  const queue: Entry[] = [];
  let held: Entry | undefined;
  let cash = 100_000;
  let fills = 0;
  const sell = (quantity: number, price: number) => {
    cash += quantity * price * (1 - rate);
    held = undefined;
    fills++;
  };
  const onBar = (bar: number) => {
    if (bar === 0 || held !== undefined) return;
    if (!(fast[bar]! > slow[bar]! && fast[bar - 1]! <= slow[bar - 1]!)) return;
    const price = close[bar]!;
    const quantity = Math.floor((cash * 0.95) / (price * (1 + rate)));
    queue.push({ quantity, profit: price * (1 + PROFIT), loss: price * (1 - LOSS) });
  };
  for (let i = 0; i < length; i++) {
    while (queue.length > 0) {
      held = queue.shift()!;
      cash -= held.quantity * open[i]! * (1 + rate);
      fills++;
    }
    if (held !== undefined) {
      if (low[i]! <= held.loss) sell(held.quantity, Math.min(open[i]!, held.loss));
      else if (high[i]! >= held.profit) sell(held.quantity, Math.max(open[i]!, held.profit));
    }
    onBar(i);
    equity[i] = cash + (held?.quantity ?? 0) * close[i]!;
  }
  return { equity, fills };
}
