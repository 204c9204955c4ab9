import type { Chain, ChainContract, MarketView } from "../../../market/market-view.ts";
import { occSymbol } from "../../../market/option-contracts.ts";
import type { RecordedInstrument } from "../../../market/recorded-market.ts";
import { SymbolPath } from "../../../schemas/fields.ts";
import { type OptionContract, OptionsChain, OptionsChainQuery } from "../../../schemas/options-chain.ts";
import { DAY_MS } from "../../../time/civil-date.ts";
import { formatDate, formatInstant } from "../../../time/instant.ts";
import { findUnderlying } from "../../market-data/find-instrument.ts";
import { queryDay } from "../../request-times.ts";
import { refused } from "../../errors/api-error.ts";
import { orNull, shownPrice, significant, whole } from "../../numbers.ts";
import { defineRoute } from "../../route.ts";

export const optionsChain = defineRoute({
  method: "GET",
  path: "/market-data/options/:symbol/chain",
  scope: "market_data:read",
  tag: "Market data",
  summary: "The options on an underlying of one expiration",
  description:
    "The last snapshot up to now; the nearest expiration that is not past unless one is named. Greeks that were not recorded are computed from prices and rates of the snapshot; what nothing prices is null.",
  params: SymbolPath,
  query: OptionsChainQuery,
  response: OptionsChain,
  handler: ({ params, query, view }) => optionsChainOf(view, findUnderlying(view, params.symbol), query),
});

/** The options on an instrument of one expiration. Throws INVALID_PARAMETERS with `available_expirations` for one that is not known now. */
function optionsChainOf(
  view: MarketView,
  instrument: RecordedInstrument,
  { expiration, strike, option_type: type }: OptionsChainQuery,
): OptionsChain {
  const chain = view.chain(instrument.symbol, expirationOf(view, instrument, expiration));
  const of = (right: "C" | "P"): OptionContract[] =>
    (right === "C" ? chain.calls : chain.puts)
      .filter((contract) => strike === undefined || significant(contract.strike) === significant(strike))
      .map((contract) => contractOf(contract, right, chain, instrument));
  return {
    symbol: instrument.symbol,
    expiration: formatDate(chain.expiration * DAY_MS),
    calls: type === "put" ? [] : of("C"),
    puts: type === "call" ? [] : of("P"),
    timestamp: formatInstant(chain.time),
  };
}

/** The day that was asked for, the nearest if none was. */
function expirationOf(view: MarketView, { symbol }: RecordedInstrument, asked: string | undefined): number {
  const available = view.expirations(symbol);
  const day = asked === undefined ? available[0] : queryDay("expiration", asked);
  if (day !== undefined && available.includes(day)) return day;
  const dates = available.map((one) => formatDate(one * DAY_MS));
  const message =
    dates.length === 0
      ? `symbol must have options, of ${symbol} no chain is recorded that has not expired at the current time`
      : `expiration must be one of the options on ${symbol} (${dates.join(", ")}), was ${asked}`;
  const problem = { in: "query", parameter: "expiration", value: asked ?? null, reason: "expiration_unknown" } as const;
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
    strike: significant(contract.strike),
    last_price: price(contract.last),
    bid: price(contract.bid),
    ask: price(contract.ask),
    // A contract of which no volume was recorded did not trade.
    volume: orNull(contract.volume, whole) ?? 0,
    open_interest: orNull(contract.openInterest, whole),
    implied_volatility: orNull(contract.impliedVolatility, significant),
    delta: orNull(contract.delta, significant),
    gamma: orNull(contract.gamma, significant),
    theta: orNull(contract.theta, significant),
    vega: orNull(contract.vega, significant),
    symbol: occSymbol(symbol, chain.expiration, right, contract.strike),
  };
}
