import type { Listing, MarketView } from "../../../market/market-view.ts";
import { Instruments, InstrumentsQuery } from "../../../schemas/instruments.ts";
import { formatInstant } from "../../../time/instant.ts";
import { nameOf } from "../../market-data/find-instrument.ts";
import { pageTokens } from "../../market-data/page-token.ts";
import { defineRoute } from "../../route.ts";

export const symbols = defineRoute({
  method: "GET",
  path: "/market-data/symbols",
  scope: "market_data:read",
  tag: "Market data",
  summary: "List the instruments known now",
  description:
    "Lists instruments by symbol, in pages, with the first price and the recorded intervals. Option contracts are listed only if `query` or `asset_class` is given.",
  query: InstrumentsQuery,
  response: Instruments,
  handler: ({ query, view }) => instrumentsOf(view, query),
});

/**
 * Returns a page of the instruments listed at the market time, by symbol. Option contracts, of which there may be hundreds, are listed only
 * if an asset class or a part of a name is requested. Throws INVALID_PARAMETERS for an invalid token.
 */
function instrumentsOf(view: MarketView, query: InstrumentsQuery): Instruments {
  const { asset_class: assetClass, limit, page_token: token } = query;
  const tokens = pageTokens(["symbols"], query);
  // An empty query text counts as no query, since it would match every name.
  const part = query.query === "" ? undefined : query.query;
  const listings = view.universe({
    ...(part === undefined ? {} : { query: part }),
    ...(assetClass === undefined ? {} : { assetClass }),
  });
  const after = token === undefined ? "" : tokens.placeOf(token, SYMBOL);
  const all = part === undefined && assetClass === undefined;
  const rest = listings.filter(
    ({ instrument }) => instrument.symbol > after && !(all && instrument.option !== undefined),
  );
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return {
    symbols: page.map(instrumentRecord),
    next_page_token: last === undefined || rest.length <= limit ? null : tokens.tokenOf(last.instrument.symbol),
  };
}

const SYMBOL = /^[\x20-\x7e]{1,40}$/;

function instrumentRecord({ instrument, first, last, intervals }: Listing): Instruments["symbols"][number] {
  return {
    symbol: instrument.symbol,
    name: nameOf(instrument),
    asset_class: instrument.assetClass,
    exchange: instrument.exchange,
    currency: instrument.currency,
    calendar: instrument.calendar,
    role: instrument.role ?? "trade",
    contracts: [...(instrument.contracts ?? [])],
    tick_size: instrument.tick,
    lot_size: instrument.lot,
    multiplier: instrument.multiplier,
    decimals: instrument.decimals,
    first: formatInstant(first),
    last: formatInstant(last),
    intervals: [...intervals],
  };
}
