import type { Bars } from "hindcast";
import type { PlannedRequest, KernelRun, Plan } from "./kernel.ts";

interface Trade {
  size: number;
  readonly price: number;
  loss?: Waiting;
  profit?: Waiting;
}

interface Waiting {
  readonly of?: Trade;
  readonly asked: PlannedRequest;
  readonly sign: 1 | -1;
  stop: number | undefined;
  readonly limit: number | undefined;
}

/** Commission for a quantity at a price. */
export type Charge = (units: number, price: number) => number;

/**
 * Kernel with the rules of backtesting.py: cash changes only by profits and commissions, each trade is kept separately,
 * and the order queue runs once per bar.
 */
export function backtestingPyKernel(
  { open, high, low, close, length }: Bars,
  plan: Plan,
  start: number,
  charge: Charge,
  spread = 0,
  leverage = 1,
): KernelRun {
  let cash = start;
  let trades: Trade[] = [];
  let queue: Waiting[] = [];
  const fills: (readonly [number, number])[] = [];
  const equity = new Float64Array(length);
  const drop = (order: Waiting | undefined) => (queue = queue.filter((other) => other !== order));
  const worth = (at: number) => cash + trades.reduce((sum, { size, price }) => sum + size * (at - price), 0);
  const free = (at: number) =>
    Math.max(0, worth(at) - trades.reduce((sum, { size }) => sum + (Math.abs(size) * at) / leverage, 0));

  const end = (trade: Trade, units: number, price: number) => {
    cash += units * (price - trade.price) - charge(Math.abs(units), price);
    fills.push([-units, price]);
    trade.size -= units;
    if (trade.size !== 0) return;
    trades = trades.filter((other) => other !== trade);
    drop(trade.loss);
    drop(trade.profit);
  };

  const goThrough = (i: number) => {
    let again = false;
    for (const order of queue.slice()) {
      if (!queue.includes(order)) continue;
      const { stop, limit, sign, asked } = order;
      const long = sign === 1;
      if (stop !== undefined) {
        if (long ? high[i]! < stop : low[i]! > stop) continue;
        order.stop = undefined;
      }
      let price = open[i]!;
      if (limit !== undefined) {
        const hit = long ? low[i]! <= limit : high[i]! >= limit;
        const early = stop !== undefined && (long ? limit <= stop : limit >= stop);
        if (!hit || early) continue;
        price = long ? Math.min(stop ?? price, limit) : Math.max(stop ?? price, limit);
      } else if (stop !== undefined) price = long ? Math.max(price, stop) : Math.min(price, stop);
      if (order.of !== undefined) {
        if (trades.includes(order.of)) end(order.of, order.of.size, price);
        drop(order);
        continue;
      }
      const paid = price * (1 + sign * spread);
      const size = asked.units ?? Math.min(asked.share!, 1 - Number.EPSILON);
      const unit = paid + charge(size, price) / size;
      const budget = free(close[i]!) * leverage;
      let need = asked.units ?? Math.trunc((budget * size - ((budget * size) % unit)) / unit + 0.5);
      drop(order);
      if (need === 0) continue;
      for (const trade of trades.slice()) {
        if (need === 0 || trade.size * sign > 0) continue;
        const units = Math.min(need, Math.abs(trade.size));
        end(trade, -sign * units, price);
        need -= units;
      }
      if (need === 0 || need * unit > free(close[i]!) * leverage) continue;
      cash -= charge(need, paid);
      const trade: Trade = { size: sign * need, price: paid };
      trades.push(trade);
      fills.push([sign * need, paid]);
      const against = -sign as 1 | -1;
      if (asked.profit !== undefined) {
        trade.profit = { of: trade, asked, sign: against, stop: undefined, limit: asked.profit };
        queue.push(trade.profit);
      }
      if (asked.loss !== undefined) {
        trade.loss = { of: trade, asked, sign: against, stop: asked.loss, limit: undefined };
        queue.unshift(trade.loss);
      }
      if (trade.loss === undefined && trade.profit === undefined) continue;
      const { loss = -sign * Infinity, profit = sign * Infinity } = asked;
      const proven = long ? profit <= high[i]! && loss < low[i]! : profit >= low[i]! && loss > high[i]!;
      if ((limit === undefined && stop === undefined) || (stop !== undefined && limit === undefined && proven))
        again = true;
    }
    if (again) goThrough(i);
  };

  for (let i = 0; i < length; i++) {
    goThrough(i);
    equity[i] = worth(close[i]!);
    if (equity[i]! <= 0) return { equity: equity.fill(0, i), fills };
    for (const asked of plan.get(i) ?? []) {
      if (asked.close)
        for (const trade of trades)
          queue.unshift({
            of: trade,
            asked,
            sign: -Math.sign(trade.size) as 1 | -1,
            stop: undefined,
            limit: undefined,
          });
      else queue.push({ asked, sign: asked.side!, stop: asked.stop, limit: asked.limit });
    }
  }
  return { equity, fills };
}
