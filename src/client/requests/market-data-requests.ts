import type { Commodities, CommodityQuote } from "../../schemas/commodities.ts";
import type { CorporateActions } from "../../schemas/corporate-actions.ts";
import type { CryptoQuote, CryptoQuoteQuery } from "../../schemas/crypto-quote.ts";
import type { ForexQuote } from "../../schemas/forex-quote.ts";
import type { CommodityHistory, History, HistoryQuery } from "../../schemas/history.ts";
import type { Indicators, IndicatorsQuery } from "../../schemas/indicators.ts";
import type { Instruments, InstrumentsQuery } from "../../schemas/instruments.ts";
import type { MarketClock, MarketClockQuery } from "../../schemas/market-clock.ts";
import type { OptionsChain, OptionsChainQuery } from "../../schemas/options-chain.ts";
import type { Sessions, SessionsQuery } from "../../schemas/sessions.ts";
import type { StockQuote, StockQuotes, StockQuotesBody } from "../../schemas/stock-quote.ts";
import { type PartialQuery, eachEntry, type Http, pathOf } from "../http.ts";

/** Kinds of instruments that have price history, as in the paths of the API. */
export type HistoryArea = "stocks" | "crypto" | "forex" | "commodities";

/** Requests for market data. */
export class MarketDataRequests {
  readonly http: Http;

  constructor(http: Http) {
    this.http = http;
  }

  clock(query: PartialQuery<MarketClockQuery> = {}): Promise<MarketClock> {
    return this.http.request("GET", "/market-data/clock", { query });
  }

  /** Returns the sessions of a market, as known at the current market time. */
  calendar(query: PartialQuery<SessionsQuery> = {}): Promise<Sessions> {
    return this.http.request("GET", "/market-data/calendar", { query });
  }

  symbols(query: PartialQuery<InstrumentsQuery> = {}): Promise<Instruments> {
    return this.http.request("GET", "/market-data/symbols", { query });
  }

  /** Yields all instruments of the recording; `limit` is the size of a page. */
  eachSymbol(
    query: PartialQuery<InstrumentsQuery> = {},
  ): AsyncGenerator<Instruments["symbols"][number], void, undefined> {
    return eachEntry("symbols", query, (page) => this.symbols(page));
  }

  stockQuote(symbol: string): Promise<StockQuote> {
    return this.http.request("GET", pathOf`/market-data/stocks/${symbol}/quote`);
  }

  stockQuotes(
    symbols: readonly string[],
    fields?: Readonly<NonNullable<StockQuotesBody["fields"]>>,
  ): Promise<StockQuotes> {
    const body = fields === undefined ? { symbols } : { symbols, fields };
    return this.http.request("POST", "/market-data/stocks/quotes", { body });
  }

  cryptoQuote(base: string, query: PartialQuery<CryptoQuoteQuery> = {}): Promise<CryptoQuote> {
    return this.http.request("GET", pathOf`/market-data/crypto/${base}/quote`, { query });
  }

  forexQuote(pair: string): Promise<ForexQuote> {
    return this.http.request("GET", pathOf`/market-data/forex/${pair}/quote`);
  }

  commodities(): Promise<Commodities> {
    return this.http.request("GET", "/market-data/commodities");
  }

  commodityQuote(symbol: string): Promise<CommodityQuote> {
    return this.http.request("GET", pathOf`/market-data/commodities/${symbol}/quote`);
  }

  /** Returns bars of a stock, or of an instrument of another `area`: `crypto`, `forex` or `commodities`. */
  history(
    symbol: string,
    query: PartialQuery<HistoryQuery> | undefined,
    area: "commodities",
  ): Promise<CommodityHistory>;
  history(symbol: string, query?: PartialQuery<HistoryQuery>, area?: HistoryArea): Promise<History>;
  history(symbol: string, query: PartialQuery<HistoryQuery> = {}, area: HistoryArea = "stocks"): Promise<History> {
    return this.http.request("GET", pathOf`/market-data/${area}/${symbol}/history`, { query });
  }

  /**
   * Yields all bars of a query, oldest first; `limit` is the size of a page.
   *
   * @example
   * for await (const { timestamp, close } of client.eachBar("AAPL", { period: "1y" })) console.log(timestamp, close);
   */
  eachBar(
    symbol: string,
    query: PartialQuery<HistoryQuery> = {},
    area: HistoryArea = "stocks",
  ): AsyncGenerator<History["data"][number], void, undefined> {
    return eachEntry("data", query, (page) => this.history(symbol, page, area));
  }

  /** Returns the splits and dividends of a stock that are known at the current market time. */
  corporateActions(symbol: string): Promise<CorporateActions> {
    return this.http.request("GET", pathOf`/market-data/stocks/${symbol}/actions`);
  }

  indicators(
    symbol: string,
    query: PartialQuery<IndicatorsQuery> & Pick<IndicatorsQuery, "indicators">,
  ): Promise<Indicators> {
    return this.http.request("GET", pathOf`/market-data/stocks/${symbol}/indicators`, { query });
  }

  optionsChain(symbol: string, query: PartialQuery<OptionsChainQuery> = {}): Promise<OptionsChain> {
    return this.http.request("GET", pathOf`/market-data/options/${symbol}/chain`, { query });
  }
}
