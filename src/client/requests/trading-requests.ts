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
import { type PartialQuery, eachEntry, idempotencyHeader, pathOf } from "../http.ts";
import { MarketDataRequests } from "./market-data-requests.ts";

/** Fields of a new order; the service has defaults for the optional ones. */
export type NewOrder = Partial<OrderBody> & Pick<OrderBody, "symbol" | "side" | "type">;

/** Requests about orders, positions and the account. */
export class TradingRequests extends MarketDataRequests {
  /** Submits an order. With an idempotency key one order is submitted, even if the request is sent repeatedly. */
  placeOrder(order: NewOrder, idempotencyKey?: string): Promise<OrderRecord> {
    return this.http.request("POST", "/trading/orders", { body: order, headers: idempotencyHeader(idempotencyKey) });
  }

  /** Submits market orders that bring positions to shares of equity, as a strategy's `target` does. */
  targetOrders(body: TargetBody, idempotencyKey?: string): Promise<TargetOrders> {
    return this.http.request("POST", "/trading/orders/target", { body, headers: idempotencyHeader(idempotencyKey) });
  }

  order(id: string): Promise<OrderRecord> {
    return this.http.request("GET", pathOf`/trading/orders/${id}`);
  }

  orders(query: PartialQuery<OrdersQuery> = {}): Promise<OrderList> {
    return this.http.request("GET", "/trading/orders", { query });
  }

  /**
   * Yields all orders of a query; `limit` is the size of a page.
   *
   * @example
   * for await (const { id, status } of client.eachOrder({ status: "all" })) console.log(id, status);
   */
  eachOrder(query: PartialQuery<OrdersQuery> = {}): AsyncGenerator<OrderRecord, void, undefined> {
    return eachEntry("orders", query, (page) => this.orders(page));
  }

  replaceOrder(id: string, changes: OrderPatch, idempotencyKey?: string): Promise<OrderRecord> {
    const headers = idempotencyHeader(idempotencyKey);
    return this.http.request("PATCH", pathOf`/trading/orders/${id}`, { body: changes, headers });
  }

  cancelOrder(id: string, idempotencyKey?: string): Promise<OrderRecord> {
    return this.http.request("DELETE", pathOf`/trading/orders/${id}`, { headers: idempotencyHeader(idempotencyKey) });
  }

  cancelOrders(idempotencyKey?: string): Promise<CanceledOrders> {
    return this.http.request("DELETE", "/trading/orders", { headers: idempotencyHeader(idempotencyKey) });
  }

  fills(query: PartialQuery<FillsQuery> = {}): Promise<FillList> {
    return this.http.request("GET", "/trading/fills", { query });
  }

  /** Yields all fills of a query, page by page. */
  eachFill(query: PartialQuery<FillsQuery> = {}): AsyncGenerator<FillRecord, void, undefined> {
    return eachEntry("fills", query, (page) => this.fills(page));
  }

  orderFills(id: string, query: PartialQuery<FillsQuery> = {}): Promise<FillList> {
    return this.http.request("GET", pathOf`/trading/orders/${id}/fills`, { query });
  }

  /** Yields all fills of an order, page by page. */
  eachOrderFill(id: string, query: PartialQuery<FillsQuery> = {}): AsyncGenerator<FillRecord, void, undefined> {
    return eachEntry("fills", query, (page) => this.orderFills(id, page));
  }

  positions(): Promise<PositionList> {
    return this.http.request("GET", "/trading/positions");
  }

  position(symbol: string): Promise<PositionRecord> {
    return this.http.request("GET", pathOf`/trading/positions/${symbol}`);
  }

  /** Closes a position by a market order. */
  closePosition(symbol: string, idempotencyKey?: string): Promise<OrderRecord> {
    return this.http.request("DELETE", pathOf`/trading/positions/${symbol}`, {
      headers: idempotencyHeader(idempotencyKey),
    });
  }

  account(): Promise<Account> {
    return this.http.request("GET", "/trading/account");
  }

  resetAccount(body: AccountReset = {}, idempotencyKey?: string): Promise<Account> {
    return this.http.request("POST", "/trading/account/reset", { body, headers: idempotencyHeader(idempotencyKey) });
  }

  portfolio(): Promise<Portfolio> {
    return this.http.request("GET", "/trading/portfolio");
  }

  /** Returns the account's equity over time. */
  portfolioHistory(query: PartialQuery<PortfolioHistoryQuery> = {}): Promise<PortfolioHistory> {
    return this.http.request("GET", "/trading/portfolio/history", { query });
  }
}
