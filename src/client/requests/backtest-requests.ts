import type {
  BacktestEquity,
  BacktestList,
  BacktestRecord,
  BacktestRequest,
  BacktestResult,
  BacktestTrades,
  PageQuery,
} from "../../schemas/backtest.ts";
import { type PartialQuery, eachEntry, idempotencyHeader, pathOf } from "../http.ts";
import { type BacktestWait, waitForBacktest } from "../wait-for-backtest.ts";
import { TradingRequests } from "./trading-requests.ts";

/** Requests about backtests of the server's strategies. */
export class BacktestRequests extends TradingRequests {
  /** Starts a backtest. With an idempotency key the backtest starts once, even if the request is sent repeatedly. */
  startBacktest(request: BacktestRequest, idempotencyKey?: string): Promise<BacktestRecord> {
    const headers = idempotencyHeader(idempotencyKey);
    return this.http.request("POST", "/trading/backtests", { body: request, headers });
  }

  /** Returns the state of a backtest. */
  backtest(id: string): Promise<BacktestRecord> {
    return this.http.request("GET", pathOf`/trading/backtests/${id}`);
  }

  /**
   * Waits until a backtest has ended: completed, failed or canceled. It is polled every 100 ms at first, and every five seconds later.
   * While the key has no requests left, polling pauses. When the signal aborts, this throws the signal's reason and the backtest continues.
   *
   * @example
   * const { id } = await client.startBacktest({ strategy: "sma-cross", symbols: ["MSFT"], from: "2022-01-03", to: "2023-06-30" });
   * const { status } = await client.waitForBacktest(id, { onProgress: ({ progress }) => console.log(progress) });
   * if (status === "completed") console.log((await client.backtestResult(id)).summary);
   */
  waitForBacktest(id: string, { signal = this.http.signal, onProgress }: BacktestWait = {}): Promise<BacktestRecord> {
    const requests = new BacktestRequests(this.http.withOptions({ signal }));
    return waitForBacktest(() => requests.backtest(id), { signal, onProgress });
  }

  /** Returns the latest hundred backtests of the client's API key, newest first. */
  backtests(query: PartialQuery<PageQuery> = {}): Promise<BacktestList> {
    return this.http.request("GET", "/trading/backtests", { query });
  }

  /** Yields all backtests of the client's API key, page by page. */
  eachBacktest(query: PartialQuery<PageQuery> = {}): AsyncGenerator<BacktestRecord, void, undefined> {
    return eachEntry("backtests", query, (page) => this.backtests(page));
  }

  cancelBacktest(id: string): Promise<BacktestRecord> {
    return this.http.request("DELETE", pathOf`/trading/backtests/${id}`);
  }

  /** Returns the metrics, settings and warnings of a backtest. */
  backtestResult(id: string): Promise<BacktestResult> {
    return this.http.request("GET", pathOf`/trading/backtests/${id}/result`);
  }

  backtestEquity(id: string, query: PartialQuery<PageQuery> = {}): Promise<BacktestEquity> {
    return this.http.request("GET", pathOf`/trading/backtests/${id}/equity`, { query });
  }

  /** Yields all points of a backtest's equity curve, page by page. */
  eachBacktestEquity(
    id: string,
    query: PartialQuery<PageQuery> = {},
  ): AsyncGenerator<BacktestEquity["data"][number], void, undefined> {
    return eachEntry("data", query, (page) => this.backtestEquity(id, page));
  }

  backtestTrades(id: string, query: PartialQuery<PageQuery> = {}): Promise<BacktestTrades> {
    return this.http.request("GET", pathOf`/trading/backtests/${id}/trades`, { query });
  }

  /** Yields all trades of a backtest in the order in which they closed, page by page. */
  eachBacktestTrade(
    id: string,
    query: PartialQuery<PageQuery> = {},
  ): AsyncGenerator<BacktestTrades["trades"][number], void, undefined> {
    return eachEntry("trades", query, (page) => this.backtestTrades(id, page));
  }

  /** Returns the report of a backtest as HTML. */
  backtestReport(id: string): Promise<string> {
    return this.http.requestText("GET", pathOf`/trading/backtests/${id}/report`);
  }
}
