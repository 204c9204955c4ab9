import type { Chain, ChainContract, MarketView } from "../../../market/market-view.ts";
import { occSymbol } from "../../../market/option-contracts.ts";
import type { RecordedInstrument } from "../../../market/recorded-market.ts";
import { SymbolPath } from "../../../schemas/fields.ts";
import { type OptionContract, OptionsChain, OptionsChainQuery } from "../../../schemas/options-chain.ts";
import { DAY_MS } from "../../../time/civil-date.ts";
import { formatDate, formatInstant } from "../../../time/instant.ts";
import { findUnderlying } from "../../market-data/find-instrument.ts";
import { parseQueryDate } from "../../request-times.ts";
import { refused } from "../../errors/api-error.ts";
import { orNull, shownPrice, toSignificant, roundedToInteger } from "../../numbers.ts";
import { defineRoute } from "../../route.ts";

export const optionsChain = defineRoute({
  method: "GET",
  path: "/market-data/options/:symbol/chain",
  scope: "market_data:read",
  tag: "Market data",
  summary: "Get the option chain of one expiration",
  description:
    "The last recorded snapshot of the chain, by default for the nearest expiration that has not passed. Missing greeks are computed from the prices and rates of the snapshot. Values without a price are null.",
  params: SymbolPath,
  query: OptionsChainQuery,
  response: OptionsChain,
  handler: ({ params, query, view }) => optionsChainOf(view, findUnderlying(view, params.symbol), query),
});

/**
 * Returns the options of one expiration on an instrument. For an expiration that is not known at the market time, throws INVALID_PARAMETERS
 * with `available_expirations`.
 */
function optionsChainOf(
  view: MarketView,
  instrument: RecordedInstrument,
  { expiration, strike, option_type: type }: OptionsChainQuery,
): OptionsChain {
  const chain = view.chain(instrument.symbol, expirationOf(view, instrument, expiration));
  const contracts = (right: "C" | "P"): OptionContract[] =>
    (right === "C" ? chain.calls : chain.puts)
      .filter((contract) => strike === undefined || toSignificant(contract.strike) === toSignificant(strike))
      .map((contract) => contractOf(contract, right, chain, instrument));
  return {
    symbol: instrument.symbol,
    expiration: formatDate(chain.expiration * DAY_MS),
    calls: type === "put" ? [] : contracts("C"),
    puts: type === "call" ? [] : contracts("P"),
    timestamp: formatInstant(chain.time),
  };
}

/** Returns the requested expiration; by default the nearest one that has not passed. */
function expirationOf(view: MarketView, { symbol }: RecordedInstrument, requestedDate: string | undefined): number {
  const available = view.expirations(symbol);
  const day = requestedDate === undefined ? available[0] : parseQueryDate("expiration", requestedDate);
  if (day !== undefined && available.includes(day)) return day;
  const dates = available.map((one) => formatDate(one * DAY_MS));
  const message =
    dates.length === 0
      ? `symbol must have options: no unexpired option chain of ${symbol} is recorded at the current time`
      : `expiration must be an expiration of options on ${symbol} (${dates.join(", ")}), was ${requestedDate}`;
  const problem = {
    in: "query",
    parameter: "expiration",
    value: requestedDate ?? null,
    reason: "expiration_unknown",
  } as const;
  throw refused(message, [{ ...problem, allowed: dates }], { available_expirations: dates });
}

function contractOf(
  contract: ChainContract,
  right: "C" | "P",
  chain: Chain,
  { symbol, decimals }: RecordedInstrument,
): OptionContract {
  const price = (value: number): number | null => orNull(value, (one) => shownPrice(one, decimals));
  return {
    strike: toSignificant(contract.strike),
    last_price: price(contract.last),
    bid: price(contract.bid),
    ask: price(contract.ask),
    // A contract without recorded volume did not trade, so its volume is 0.
    volume: orNull(contract.volume, roundedToInteger) ?? 0,
    open_interest: orNull(contract.openInterest, roundedToInteger),
    implied_volatility: orNull(contract.impliedVolatility, toSignificant),
    delta: orNull(contract.delta, toSignificant),
    gamma: orNull(contract.gamma, toSignificant),
    theta: orNull(contract.theta, toSignificant),
    vega: orNull(contract.vega, toSignificant),
    symbol: occSymbol(symbol, chain.expiration, right, contract.strike),
  };
}
