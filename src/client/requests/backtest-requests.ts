import type {
  BacktestEquity,
  BacktestList,
  BacktestRecord,
  BacktestRequest,
  BacktestResult,
  BacktestTrades,
  PageQuery,
} from "../../schemas/backtest.ts";
import { type Asked, eachEntry, idempotencyHeader, pathOf } from "../http.ts";
import { type BacktestWait, waitForBacktest } from "../wait-for-backtest.ts";
import { TradingRequests } from "./trading-requests.ts";

/** And backtests of the strategies that the server has. */
export class BacktestRequests extends TradingRequests {
  /** Puts a backtest in line; with an idempotency key once, however often it is sent. */
  startBacktest(request: BacktestRequest, idempotencyKey?: string): Promise<BacktestRecord> {
    const headers = idempotencyHeader(idempotencyKey);
    return this.http.ask("POST", "/trading/backtests", { body: request, headers });
  }

  /** How a backtest stands. */
  backtest(id: string): Promise<BacktestRecord> {
    return this.http.ask("GET", pathOf`/trading/backtests/${id}`);
  }

  /**
   * The backtest when it has ended: completed, failed or canceled. It is looked at ten times a second at first and every five seconds later; where the key has no
   * requests left, when it has some again. When the signal is aborted it throws the signal's reason, and the backtest goes on.
   *
   * @example
   * const { id } = await client.startBacktest({ strategy: "sma-cross", symbols: ["MSFT"], from: "2022-01-03", to: "2023-06-30" });
   * const { status } = await client.waitForBacktest(id, { onProgress: ({ progress }) => console.log(progress) });
   * if (status === "completed") console.log((await client.backtestResult(id)).summary);
   */
  waitForBacktest(id: string, { signal = this.http.signal, onProgress }: BacktestWait = {}): Promise<BacktestRecord> {
    const requests = new BacktestRequests(this.http.of({ signal }));
    return waitForBacktest(() => requests.backtest(id), { signal, onProgress });
  }

  /** The last hundred of the key, the latest first. */
  backtests(query: Asked<PageQuery> = {}): Promise<BacktestList> {
    return this.http.ask("GET", "/trading/backtests", { query });
  }

  /** Every backtest of the key, however many pages they fill. */
  eachBacktest(query: Asked<PageQuery> = {}): AsyncGenerator<BacktestRecord, void, undefined> {
    return eachEntry("backtests", query, (page) => this.backtests(page));
  }

  cancelBacktest(id: string): Promise<BacktestRecord> {
    return this.http.ask("DELETE", pathOf`/trading/backtests/${id}`);
  }

  /** Its metrics, settings and warnings. */
  backtestResult(id: string): Promise<BacktestResult> {
    return this.http.ask("GET", pathOf`/trading/backtests/${id}/result`);
  }

  backtestEquity(id: string, query: Asked<PageQuery> = {}): Promise<BacktestEquity> {
    return this.http.ask("GET", pathOf`/trading/backtests/${id}/equity`, { query });
  }

  /** Every point of the equity curve, however many pages they fill. */
  eachBacktestEquity(
    id: string,
    query: Asked<PageQuery> = {},
  ): AsyncGenerator<BacktestEquity["data"][number], void, undefined> {
    return eachEntry("data", query, (page) => this.backtestEquity(id, page));
  }

  backtestTrades(id: string, query: Asked<PageQuery> = {}): Promise<BacktestTrades> {
    return this.http.ask("GET", pathOf`/trading/backtests/${id}/trades`, { query });
  }

  /** Every trade in the order in which they closed, however many pages they fill. */
  eachBacktestTrade(
    id: string,
    query: Asked<PageQuery> = {},
  ): AsyncGenerator<BacktestTrades["trades"][number], void, undefined> {
    return eachEntry("trades", query, (page) => this.backtestTrades(id, page));
  }

  /** Its report, a page of HTML. */
  backtestReport(id: string): Promise<string> {
    return this.http.read("GET", pathOf`/trading/backtests/${id}/report`);
  }
}
