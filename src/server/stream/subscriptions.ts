import type { Interval } from "../../time/interval.ts";

/** Bars of one instrument that a client is told of. */
export interface BarSubscription {
  readonly symbol: string;
  readonly interval: Interval;
}

/** What one client is told of. */
export class Subscriptions {
  /** By symbol, the milliseconds in which at most one quote is wanted; 0 for all of them. */
  readonly quotes = new Map<string, number>();
  readonly bars = new Map<string, BarSubscription>();
  /** Of which symbols orders are told, "all" for all, undefined for none. */
  orders: ReadonlySet<string> | "all" | undefined;
  backtests = false;
  clock = false;

  /** Symbols of quotes and bars, each counted for each of its bars. */
  get size(): number {
    return this.quotes.size + this.bars.size;
  }

  /** Whether quotes or bars of a symbol are told. */
  follows(symbol: string): boolean {
    if (this.quotes.has(symbol)) return true;
    for (const bar of this.bars.values()) if (bar.symbol === symbol) return true;
    return false;
  }

  /** The symbols of quotes and bars. */
  followed(): Set<string> {
    return new Set([...this.quotes.keys(), ...[...this.bars.values()].map(({ symbol }) => symbol)]);
  }

  /** Whether orders of a symbol are told; of no symbol, whether any are. */
  tellsOrders(symbol: string | null): boolean {
    const { orders } = this;
    return orders !== undefined && (orders === "all" || symbol === null || orders.has(symbol));
  }
}

/** How bars of one length of an instrument are named among others. */
export function barName(symbol: string, interval: Interval): string {
  return `${symbol} ${interval}`;
}
