import {
  type AnyStrategy,
  backtest,
  type BacktestResult,
  type Column,
  defineIndicator,
  defineStrategy,
  isAbove,
  isAtMost,
  isBelow,
  marketOf,
  prepareData,
  Stream,
  ta,
} from "hindcast";
import { metrics } from "hindcast/metrics";
import {
  barsOf,
  CASH,
  type Engine,
  FAST,
  ordersOf,
  type Outcome,
  type Prices,
  QUANTITY,
  SLOW,
  type Workload,
} from "./workload.ts";

const size = { quantity: QUANTITY };
/** Settings without rounding of money, since the other engines do not round. */
const settings = { cash: CASH, moneyRounding: "none" } as const;
const cents = { cash: CASH } as const;

/** Creates an engine that runs a backtest with declared signals. */
export function signals(workload: Workload, prices: readonly Prices[]): Engine<ReadResult[]> {
  return engine("Hindcast, signals", strategies(workload).signals, workload, prices, settings);
}

/** Creates an engine that runs a backtest with the hook `onBar`. */
export function hook(workload: Workload, prices: readonly Prices[]): Engine<ReadResult[]> {
  return engine("Hindcast, onBar", strategies(workload).hook, workload, prices, settings);
}

/** Creates an engine that runs a backtest with the hook `onBar` over prepared data, as a sweep does. */
export function prepared(workload: Workload, prices: readonly Prices[]): Engine<ReadResult[]> {
  const markets = prices.map((column) => prepareData(marketOf({ WALK: barsOf(column) }), settings));
  const { hook: strategy } = strategies(workload);
  const run = (): ReadResult[] => markets.map((market) => readResult(backtest(strategy, market, settings), workload));
  return { title: "Hindcast, onBar, prepared data", run, outcome: outcomeOf };
}

/** Creates an engine that runs a backtest with default settings, which round money to cents. */
export function rounded(workload: Workload, prices: readonly Prices[]): Engine<ReadResult[]> {
  return engine("Hindcast, onBar, money in cents", strategies(workload).hook, workload, prices, cents);
}

/** Creates an engine that runs one backtest for all columns, with a single account. */
export function oneAccount(workload: Workload, prices: readonly Prices[]): Engine<ReadResult[]> {
  const market = marketOf(Object.fromEntries(prices.map((column, i) => [`S${i}`, barsOf(column)])));
  const { hook: strategy } = strategies(workload);
  const settingsOfRun = { ...settings, cash: CASH * prices.length };
  const title = "Hindcast, onBar, one account";
  return { title, run: () => [readResult(backtest(strategy, market, settingsOfRun), workload)], outcome: outcomeOf };
}

function engine(
  title: string,
  strategy: AnyStrategy,
  workload: Workload,
  prices: readonly Prices[],
  settingsOfRun: typeof settings | typeof cents,
): Engine<ReadResult[]> {
  const markets = prices.map((column) => marketOf({ WALK: barsOf(column) }));
  const run = (): ReadResult[] =>
    markets.map((market) => readResult(backtest(strategy, market, settingsOfRun), workload));
  return { title, run, outcome: outcomeOf };
}

interface ReadResult {
  readonly result: BacktestResult;
  readonly equity: Column;
  readonly sharpe?: number;
  readonly maxDrawdown?: number;
}

/**
 * Reads the equity curve and metrics, which are computed on reading. Orders and fills are not read as objects: no other engine creates such
 * objects.
 */
function readResult(result: BacktestResult, { every }: Workload): ReadResult {
  const { equity } = result.equity;
  if (every !== undefined) return { result, equity };
  return { result, equity, sharpe: metrics.sharpe(result), maxDrawdown: metrics.maxDrawdown(result) };
}

function outcomeOf(runs: readonly ReadResult[]): Outcome {
  const sum = (compute: (run: ReadResult) => number): number => runs.reduce((all, run) => all + compute(run), 0);
  const { sharpe, maxDrawdown } = runs[0]!;
  const outcome = { fills: sum(({ result }) => result.fills.length), equity: sum(({ equity }) => equity.at(-1)!) };
  return sharpe === undefined ? outcome : { ...outcome, sharpe, maxDrawdown: maxDrawdown! };
}

function strategies(workload: Workload): { readonly hook: AnyStrategy; readonly signals: AnyStrategy } {
  return workload.every === undefined ? ruleStrategies() : orderStrategies(ordersOf(workload));
}

function ruleStrategies(): { readonly hook: AnyStrategy; readonly signals: AnyStrategy } {
  return {
    hook: defineStrategy({
      name: "sma-level",
      indicators: ({ close }) => ({ fast: ta.sma(close, FAST), slow: ta.sma(close, SLOW) }),
      onBar({ ind, position, orders }) {
        const above = ind.fast.value > ind.slow.value;
        if (above && position.quantity === 0) orders.buy(size);
        else if (!above && position.quantity > 0) orders.close();
      },
    }),
    signals: defineStrategy({
      name: "sma-level-signals",
      indicators: ({ close }) => ({ fast: ta.sma(close, FAST), slow: ta.sma(close, SLOW) }),
      signals: ({ ind }) => ({ enter: isAbove(ind.fast, ind.slow), exit: isAtMost(ind.fast, ind.slow), size }),
    }),
  };
}

function orderStrategies(sides: Float64Array): { readonly hook: AnyStrategy; readonly signals: AnyStrategy } {
  class OrderStream extends Stream<number> {
    bar = 0;

    update(): number {
      return sides[this.bar++]!;
    }
  }
  const side = defineIndicator({
    name: "fixed-orders",
    title: "Fixed orders",
    category: "momentum",
    inputs: ["close"],
    params: {},
    outputs: { value: { title: "Side", scale: { price: 0 } } },
    memory: "window",
    warmup: () => 0,
    batch(_inputs, _params, [out]) {
      out!.set(sides.subarray(0, out!.length));
    },
    stream: () => new OrderStream(),
  });
  return {
    hook: defineStrategy({
      name: "fixed-orders",
      onBar({ bar, orders }) {
        const side = sides[bar.index]!;
        if (side > 0) orders.buy(size);
        else if (side < 0) orders.sell(size);
      },
    }),
    signals: defineStrategy({
      name: "fixed-signals",
      indicators: ({ close }) => ({ side: side(close) }),
      signals: ({ ind }) => ({ enter: isAbove(ind.side, 0), exit: isBelow(ind.side, 0), size }),
    }),
  };
}
