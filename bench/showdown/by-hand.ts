import type { Column } from "hindcast";
import {
  CASH,
  type Engine,
  FAST,
  ordersOf,
  type Outcome,
  type Prices,
  QUANTITY,
  SESSION,
  SESSIONS_PER_YEAR,
  SLOW,
  type Workload,
} from "./workload.ts";

/**
 * Hand-written loop for one workload, with fills and equity in columns: a lower bound. It checks no buying power, rounds no money and
 * records no orders or trades.
 */
export function byHand(workload: Workload, prices: readonly Prices[]): Engine<Run[]> {
  const title = "hand-written loop";
  if (workload.every === undefined) {
    const [{ close }] = prices as readonly [Prices];
    return ruleEngine(title, prices[0]!, () => [meanOf(close, FAST), meanOf(close, SLOW)]);
  }
  const orders = ordersOf(workload);
  return { title, run: () => prices.map((column) => runOrders(column, orders)), outcome: outcomeOf };
}

/** Creates an engine that computes the averages in each run and trades by the rule. Averages end with the last bar. */
export function ruleEngine(
  title: string,
  prices: Prices,
  averages: () => readonly [ArrayLike<number>, ArrayLike<number>],
): Engine<Run[]> {
  const run = (): Run => {
    const result = runRule(prices, ...averages());
    return { ...result, sharpe: sharpeOf(result.equity), maxDrawdown: maxDrawdownOf(result.equity) };
  };
  return { title, run: () => [run()], outcome: outcomeOf };
}

export interface Run {
  readonly equity: Column;
  readonly fills: number;
  readonly fillBars: Int32Array;
  readonly fillPrices: Column;
  readonly sharpe?: number;
  readonly maxDrawdown?: number;
}

function runOrders({ open, close }: Prices, orders: Column): Run {
  const bars = open.length;
  const equity = new Float64Array(bars);
  const fillBars = new Int32Array(bars);
  const fillPrices = new Float64Array(bars);
  let [cash, quantity, fills, order] = [CASH, 0, 0, 0];
  for (let i = 0; i < bars; i++) {
    if (order !== 0) {
      cash -= order * QUANTITY * open[i]!;
      quantity += order * QUANTITY;
      fillBars[fills] = i;
      fillPrices[fills++] = open[i]!;
    }
    order = orders[i]!;
    equity[i] = cash + quantity * close[i]!;
  }
  return { equity, fills, fillBars, fillPrices };
}

function runRule({ open, close }: Prices, fast: ArrayLike<number>, slow: ArrayLike<number>): Run {
  const bars = open.length;
  const [fastBegin, slowBegin] = [bars - fast.length, bars - slow.length];
  const equity = new Float64Array(bars);
  const fillBars = new Int32Array(bars);
  const fillPrices = new Float64Array(bars);
  let [cash, quantity, fills, order] = [CASH, 0, 0, 0];
  for (let i = 0; i < bars; i++) {
    if (order !== 0) {
      cash -= order * QUANTITY * open[i]!;
      quantity += order * QUANTITY;
      fillBars[fills] = i;
      fillPrices[fills++] = open[i]!;
    }
    // While an average is missing, the comparison is false.
    const isAbove = i >= slowBegin && fast[i - fastBegin]! > slow[i - slowBegin]!;
    order = isAbove && quantity === 0 ? 1 : !isAbove && quantity !== 0 ? -1 : 0;
    equity[i] = cash + quantity * close[i]!;
  }
  return { equity, fills, fillBars, fillPrices };
}

function outcomeOf(runs: readonly Run[]): Outcome {
  const sum = (of: (run: Run) => number): number => runs.reduce((all, run) => all + of(run), 0);
  const { sharpe, maxDrawdown } = runs[0]!;
  const result = { fills: sum(({ fills }) => fills), equity: sum(({ equity }) => equity.at(-1)!) };
  return sharpe === undefined ? result : { ...result, sharpe, maxDrawdown: maxDrawdown! };
}

/** Simple moving average by a running sum: the fastest way, which Hindcast does not use because it accumulates rounding errors. */
function meanOf(values: Column, period: number): Column {
  const mean = new Float64Array(values.length).fill(NaN, 0, period - 1);
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    sum += values[i]!;
    if (i >= period) sum -= values[i - period]!;
    if (i >= period - 1) mean[i] = sum / period;
  }
  return mean;
}

/** Returns the Sharpe ratio of session returns. The last session may have fewer bars. */
function sharpeOf(equity: Column): number {
  const returns = new Float64Array(Math.ceil(equity.length / SESSION));
  let before = CASH;
  for (let s = 0; s < returns.length; s++) {
    const close = equity[Math.min((s + 1) * SESSION, equity.length) - 1]!;
    returns[s] = close / before - 1;
    before = close;
  }
  let mean = 0;
  for (const sessionReturn of returns) mean += sessionReturn / returns.length;
  let squares = 0;
  for (const sessionReturn of returns) squares += (sessionReturn - mean) ** 2;
  return (mean / Math.sqrt(squares / (returns.length - 1))) * Math.sqrt(SESSIONS_PER_YEAR);
}

function maxDrawdownOf(equity: Column): number {
  let peak = CASH;
  let worst = 0;
  for (let i = 0; i < equity.length; i++) {
    const value = equity[i]!;
    if (value > peak) peak = value;
    else if (value / peak - 1 < worst) worst = value / peak - 1;
  }
  return worst;
}
