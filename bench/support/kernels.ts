import type { Bars, Column } from "hindcast";

/** Result of a hand-written loop. */
export interface KernelResult {
  readonly equity: Column;
  readonly fills: number;
}

interface QueuedOrder {
  readonly quantity: number;
}

interface KernelContext {
  bar: number;
  cash: number;
  quantity: number;
  readonly queue: QueuedOrder[];
}

/**
 * Hand-written loop for one strategy, with a callback for each bar and a queue of orders that fill at the next open. One symbol, no checks,
 * no records except equity.
 */
export function queuedKernel(bars: Bars, fast: Column, slow: Column, rate: number): KernelResult {
  const { close } = bars;
  return runQueued(bars, rate, (context) => {
    const { bar } = context;
    if (bar === 0) return;
    if (fast[bar]! > slow[bar]! && fast[bar - 1]! <= slow[bar - 1]!) {
      context.queue.push({ quantity: Math.floor(context.cash / (close[bar]! * (1 + rate))) });
    } else if (fast[bar]! < slow[bar]! && fast[bar - 1]! >= slow[bar - 1]!) {
      context.queue.push({ quantity: -context.quantity });
    }
  });
}

function runQueued(bars: Bars, rate: number, onBar: (context: KernelContext) => void): KernelResult {
  const { open, close, length } = bars;
  const equity = new Float64Array(length);
  const context: KernelContext = { bar: 0, cash: 100_000, quantity: 0, queue: [] };
  let fills = 0;
  for (let i = 0; i < length; i++) {
    while (context.queue.length > 0) {
      let { quantity } = context.queue.shift()!;
      const price = open[i]!;
      if (quantity > 0) quantity = Math.min(quantity, Math.floor(context.cash / (price * (1 + rate))));
      if (quantity === 0) continue;
      context.cash -= quantity * price + Math.abs(quantity) * price * rate;
      context.quantity += quantity;
      fills++;
    }
    context.bar = i;
    onBar(context);
    equity[i] = context.cash + context.quantity * close[i]!;
  }
  return { equity, fills };
}

/** Hand-written loop for the strategy of `queuedKernel`, without callback and queue. */
export function flatKernel(bars: Bars, fast: Column, slow: Column, rate: number): KernelResult {
  const { open, close, length } = bars;
  const equity = new Float64Array(length);
  let cash = 100_000;
  let quantity = 0;
  let fills = 0;
  let signal = 0;
  for (let i = 0; i < length; i++) {
    if (signal > 0) {
      const units = Math.min(signal, Math.floor(cash / (open[i]! * (1 + rate))));
      cash -= units * open[i]! * (1 + rate);
      quantity += units;
      fills++;
    } else if (signal < 0 && quantity > 0) {
      cash += quantity * open[i]! * (1 - rate);
      quantity = 0;
      fills++;
    }
    signal = 0;
    if (i > 0) {
      const now = fast[i]! - slow[i]!;
      const before = fast[i - 1]! - slow[i - 1]!;
      if (now > 0 && before <= 0) signal = Math.floor(cash / (close[i]! * (1 + rate)));
      else if (now < 0 && before >= 0) signal = -1;
    }
    equity[i] = cash + quantity * close[i]!;
  }
  return { equity, fills };
}
