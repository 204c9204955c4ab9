import { shown } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { barSessions } from "../../market/bar-sessions.ts";
import type { Bars } from "../../market/bars.ts";
import { barProblems } from "../../market/validate-bars.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import type { Calendar } from "../../time/calendar.ts";
import { isDailyOrLonger } from "../../time/interval.ts";

/**
 * Refuses a market that contradicts itself: something of an instrument that is not there, a second series of one symbol and interval, or a bar in
 * whose time its exchange has no session, of which nobody could say when it was known.
 * Throws RECORDING_INVALID, BARS_INVALID.
 */
export function checkMarket({ instruments, series, quotes, chains, actions, calendars }: RecordedMarket): void {
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
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]));
  for (const { symbol, bars } of series) {
    first(`bars of ${bars.interval}`, symbol);
    const calendar = calendars.find(({ name }) => name === bySymbol.get(symbol)!.calendar);
    if (calendar !== undefined && isDailyOrLonger(bars.interval) && barProblems(bars, 1).length === 0)
      inSessions(symbol, bars, calendar);
  }
  for (const { symbol } of quotes) first("quotes", symbol);
  for (const { symbol } of chains) first("a chain", symbol);
  for (const { symbol } of actions) known("an action", symbol);
}

/** Every daily or longer bar holds a session. Bars that break other rules are told of elsewhere. */
function inSessions(symbol: string, bars: Bars, calendar: Calendar): void {
  try {
    barSessions(bars, calendar);
  } catch (error) {
    if (!(error instanceof HindcastError) || error.code !== "BARS_INVALID") return;
    const { interval } = bars;
    throw new HindcastError(error.code, `${symbol} ${interval}, ${error.message}`, {
      symbol,
      interval,
      ...error.details,
    });
  }
}

function invalid(message: string, details: Readonly<Record<string, unknown>>): HindcastError {
  return new HindcastError("RECORDING_INVALID", message, details);
}
