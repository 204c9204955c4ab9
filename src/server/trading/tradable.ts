import type { Feed } from "../../market/feed.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { unknownSymbolError } from "../../data/view/symbol-suggestion.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { formatDate } from "../../time/instant.ts";
import { invalidParameters } from "../errors/api-error.ts";
import { instrumentOf } from "./order-record.ts";
import { whyUntradable } from "./tradable-series.ts";
import type { TradingAccount } from "./trading-account.ts";

/** The most symbols of a session that a reason names: contracts of options are among them. */
const MOST_NAMED = 20;

/**
 * An instrument that an account can trade, and its prices; `parameter` is what names it. A run knows its own from its beginning, and what it orders of
 * one without a price is rejected as in batch. Throws SYMBOL_UNKNOWN for one that is unknown as of now, INVALID_PARAMETERS for one that cannot be traded.
 */
export function tradable(
  view: MarketView,
  account: TradingAccount,
  symbol: string,
  parameter = "symbol",
): { readonly instrument: RecordedInstrument; readonly feed: Feed } {
  const wanted = symbol.toUpperCase();
  const own = account.exchange.asRun ? account.run.feed(wanted) : undefined;
  if (own !== undefined) return { instrument: instrumentOf(account, wanted), feed: own };
  const instrument = view.instrument(wanted);
  // Orders name ids: the base of a pair is another name of it.
  if (instrument.symbol !== wanted) throw unknownSymbolError(wanted, instrument.symbol);
  const feed = account.run.feed(wanted);
  if (feed !== undefined && !hasExpired(view, instrument)) return { instrument, feed };
  const reason = account.exchange.asRun
    ? `${wanted} is none of the run's symbols, ${account.run.symbols.join(", ")}`
    : (whyUntradable(instrument, account.exchange.currency) ?? whyMissing(view, instrument, account));
  throw invalidParameters([{ in: "body", parameter, value: wanted, reason: `must be tradable: ${reason}` }]);
}

function hasExpired(view: MarketView, { option }: RecordedInstrument): boolean {
  return option !== undefined && !view.expirations(option.underlying).includes(option.expiration);
}

function whyMissing(view: MarketView, instrument: RecordedInstrument, account: TradingAccount): string {
  const { symbol, option } = instrument;
  if (option === undefined)
    return isRecorded(view, symbol) ? notInSession(symbol, account) : `${symbol} has no bars to trade on`;
  if (hasExpired(view, instrument)) return `${symbol} expired on ${formatDate(option.expiration * DAY_MS)}`;
  return `${symbol} is on ${option.underlying}, which cannot be traded here`;
}

/** There are bars of it, though its session has none. */
function isRecorded(view: MarketView, symbol: string): boolean {
  return view.universe({ query: symbol }).some((one) => one.instrument.symbol === symbol && one.intervals.length > 0);
}

function notInSession(symbol: string, { run: { symbols } }: TradingAccount): string {
  const named = symbols.length > 0 && symbols.length <= MOST_NAMED ? `, ${symbols.join(", ")}` : "";
  return `${symbol} is none of the session's symbols${named}`;
}
