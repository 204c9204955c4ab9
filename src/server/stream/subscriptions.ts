import type { Interval } from "../../time/interval.ts";

/** A subscription to bars of one instrument. */
export interface BarSubscription {
  readonly symbol: string;
  readonly interval: Interval;
}

/** All subscriptions of one stream client. */
export class Subscriptions {
  /** Subscribed quotes by symbol. The value is the shortest time in milliseconds between two quotes; 0 for all quotes. */
  readonly quotes = new Map<string, number>();
  readonly bars = new Map<string, BarSubscription>();
  /** Symbols whose orders are subscribed; "all" for every symbol, undefined for none. */
  orders: ReadonlySet<string> | "all" | undefined;
  backtests = false;
  clock = false;

  /** Number of subscriptions to quotes of a symbol and to bars of a symbol in one interval. */
  get size(): number {
    return this.quotes.size + this.bars.size;
  }

  /** Whether the client has subscribed to quotes or bars of a symbol. */
  follows(symbol: string): boolean {
    if (this.quotes.has(symbol)) return true;
    for (const bar of this.bars.values()) if (bar.symbol === symbol) return true;
    return false;
  }

  /** Returns the symbols of all subscribed quotes and bars. */
  followed(): Set<string> {
    return new Set([...this.quotes.keys(), ...[...this.bars.values()].map(({ symbol }) => symbol)]);
  }

  /** Whether the client has subscribed to orders of a symbol; for null, to orders of any symbol. */
  includesOrders(symbol: string | null): boolean {
    const { orders } = this;
    return orders !== undefined && (orders === "all" || symbol === null || orders.has(symbol));
  }
}

/** Returns the key under which a bar subscription is stored. */
export function barKey(symbol: string, interval: Interval): string {
  return `${symbol} ${interval}`;
}
