import type { Feed } from "../../market/feed.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { symbolUnknown } from "../../tape/view/symbol-unknown.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { formatDate } from "../../time/instant.ts";
import { invalidParameters } from "../errors/api-error.ts";
import { instrumentOf } from "./order-record.ts";
import { whyUntradable } from "./tradable-series.ts";
import type { TradingAccount } from "./trading-account.ts";

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
  if (instrument.symbol !== wanted) throw symbolUnknown(wanted, instrument.symbol);
  const feed = account.run.feed(wanted);
  if (feed !== undefined && !hasExpired(view, instrument)) return { instrument, feed };
  const reason = account.exchange.asRun
    ? `${wanted} is none of the run's symbols, ${account.run.symbols.join(", ")}`
    : (whyUntradable(instrument, account.exchange.currency) ?? whyMissing(view, instrument));
  throw invalidParameters([{ in: "body", parameter, value: wanted, reason: `must be tradable: ${reason}` }]);
}

function hasExpired(view: MarketView, { option }: RecordedInstrument): boolean {
  return option !== undefined && !view.expirations(option.underlying).includes(option.expiration);
}

function whyMissing(view: MarketView, instrument: RecordedInstrument): string {
  const { symbol, option } = instrument;
  if (option === undefined) return `${symbol} has no bars to trade on`;
  if (hasExpired(view, instrument)) return `${symbol} expired on ${formatDate(option.expiration * DAY_MS)}`;
  return `${symbol} is on ${option.underlying}, which cannot be traded here`;
}
