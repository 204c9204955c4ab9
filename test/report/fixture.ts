import { readFileSync } from "node:fs";
import type { IndicatorColumn, RunResult } from "../../src/engine/run-result.ts";
import type { RunSettings } from "../../src/engine/run-settings.ts";
import type { Fill, Trade } from "../../src/ledger/records.ts";
import { Bars } from "../../src/market/bars.ts";
import { instrument } from "../../src/market/instrument.ts";
import type { MarketData } from "../../src/market/market-data.ts";
import { Performance } from "../../src/metrics/performance.ts";
import { summarize } from "../../src/metrics/summary.ts";
import { DAY_MS } from "../../src/time/interval.ts";

export const SETTINGS: RunSettings = {
  cash: 100_000,
  currency: "USD",
  account: "cash",
  from: "",
  to: "",
  zone: "UTC",
  warmupBars: -1,
  commission: { model: "percent", rate: 0.001 },
  slippage: { model: "none" },
  fillAt: "next-open",
  sizeAt: "at-submission",
  shortCash: "reduce",
  limitFill: "touch",
  stopGap: "at-open",
  intrabar: "pessimistic",
  moneyRounding: "currency",
  riskFreeRate: 0,
  minimumReturn: 0,
  sessionsPerYear: 0,
  seed: 1,
};

/** Daily bars of rows `[open, high, low, close]`, one a calendar day from Monday 2024-01-01. */
export function barsOf(rows: readonly (readonly [number, number, number, number])[], start = Date.UTC(2024, 0, 1)): Bars {
  const column = (i: number) => Float64Array.from(rows, (row) => row[i]!);
  return new Bars("1d", {
    time: Float64Array.from(rows, (_, i) => start + i * DAY_MS),
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    volume: Float64Array.from(rows, (_, i) => 1000 + i),
  });
}

/** The sample recording, read plainly. */
export function sampleData(): MarketData {
  const file = new URL("../../data/sp500-2000.csv", import.meta.url);
  const rows = readFileSync(file, "utf8").trim().split("\n").slice(1);
  const cells = rows.map((row) => row.split(","));
  const column = (i: number) => Float64Array.from(cells, (row) => Number(row[i]));
  const bars = new Bars("1d", {
    time: Float64Array.from(cells, (row) => Date.parse(`${row[0]}T00:00:00Z`)),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(6),
  });
  return {
    series: [{ instrument: instrument("^GSPC", { name: "S&P 500" }), bars }],
    notes: ["S&P 500 daily bars from 2000-01-03 to 2020-04-17, from a public file; read as 5,104 rows."],
  };
}

/** What a test decides of a fixture's result. */
export interface FixtureOptions {
  readonly strategy?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly tag?: string;
  readonly fast?: number;
  readonly slow?: number;
  readonly indicators?: readonly IndicatorColumn[];
}

/**
 * A result as an engine would leave it: two averages cross, all cash buys at the next open, all is sold at the next open, at a
 * commission of 0.1 %. Made by hand and without rounding: it stands in for a run, and proves nothing about one.
 */
