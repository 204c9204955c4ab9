import { shown } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";

/**
 * Refuses a market that contradicts itself: something of an instrument that is not there, or a second series of one symbol and interval.
 * Throws RECORDING_INVALID.
 */
export function checkMarket({ instruments, series, quotes, chains, actions }: RecordedMarket): void {
  const symbols = new Set(instruments.map(({ symbol }) => symbol));
  const known = (what: string, symbol: string): void => {
    if (symbols.has(symbol)) return;
    throw invalid(`${what} must be of an instrument of the market, was of ${shown(symbol)}`, { symbol });
  };
  const once = new Set<string>();
  const first = (what: string, symbol: string): void => {
    known(what, symbol);
    const key = JSON.stringify([what, symbol]);
    if (once.has(key)) throw invalid(`${what} of ${symbol} must be there once, was there twice`, { symbol });
    once.add(key);
  };
  for (const { symbol, bars } of series) first(`bars of ${bars.interval}`, symbol);
  for (const { symbol } of quotes) first("quotes", symbol);
  for (const { symbol } of chains) first("a chain", symbol);
  for (const { symbol } of actions) known("an action", symbol);
}

function invalid(message: string, details: Readonly<Record<string, unknown>>): HindcastError {
  return new HindcastError("RECORDING_INVALID", message, details);
}
