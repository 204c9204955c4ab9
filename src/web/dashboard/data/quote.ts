/** Latest quote of an instrument; NaN for unknown fields. */
export interface Quote {
  readonly price: number;
  readonly bid: number;
  readonly ask: number;
  readonly change: number;
  /** In percent. */
  readonly changePercent: number;
  /** Time of the price, epoch milliseconds. */
  readonly time: number;
}

/** Fields that quotes of any kind may have. */
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

/** Reads a quote; a pair without a price gets the midpoint of bid and ask. */
export function readQuote(received: AnyQuote): Quote {
  const bid = received.bid ?? NaN;
  const ask = received.ask ?? NaN;
  return {
    price: received.price ?? (bid + ask) / 2,
    bid,
    ask,
    change: received.change ?? received.change_24h ?? NaN,
    changePercent: received.change_percent ?? received.change_percent_24h ?? NaN,
    time: Date.parse(received.timestamp ?? ""),
  };
}
