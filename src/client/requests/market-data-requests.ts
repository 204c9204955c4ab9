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
import { type Asked, eachEntry, type Http, pathOf } from "../http.ts";

/** What has history. */
export type HistoryArea = "stocks" | "crypto" | "forex" | "commodities";

/** What a client asks of the market. */
export class MarketDataRequests {
  readonly http: Http;

  constructor(http: Http) {
    this.http = http;
  }

  clock(query: Asked<MarketClockQuery> = {}): Promise<MarketClock> {
    return this.http.ask("GET", "/market-data/clock", { query });
  }

  /** When a market trades, as known now. */
  calendar(query: Asked<SessionsQuery> = {}): Promise<Sessions> {
    return this.http.ask("GET", "/market-data/calendar", { query });
  }

  symbols(query: Asked<InstrumentsQuery> = {}): Promise<Instruments> {
    return this.http.ask("GET", "/market-data/symbols", { query });
  }

  /** Every instrument, however many pages they fill; `limit` says how many come at once. */
  eachSymbol(query: Asked<InstrumentsQuery> = {}): AsyncGenerator<Instruments["symbols"][number], void, undefined> {
    return eachEntry("symbols", query, (page) => this.symbols(page));
  }

  stockQuote(symbol: string): Promise<StockQuote> {
    return this.http.ask("GET", pathOf`/market-data/stocks/${symbol}/quote`);
  }

  stockQuotes(
    symbols: readonly string[],
    fields?: Readonly<NonNullable<StockQuotesBody["fields"]>>,
  ): Promise<StockQuotes> {
    const body = fields === undefined ? { symbols } : { symbols, fields };
    return this.http.ask("POST", "/market-data/stocks/quotes", { body });
  }

  cryptoQuote(base: string, query: Asked<CryptoQuoteQuery> = {}): Promise<CryptoQuote> {
    return this.http.ask("GET", pathOf`/market-data/crypto/${base}/quote`, { query });
  }

  forexQuote(pair: string): Promise<ForexQuote> {
    return this.http.ask("GET", pathOf`/market-data/forex/${pair}/quote`);
  }

  commodities(): Promise<Commodities> {
    return this.http.ask("GET", "/market-data/commodities");
  }

  commodityQuote(symbol: string): Promise<CommodityQuote> {
    return this.http.ask("GET", pathOf`/market-data/commodities/${symbol}/quote`);
  }

  /** Bars of a stock, or of what another `area` names: `crypto`, `forex`, `commodities`. */
  history(symbol: string, query: Asked<HistoryQuery> | undefined, area: "commodities"): Promise<CommodityHistory>;
  history(symbol: string, query?: Asked<HistoryQuery>, area?: HistoryArea): Promise<History>;
  history(symbol: string, query: Asked<HistoryQuery> = {}, area: HistoryArea = "stocks"): Promise<History> {
    return this.http.ask("GET", pathOf`/market-data/${area}/${symbol}/history`, { query });
  }

  /**
   * Every bar that the query asks for, the oldest first; `limit` says how many come at once.
   *
   * @example
   * for await (const { timestamp, close } of client.eachBar("AAPL", { period: "1y" })) console.log(timestamp, close);
   */
  eachBar(
    symbol: string,
    query: Asked<HistoryQuery> = {},
    area: HistoryArea = "stocks",
  ): AsyncGenerator<History["data"][number], void, undefined> {
    return eachEntry("data", query, (page) => this.history(symbol, page, area));
  }

  /** Splits and dividends that are known now. */
  corporateActions(symbol: string): Promise<CorporateActions> {
    return this.http.ask("GET", pathOf`/market-data/stocks/${symbol}/actions`);
  }

  indicators(symbol: string, query: Asked<IndicatorsQuery> & Pick<IndicatorsQuery, "indicators">): Promise<Indicators> {
    return this.http.ask("GET", pathOf`/market-data/stocks/${symbol}/indicators`, { query });
  }

  optionsChain(symbol: string, query: Asked<OptionsChainQuery> = {}): Promise<OptionsChain> {
    return this.http.ask("GET", pathOf`/market-data/options/${symbol}/chain`, { query });
  }
}
