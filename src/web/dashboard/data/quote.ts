/** The last price of an instrument; NaN where something is not known. */
export interface Quote {
  readonly price: number;
  readonly bid: number;
  readonly ask: number;
  readonly change: number;
  /** Percent points. */
  readonly changePercent: number;
  /** When the price was made, epoch milliseconds. */
  readonly time: number;
}

/** The members that any quote may have. */
interface AnyQuote {
  readonly price?: number;
  readonly bid?: number | null;
  readonly ask?: number | null;
  readonly change?: number | null;
  readonly change_percent?: number | null;
  readonly change_24h?: number | null;
  readonly change_percent_24h?: number | null;
  readonly timestamp?: string;
}

/** Reads a quote; that of a pair without a price is the middle of its bid and ask. */
export function readQuote(wire: AnyQuote): Quote {
  const bid = wire.bid ?? NaN;
  const ask = wire.ask ?? NaN;
  return {
    price: wire.price ?? (bid + ask) / 2,
    bid,
    ask,
    change: wire.change ?? wire.change_24h ?? NaN,
    changePercent: wire.change_percent ?? wire.change_percent_24h ?? NaN,
    time: Date.parse(wire.timestamp ?? ""),
  };
}
