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

/** Maximum number of symbols that a message lists, since a session may contain many option contracts. */
const MAX_NAMED = 20;

/**
 * Returns an instrument that the account can trade, and its prices. `parameter` is the member of the request with the symbol. Lockstep
 * sessions know their instruments from the start, and reject orders without a price as a backtest does. Throws SYMBOL_UNKNOWN for a symbol
 * that is not listed, and INVALID_PARAMETERS for one that cannot be traded.
 */
export function tradableInstrument(
  view: MarketView,
  account: TradingAccount,
  symbol: string,
  parameter = "symbol",
): { readonly instrument: RecordedInstrument; readonly feed: Feed } {
  const wanted = symbol.toUpperCase();
  const own = account.exchange.asBacktest ? account.run.feed(wanted) : undefined;
  if (own !== undefined) return { instrument: instrumentOf(account, wanted), feed: own };
  const instrument = view.instrument(wanted);
  // Orders need the symbol of a pair; its base currency is only an alias.
  if (instrument.symbol !== wanted) throw unknownSymbolError(wanted, instrument.symbol);
  const feed = account.run.feed(wanted);
  if (feed !== undefined && !hasExpired(view, instrument)) return { instrument, feed };
  const reason = account.exchange.asBacktest
    ? `${wanted} is not one of the run's symbols (${account.run.symbols.join(", ")})`
    : (whyUntradable(instrument, account.exchange.currency) ?? whyNotTradable(view, instrument, account));
  throw invalidParameters([{ in: "body", parameter, value: wanted, reason: `must be tradable: ${reason}` }]);
}

function hasExpired(view: MarketView, { option }: RecordedInstrument): boolean {
  return option !== undefined && !view.expirations(option.underlying).includes(option.expiration);
}

function whyNotTradable(view: MarketView, instrument: RecordedInstrument, account: TradingAccount): string {
  const { symbol, option } = instrument;
  if (option === undefined) return isRecorded(view, symbol) ? notInSession(symbol, account) : `${symbol} has no bars`;
  if (hasExpired(view, instrument)) return `${symbol} expired on ${formatDate(option.expiration * DAY_MS)}`;
  return `the underlying ${option.underlying} cannot be traded in this session`;
}

/** Whether the recording has bars of the symbol. */
function isRecorded(view: MarketView, symbol: string): boolean {
  return view.has(symbol) && view.intervals(symbol).length > 0;
}

function notInSession(symbol: string, { run: { symbols } }: TradingAccount): string {
  const named = symbols.length > 0 && symbols.length <= MAX_NAMED ? ` (${symbols.join(", ")})` : "";
  return `${symbol} is not one of the session's symbols${named}`;
}
