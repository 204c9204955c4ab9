import type { RecordedChain, RecordedQuotes } from "../../market/recorded-market.ts";

/** Required columns of bars. `adjClose` is present for all bars of an instrument or for none. */
export const BAR_COLUMNS = ["time", "open", "high", "low", "close", "volume"] as const;
export const ADJUSTED_COLUMN = "adjClose";

export const QUOTE_COLUMNS = [
  "time",
  "bid",
  "ask",
  "bidSize",
  "askSize",
] as const satisfies readonly (keyof RecordedQuotes)[];

/** Columns that identify a row of a chain, in the order by which rows are sorted. */
export const CONTRACT_COLUMNS = [
  "time",
  "expiration",
  "strike",
  "right",
] as const satisfies readonly (keyof RecordedChain)[];

/** Optional numbers of a contract. */
export const CONTRACT_NUMBERS = [
  "last",
  "bid",
  "ask",
  "volume",
  "openInterest",
  "impliedVolatility",
  "delta",
  "gamma",
  "theta",
  "vega",
] as const satisfies readonly (keyof RecordedChain)[];

export const CHAIN_COLUMNS = [...CONTRACT_COLUMNS, ...CONTRACT_NUMBERS] as const;

/** Units of columns that could be misread, written as metadata of the column. */
export const COLUMN_UNITS: Readonly<Record<string, string>> = {
  time: "milliseconds since 1970-01-01T00:00:00Z",
  expiration: "days since 1970-01-01",
  right: "1 for a call, -1 for a put",
  impliedVolatility: "fraction",
  theta: "a calendar day",
  vega: "one percentage point of volatility",
};
