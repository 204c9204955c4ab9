import type { MarketView } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import type { OrderRequest } from "../../schemas/order-request.ts";
import { formatInstant } from "../../time/instant.ts";
import { ApiError } from "../errors/api-error.ts";

/**
 * Throws MARKET_CLOSED for an order that cannot rest while its market is closed: it would have to wait for a price of another day. Market orders
 * for options never rest then.
 */
export function checkOpen(
  view: MarketView,
  { symbol, calendar, option }: RecordedInstrument,
  type: OrderRequest["type"],
  timeInForce: string,
  extendedHours: boolean,
): void {
  const waits = type !== "market" || (timeInForce !== "day" && option === undefined);
  const rests = timeInForce !== "ioc" && timeInForce !== "fok" && waits;
  if (rests) return;
  const status = view.status(calendar);
  if (status === "open" || (extendedHours && status !== "closed")) return;
  const next = view.nextSession(calendar);
  const message = `the market of ${symbol} must be open for this order, it is ${status === "closed" ? "closed" : `in its ${status}-market hours`}`;
  throw new ApiError("MARKET_CLOSED", message, {
    symbol,
    market_status: status,
    next_open: next === undefined ? null : formatInstant(next.open),
  });
}
