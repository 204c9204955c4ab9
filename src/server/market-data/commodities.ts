import type { MarketView } from "../../market/market-view.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import type { Commodities, CommodityQuote } from "../../schemas/commodities.ts";
import { formatInstant } from "../../time/instant.ts";
import { nameOf, textOrNull } from "./name-of.ts";
import { priceDecimals } from "./price-decimals.ts";
import { sessionPrices } from "./session-prices.ts";

/** The commodities that are known now, by symbol. */
export function commoditiesOf(view: MarketView): Commodities {
  return {
    commodities: view.universe({ assetClass: "commodity" }).map(({ instrument }) => ({
      symbol: instrument.symbol,
      name: nameOf(instrument),
      exchange: instrument.exchange,
      unit: textOrNull(instrument.unit),
      currency: instrument.currency,
      contract_month: textOrNull(instrument.contractMonth),
      continuous: instrument.continuous,
    })),
    timestamp: formatInstant(view.now),
  };
}

/** The quote of a commodity as of now. */
export function commodityQuoteOf(view: MarketView, instrument: RecordedInstrument): CommodityQuote {
  const quote = view.quote(instrument.symbol);
  return {
    symbol: instrument.symbol,
    name: nameOf(instrument),
    ...sessionPrices(quote, priceDecimals(instrument)),
    unit: textOrNull(instrument.unit),
    currency: instrument.currency,
    contract_month: textOrNull(instrument.contractMonth),
    market_status: quote.status,
    timestamp: formatInstant(quote.time),
  };
}
