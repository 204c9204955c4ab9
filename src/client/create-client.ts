import type { Account, AccountReset, Portfolio, PositionList, PositionRecord } from "../schemas/account.ts";
import type { CryptoQuote } from "../schemas/crypto-quote.ts";
import type { Faults, FaultsBody } from "../schemas/faults.ts";
import type { ForexQuote } from "../schemas/forex-quote.ts";
import type { History, HistoryQuery } from "../schemas/history.ts";
import type { Indicators } from "../schemas/indicators.ts";
import type { Instruments } from "../schemas/instruments.ts";
import type { MarketClock } from "../schemas/market-clock.ts";
import type { OptionsChain } from "../schemas/options-chain.ts";
import type { CanceledOrders, FillList, OrderList, OrderRecord } from "../schemas/order.ts";
import type { OrderPatch, OrderRequest } from "../schemas/order-request.ts";
import type { AdvanceBody, ReplayClock, ReplaySessionRecord, SessionBody, StartBody } from "../schemas/replay.ts";
import type { StockQuote } from "../schemas/stock-quote.ts";
import type { StockQuotes } from "../schemas/stock-quotes.ts";
import { eachEntry } from "./each-entry.ts";
import { type ClientOptions, Http, type Query } from "./http.ts";
import { Stream } from "./stream.ts";

/** What an order must say; the service has defaults for the rest. */
export type NewOrder = Partial<OrderRequest> & Pick<OrderRequest, "symbol" | "side" | "type">;

/** Faults to be met; with the seed 0 unless it says otherwise. */
export type NewFaults = Partial<FaultsBody> & Pick<FaultsBody, "rules">;

/** A session to be made; free unless it says otherwise. */
export type NewSession = Partial<SessionBody>;

/**
 * A client of the served API, in Node and in browsers. Each method is one request, sent once, and each that begins with `each` one a page; what the service refuses is thrown as a `ClientError`. A
 * method that takes an idempotency key may be called again with it where no answer came: what it asks for is done once.
 *
 * @example
 * const client = createClient({ baseUrl: "http://127.0.0.1:8787/v2", apiKey });
 * const { price } = await client.stockQuote("AAPL");
 * await client.placeOrder({ symbol: "AAPL", side: "buy", type: "market", quantity: 10 });
 */
export class Client {
  readonly http: Http;

  constructor(http: Http) {
    this.http = http;
  }

  /** The same client, asking about another replay session. */
  withSession(session: string): Client {
    return new Client(this.http.of(session));
  }

  clock(): Promise<MarketClock> {
    return this.http.ask("GET", "/market-data/clock");
  }

  symbols(query: Query = {}): Promise<Instruments> {
    return this.http.ask("GET", "/market-data/symbols", { query });
  }

  /** Every instrument, however many pages they fill; `limit` says how many come at once. */
  eachSymbol(query: Query = {}): AsyncGenerator<Instruments["symbols"][number], void, undefined> {
    return eachEntry(
      (page) => this.symbols(page),
      query,
      ({ symbols }) => symbols,
    );
  }

  stockQuote(symbol: string): Promise<StockQuote> {
    return this.http.ask("GET", `/market-data/stocks/${path(symbol)}/quote`);
  }

  stockQuotes(symbols: readonly string[], fields?: readonly string[]): Promise<StockQuotes> {
    const body = fields === undefined ? { symbols } : { symbols, fields };
    return this.http.ask("POST", "/market-data/stocks/quotes", { body });
  }

  cryptoQuote(base: string): Promise<CryptoQuote> {
    return this.http.ask("GET", `/market-data/crypto/${path(base)}/quote`);
  }

  forexQuote(pair: string): Promise<ForexQuote> {
    return this.http.ask("GET", `/market-data/forex/${path(pair)}/quote`);
  }

  /** Bars of a stock, or of what another `area` names: `crypto`, `forex`, `commodities`. */
  history(
    symbol: string,
    query: Partial<HistoryQuery> = {},
    area: "stocks" | "crypto" | "forex" | "commodities" = "stocks",
  ): Promise<History> {
    return this.http.ask("GET", `/market-data/${area}/${path(symbol)}/history`, { query });
  }

  indicators(symbol: string, query: Query): Promise<Indicators> {
    return this.http.ask("GET", `/market-data/stocks/${path(symbol)}/indicators`, { query });
  }

  optionsChain(symbol: string, query: Query = {}): Promise<OptionsChain> {
    return this.http.ask("GET", `/market-data/options/${path(symbol)}/chain`, { query });
  }

  /** With an idempotency key the order is entered once, however often it is sent. */
  placeOrder(order: NewOrder, idempotencyKey?: string): Promise<OrderRecord> {
    return this.http.ask("POST", "/trading/orders", { body: order, headers: named(idempotencyKey) });
  }

  order(id: string): Promise<OrderRecord> {
    return this.http.ask("GET", `/trading/orders/${path(id)}`);
  }

  orders(query: Query = {}): Promise<OrderList> {
    return this.http.ask("GET", "/trading/orders", { query });
  }

