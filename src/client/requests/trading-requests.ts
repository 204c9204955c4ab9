import type {
  Account,
  AccountReset,
  Portfolio,
  PortfolioHistory,
  PortfolioHistoryQuery,
  PositionList,
  PositionRecord,
} from "../../schemas/account.ts";
import type { CanceledOrders, FillList, FillRecord, OrderList, OrderRecord } from "../../schemas/order.ts";
import type {
  FillsQuery,
  OrderPatch,
  OrderBody,
  OrdersQuery,
  TargetBody,
  TargetOrders,
} from "../../schemas/order-request.ts";
import { type Asked, eachEntry, idempotencyHeader, pathOf } from "../http.ts";
import { MarketDataRequests } from "./market-data-requests.ts";

/** What an order must say; the service has defaults for the rest. */
export type NewOrder = Partial<OrderBody> & Pick<OrderBody, "symbol" | "side" | "type">;

/** And what it asks of its account, and does with it. */
export class TradingRequests extends MarketDataRequests {
  /** With an idempotency key the order is entered once, however often it is sent. */
  placeOrder(order: NewOrder, idempotencyKey?: string): Promise<OrderRecord> {
    return this.http.ask("POST", "/trading/orders", { body: order, headers: idempotencyHeader(idempotencyKey) });
  }

  /** Brings positions to shares of equity by market orders, as a strategy's `target` does. */
  targetOrders(body: TargetBody, idempotencyKey?: string): Promise<TargetOrders> {
    return this.http.ask("POST", "/trading/orders/target", { body, headers: idempotencyHeader(idempotencyKey) });
  }

  order(id: string): Promise<OrderRecord> {
    return this.http.ask("GET", pathOf`/trading/orders/${id}`);
  }

  orders(query: Asked<OrdersQuery> = {}): Promise<OrderList> {
    return this.http.ask("GET", "/trading/orders", { query });
  }

  /**
   * Every order that the query asks for, however many pages they fill; `limit` says how many come at once.
   *
   * @example
   * for await (const { id, status } of client.eachOrder({ status: "all" })) console.log(id, status);
   */
  eachOrder(query: Asked<OrdersQuery> = {}): AsyncGenerator<OrderRecord, void, undefined> {
    return eachEntry("orders", query, (page) => this.orders(page));
  }

  replaceOrder(id: string, changes: OrderPatch, idempotencyKey?: string): Promise<OrderRecord> {
    const headers = idempotencyHeader(idempotencyKey);
    return this.http.ask("PATCH", pathOf`/trading/orders/${id}`, { body: changes, headers });
  }

  cancelOrder(id: string, idempotencyKey?: string): Promise<OrderRecord> {
    return this.http.ask("DELETE", pathOf`/trading/orders/${id}`, { headers: idempotencyHeader(idempotencyKey) });
  }

  cancelOrders(idempotencyKey?: string): Promise<CanceledOrders> {
    return this.http.ask("DELETE", "/trading/orders", { headers: idempotencyHeader(idempotencyKey) });
  }

  fills(query: Asked<FillsQuery> = {}): Promise<FillList> {
    return this.http.ask("GET", "/trading/fills", { query });
  }

  /** Every fill that the query asks for, however many pages they fill. */
  eachFill(query: Asked<FillsQuery> = {}): AsyncGenerator<FillRecord, void, undefined> {
    return eachEntry("fills", query, (page) => this.fills(page));
  }

  orderFills(id: string, query: Asked<FillsQuery> = {}): Promise<FillList> {
    return this.http.ask("GET", pathOf`/trading/orders/${id}/fills`, { query });
  }

  /** Every fill of an order, however many pages they fill. */
  eachOrderFill(id: string, query: Asked<FillsQuery> = {}): AsyncGenerator<FillRecord, void, undefined> {
    return eachEntry("fills", query, (page) => this.orderFills(id, page));
  }

  positions(): Promise<PositionList> {
    return this.http.ask("GET", "/trading/positions");
  }

  position(symbol: string): Promise<PositionRecord> {
    return this.http.ask("GET", pathOf`/trading/positions/${symbol}`);
  }

  /** Ends a position by a market order. */
  closePosition(symbol: string, idempotencyKey?: string): Promise<OrderRecord> {
    return this.http.ask("DELETE", pathOf`/trading/positions/${symbol}`, {
      headers: idempotencyHeader(idempotencyKey),
    });
  }

  account(): Promise<Account> {
    return this.http.ask("GET", "/trading/account");
  }

  resetAccount(body: AccountReset = {}, idempotencyKey?: string): Promise<Account> {
    return this.http.ask("POST", "/trading/account/reset", { body, headers: idempotencyHeader(idempotencyKey) });
  }

  portfolio(): Promise<Portfolio> {
    return this.http.ask("GET", "/trading/portfolio");
  }

  /** Equity in the course of time. */
  portfolioHistory(query: Asked<PortfolioHistoryQuery> = {}): Promise<PortfolioHistory> {
    return this.http.ask("GET", "/trading/portfolio/history", { query });
  }
}
