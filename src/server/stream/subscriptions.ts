import type { Interval } from "../../time/interval.ts";

/** A subscription to bars of one instrument. */
export interface BarSubscription {
  readonly symbol: string;
  readonly interval: Interval;
}

/** The subscriptions of one client. */
export class Subscriptions {
  /** Quotes by symbol, with the interval in milliseconds for at most one quote; 0 for all quotes. */
  readonly quotes = new Map<string, number>();
  readonly bars = new Map<string, BarSubscription>();
  /** Symbols of subscribed orders: "all", or undefined for none. */
  orders: ReadonlySet<string> | "all" | undefined;
  backtests = false;
  clock = false;

  /** Number of quote subscriptions and bar subscriptions. */
  get size(): number {
    return this.quotes.size + this.bars.size;
  }

  /** Whether quotes or bars of a symbol are subscribed. */
  follows(symbol: string): boolean {
    if (this.quotes.has(symbol)) return true;
    for (const bar of this.bars.values()) if (bar.symbol === symbol) return true;
    return false;
  }

  /** Returns the symbols of all quotes and bars. */
  followed(): Set<string> {
    return new Set([...this.quotes.keys(), ...[...this.bars.values()].map(({ symbol }) => symbol)]);
  }

  /** Whether orders of a symbol are subscribed; for null, whether any are. */
  includesOrders(symbol: string | null): boolean {
    const { orders } = this;
    return orders !== undefined && (orders === "all" || symbol === null || orders.has(symbol));
  }
}

/** Returns the key of a bar subscription. */
export function barKey(symbol: string, interval: Interval): string {
  return `${symbol} ${interval}`;
}
