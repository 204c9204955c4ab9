/** Latest quote of an instrument; NaN for unknown fields. */
export interface Quote {
  readonly price: number;
  readonly bid: number;
  readonly ask: number;
  readonly change: number;
  /** Change since the previous close, in percent. */
  readonly changePercent: number;
  /** Time of the price, in epoch milliseconds. */
  readonly time: number;
}

/** Fields that a quote from the API may have, for any kind of instrument. */
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

/** Reads a quote from the API. A currency pair without a price gets the midpoint of bid and ask. */
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
