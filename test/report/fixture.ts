import { fileURLToPath } from "node:url";
import { type AnyStrategy, backtest, defineStrategy, param, ta } from "hindcast";
import type { RunOptions } from "../../src/engine/run-plan.ts";
import type { RunResult } from "../../src/engine/run-result.ts";
import { Bars } from "../../src/market/bars.ts";
import { instrument } from "../../src/market/instrument.ts";
import type { MarketData } from "../../src/market/market-data.ts";
import { readBars } from "../../src/data/bar-file.ts";
import { DAY_MS, type Interval } from "../../src/time/interval.ts";

/** Monday, 2024-01-01 UTC. */
export const MONDAY = Date.UTC(2024, 0, 1);

/** Creates consecutive bars from rows `[open, high, low, close]`. */
export function barsOf(
  rows: readonly (readonly [open: number, high: number, low: number, close: number])[],
  { start = MONDAY, step = DAY_MS, interval = "1d" as Interval } = {},
): Bars {
  const column = (i: number) => Float64Array.from(rows, (row) => row[i]!);
  return new Bars(interval, {
    time: Float64Array.from(rows, (_, i) => start + i * step),
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    volume: Float64Array.from(rows, (_, i) => 1000 + i),
  });
}

/** Creates market data from bars by symbol. */
export function marketOfBars(bars: Readonly<Record<string, Bars>>, notes: readonly string[] = []): MarketData {
  return {
    series: Object.entries(bars).map(([symbol, each]) => ({ instrument: instrument(symbol), bars: each })),
    notes,
  };
}

/** Eight daily bars, over which `eightDaysResult` has one trade that gains 40% and another that loses 20%. */
export const EIGHT_DAYS: MarketData = marketOfBars({
  ACME: barsOf([
    [10, 11, 9, 10],
    [10, 12, 10, 12],
    [12, 13, 11, 13],
    [14, 14, 13, 13],
    [13, 15, 13, 15],
    [15, 15, 11, 12],
    [12, 13, 12, 12.5],
    [12, 12, 11, 11],
  ]),
});

/** Orders by the index of the bar at whose close they are submitted: a quantity to buy, or 0 to close the position. */
export type Script = Readonly<Record<number, number>>;

/** A strategy that submits the orders of a script in every symbol, all with the given tag. */
export function scripted(script: Script, tag = ""): AnyStrategy {
  return defineStrategy({
    name: "scripted",
    indicators: ({ close }) => ({ mean: ta.sma(close, 2) }),
    onBar({ bar, orders }) {
      const quantity = script[bar.index];
      if (quantity === 0) orders.close();
      else if (quantity !== undefined) orders.buy({ quantity, tag });
    },
  });
}

/** A result over `EIGHT_DAYS`: 50 are bought on day 2 and sold on day 4, 40 are bought on day 6 and sold on day 8. */
export function eightDaysResult(): RunResult {
  return backtest(scripted({ 0: 50, 2: 0, 4: 40, 6: 0 }), EIGHT_DAYS, { cash: 1000 });
}

/** Reads the sample prices in `data/sp500-2000.csv`. */
export function sampleRecording(): Promise<MarketData> {
  const file = fileURLToPath(new URL("../../data/sp500-2000.csv", import.meta.url));
  return readBars(file, { symbol: "^GSPC", instrument: { name: "S&P 500" } });
}

/** A strategy of crossing averages. It has 88 trades over the sample prices; the last one stays open. */
const crossing = defineStrategy({
  name: "crossing",
  params: { fast: param.integer({ default: 10 }), slow: param.integer({ default: 30 }) },
  indicators: ({ close }, { fast, slow }) => ({ fast: ta.sma(close, fast), slow: ta.sma(close, slow) }),
  onBar({ ind, position, orders }) {
    if (position.flat && ind.fast.value > ind.slow.value) orders.buy({ percent: 1 });
    else if (ind.fast.value < ind.slow.value) orders.close();
  },
});

/** Runs the strategy of crossing averages with a commission of 0.1%. */
export function crossingResult(data: MarketData, options: RunOptions = {}): RunResult {
  const { settings, ...own } = options;
  return backtest(crossing, data, { ...own, commission: 0.001, ...settings });
}

/** A result with some fields replaced, for cases that a run rarely produces. */
export function changed(result: RunResult, facts: Partial<RunResult>): RunResult {
  return new Proxy(result, {
    get: (target, name) => (name in facts ? facts[name as keyof RunResult] : target[name as keyof RunResult]),
  });
}