  /**
   * Every order that the query asks for, however many pages they fill; `limit` says how many come at once.
   *
   * @example
   * for await (const { id, status } of client.eachOrder({ status: "all" })) console.log(id, status);
   */
  eachOrder(query: Query = {}): AsyncGenerator<OrderRecord, void, undefined> {
    return eachEntry(
      (page) => this.orders(page),
      query,
      ({ orders }) => orders,
    );
  }

  replaceOrder(id: string, changes: OrderPatch, idempotencyKey?: string): Promise<OrderRecord> {
    return this.http.ask("PATCH", `/trading/orders/${path(id)}`, { body: changes, headers: named(idempotencyKey) });
  }

  cancelOrder(id: string, idempotencyKey?: string): Promise<OrderRecord> {
    return this.http.ask("DELETE", `/trading/orders/${path(id)}`, { headers: named(idempotencyKey) });
  }

  cancelOrders(idempotencyKey?: string): Promise<CanceledOrders> {
    return this.http.ask("DELETE", "/trading/orders", { headers: named(idempotencyKey) });
  }

  fills(query: Query = {}): Promise<FillList> {
    return this.http.ask("GET", "/trading/fills", { query });
  }

  /** Every fill that the query asks for, however many pages they fill. */
  eachFill(query: Query = {}): AsyncGenerator<FillList["fills"][number], void, undefined> {
    return eachEntry(
      (page) => this.fills(page),
      query,
      ({ fills }) => fills,
    );
  }

  positions(): Promise<PositionList> {
    return this.http.ask("GET", "/trading/positions");
  }

  position(symbol: string): Promise<PositionRecord> {
    return this.http.ask("GET", `/trading/positions/${path(symbol)}`);
  }

  /** Ends a position by a market order. */
  closePosition(symbol: string, idempotencyKey?: string): Promise<OrderRecord> {
    return this.http.ask("DELETE", `/trading/positions/${path(symbol)}`, { headers: named(idempotencyKey) });
  }

  account(): Promise<Account> {
    return this.http.ask("GET", "/trading/account");
  }

  resetAccount(body: AccountReset = {}, idempotencyKey?: string): Promise<Account> {
    return this.http.ask("POST", "/trading/account/reset", { body, headers: named(idempotencyKey) });
  }

  portfolio(): Promise<Portfolio> {
    return this.http.ask("GET", "/trading/portfolio");
  }

  replayClock(): Promise<ReplayClock> {
    return this.http.ask("GET", "/_replay/clock");
  }

  start(body: StartBody = {}): Promise<ReplayClock> {
    return this.http.ask("POST", "/_replay/start", { body });
  }

  pause(): Promise<ReplayClock> {
    return this.http.ask("POST", "/_replay/pause");
  }

  resume(): Promise<ReplayClock> {
    return this.http.ask("POST", "/_replay/resume");
  }

  setSpeed(speed: number | "max"): Promise<ReplayClock> {
    return this.http.ask("POST", "/_replay/speed", { body: { speed } });
  }

  advance(body: AdvanceBody = {}): Promise<ReplayClock> {
    return this.http.ask("POST", "/_replay/advance", { body });
  }

  seek(to: string): Promise<ReplayClock> {
    return this.http.ask("POST", "/_replay/seek", { body: { to } });
  }

  /** With an idempotency key one session is made, however often it is asked for. */
  createSession(body: NewSession = {}, idempotencyKey?: string): Promise<ReplaySessionRecord> {
    return this.http.ask("POST", "/_replay/sessions", { body, headers: named(idempotencyKey) });
  }

  /** A session that stands where another does, with all that was done in it, and goes its own way from there. */
  forkSession(id: string, idempotencyKey?: string): Promise<ReplaySessionRecord> {
    return this.http.ask("POST", `/_replay/sessions/${path(id)}/fork`, { headers: named(idempotencyKey) });
  }

  deleteSession(id: string): Promise<ReplaySessionRecord> {
    return this.http.ask("DELETE", `/_replay/sessions/${path(id)}`);
  }

  /** The faults that clients of the session meet, and how often each was met. */
  faults(): Promise<Faults> {
    return this.http.ask("GET", "/_replay/faults");
  }

  /** Lets clients of the session meet these faults, in the place of those before. */
  setFaults(body: NewFaults): Promise<Faults> {
    return this.http.ask("PUT", "/_replay/faults", { body });
  }

  clearFaults(): Promise<Faults> {
    return this.http.ask("DELETE", "/_replay/faults");
  }

  /** Opens the stream of the session. */
  stream(): Promise<Stream> {
    return Stream.open(this.http);
  }
}

/** A client of the service at an address, with a key. */
export function createClient(options: ClientOptions): Client {
  return new Client(new Http(options));
}

/** The same request with the same key is done once. */
function named(idempotencyKey: string | undefined): Readonly<Record<string, string>> {
  return idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
}

function path(part: string): string {
  return encodeURIComponent(part);
}