export function fixtureResult(data: MarketData, options: FixtureOptions = {}): RunResult {
  const { strategy = "sma-cross", fast = 50, slow = 200, tag = "" } = options;
  const { instrument: traded, bars } = data.series[0]!;
  const { symbol } = traded;
  const quick = average(bars.close, fast);
  const calm = average(bars.close, slow);
  const fills: Fill[] = [];
  const trades: Trade[] = [];
  const equity = new Float64Array(bars.length);
  const cashes = new Float64Array(bars.length);
  let cash = SETTINGS.cash;
  let held = 0;
  let entryBar = 0;
  let recordsInMarket = 0;
  const addFill = (bar: number, side: "buy" | "sell", quantity: number) => {
    const price = bars.open[bar]!;
    const commission = price * quantity * 0.001;
    cash += side === "buy" ? -price * quantity - commission : price * quantity - commission;
    const id = fills.length + 1;
    fills.push({ id, orderId: id, symbol, side, quantity, price, commission, slippage: 0, time: bars.time[bar]!, ambiguous: false });
  };
  const addTrade = (exitBar: number, exitPrice: number, open: boolean) => {
    const entry = fills.findLast((fill) => fill.side === "buy")!;
    const commission = entry.commission + (open ? 0 : exitPrice * held * 0.001);
    const pnl = (exitPrice - entry.price) * held - commission;
    const span = { low: bars.low.subarray(entryBar, exitBar + 1), high: bars.high.subarray(entryBar, exitBar + 1) };
    trades.push({
      symbol,
      direction: "long",
      quantity: held,
      entryTime: entry.time,
      entryPrice: entry.price,
      exitTime: open ? bars.time[exitBar]! + DAY_MS : bars.time[exitBar]!,
      exitPrice,
      pnl,
      return: pnl / (entry.price * held),
      commission,
      mae: Math.min(0, Math.min(...span.low) / entry.price - 1),
      mfe: Math.max(0, Math.max(...span.high) / entry.price - 1),
      bars: exitBar - entryBar,
      open,
      tag,
    });
  };
  for (let i = 0; i < bars.length; i++) {
    const above = i > 0 && quick[i - 1]! > calm[i - 1]!;
    if (above && held === 0) {
      const quantity = Math.floor(cash / (bars.open[i]! * 1.001));
      addFill(i, "buy", quantity);
      held = quantity;
      entryBar = i;
    } else if (!above && held > 0) {
      addTrade(i, bars.open[i]!, false);
      addFill(i, "sell", held);
      held = 0;
    }
    if (held > 0) recordsInMarket++;
    cashes[i] = cash;
    equity[i] = cash + held * bars.close[i]!;
  }
  if (held > 0) addTrade(bars.length - 1, bars.close.at(-1)!, true);

  const time = bars.time.map((start) => start + DAY_MS);
  const buyAndHold = bars.close.map((close) => (SETTINGS.cash * close) / bars.open[0]!);
  const sessions = Int32Array.from(time, (_, i) => i);
  const closed = trades.filter((trade) => !trade.open);
  const columnOf = (field: "pnl" | "return" | "commission" | "entryTime" | "exitTime" | "bars" | "quantity") =>
    Float64Array.from(closed, (trade) => trade[field]);
  const summary = summarize(
    new Performance({
      startTime: bars.time[0]!,
      endTime: time.at(-1)!,
      startEquity: SETTINGS.cash,
      time,
      equity,
      sessions,
      buyAndHold,
      recordsInMarket,
      commissionPaid: fills.reduce((sum, fill) => sum + fill.commission, 0),
      trades: {
        length: closed.length,
        pnl: columnOf("pnl"),
        return: columnOf("return"),
        commission: columnOf("commission"),
        entryTime: columnOf("entryTime"),
        exitTime: columnOf("exitTime"),
        bars: columnOf("bars"),
        quantity: columnOf("quantity"),
      },
      periodsPerYear: 252,
      riskFreeRate: 0,
      minimumReturn: 0,
    }),
  );
  return {
    engineVersion: "0.1.0",
    strategy,
    params: options.params ?? { fast, slow },
    symbols: [symbol],
    interval: "1d",
    from: bars.time[0]!,
    to: time.at(-1)!,
    settings: SETTINGS,
    summary,
    counts: {
      bars: bars.length,
      sessions: bars.length,
      orders: fills.length,
      fills: fills.length,
      trades: closed.length,
      openTrades: trades.length - closed.length,
      rejected: 0,
      canceled: 0,
      expired: 0,
      ambiguous: 0,
      insufficientFunds: 0,
    },
    equity: { time, equity, cash: cashes, sessions },
    buyAndHold,
    fills,
    trades,
    orders: [],
    orderEvents: [],
    entries: [],
    indicators: options.indicators ?? [
      { symbol, name: "fast", key: `sma(close,${fast})#value`, values: quick },
      { symbol, name: "slow", key: `sma(close,${slow})#value`, values: calm },
    ],
    log: [],
    warnings: trades.length < 30 ? [`only ${closed.length} closed trades: their mean says little`] : [],
    notes: data.notes,
    fingerprint: "0f".repeat(32),
    fillHash: "a1".repeat(32),
  };
}

/** A plain average; NaN until there are as many bars as it spans. */
export function average(values: Float64Array, period: number): Float64Array {
  return values.map((_, i) => {
    if (i < period - 1) return NaN;
    return values.subarray(i - period + 1, i + 1).reduce((sum, value) => sum + value, 0) / period;
  });
}
