import type { PositionRecord } from "../../schemas/account.ts";
import type { MarketView } from "../../market/market-view.ts";
import { formatInstant } from "../../time/instant.ts";
import { ApiError } from "../errors/api-error.ts";
import { priceDecimals } from "../market-data/prices.ts";
import { CRYPTO_DECIMALS } from "../numbers.ts";
import { instrumentOf } from "./order-record.ts";
import type { TradingAccount } from "./trading-account.ts";

const AVERAGE_DECIMALS = 4;

/** Returns the positions of an account by symbol, valued at their last prices. */
export function positionRecords(account: TradingAccount, now: number): PositionRecord[] {
  const { portfolio } = account.run.simulation;
  return portfolio.held
    .slice(0, portfolio.heldCount)
    .map(({ instrument }) => positionRecord(account, instrument.symbol, now));
}

/**
 * Returns the symbol of a position. Throws SYMBOL_UNKNOWN for a symbol that is neither listed at the market time nor part of the session,
 * and POSITION_NOT_FOUND if there is no position.
 */
export function findPosition(account: TradingAccount, view: MarketView, symbol: string): string {
  const wanted = symbol.toUpperCase();
  const known = account.exchange.asBacktest && account.run.feed(wanted) !== undefined;
  const id = known ? wanted : view.instrument(wanted).symbol;
  const feed = account.run.feed(id);
  if (feed !== undefined && account.run.simulation.portfolio.positions[feed.index]!.quantity !== 0) return id;
  throw new ApiError("POSITION_NOT_FOUND", { symbol: id });
}

export function positionRecord(account: TradingAccount, symbol: string, now: number): PositionRecord {
  const feed = account.run.feed(symbol)!;
  const position = account.run.simulation.portfolio.positions[feed.index]!;
  const instrument = instrumentOf(account, symbol);
  const decimals = priceDecimals(instrument);
  const { money, percent, price, to } = account.digits;
  const side = position.quantity < 0 ? -1 : 1;
  const value = money(position.quantity * feed.last * position.multiplier);
  const cost = money(side * position.costBasis);
  const gain = money(value - cost);
  return {
    symbol,
    asset_class: instrument.assetClass,
    direction: side > 0 ? "long" : "short",
    quantity: to(Math.abs(position.quantity), CRYPTO_DECIMALS),
    average_price: price(position.averagePrice, decimals + AVERAGE_DECIMALS),
    market_price: price(feed.last, decimals),
    market_value: value,
    cost_basis: cost,
    unrealized_pnl: gain,
    unrealized_pnl_percent: cost === 0 ? 0 : percent((gain / Math.abs(cost)) * 100),
    realized_pnl: money(position.realizedNet),
    opened_at: formatInstant(position.lot(0).time),
    timestamp: formatInstant(now),
  };
}
