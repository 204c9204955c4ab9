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
/** As the others do, who know no cents. */
const settings = { cash: CASH, moneyRounding: "none" } as const;
const cents = { cash: CASH } as const;

/** Declared signals. */
export function signals(workload: Workload, prices: readonly Prices[]): Engine<Found[]> {
  return engine("Hindcast, signals", strategies(workload).signals, workload, prices, settings);
}

/** A hook at each bar. */
export function hook(workload: Workload, prices: readonly Prices[]): Engine<Found[]> {
  return engine("Hindcast, onBar", strategies(workload).hook, workload, prices, settings);
}

/** A hook over data that were prepared beforehand, as those of a sweep are. */
export function prepared(workload: Workload, prices: readonly Prices[]): Engine<Found[]> {
  const markets = prices.map((column) => prepareData(marketOf({ WALK: barsOf(column) }), settings));
  const { hook: strategy } = strategies(workload);
  const run = (): Found[] => markets.map((market) => found(backtest(strategy, market, settings), workload));
  return { title: "Hindcast, onBar, prepared data", run, outcome: outcomeOf };
}

/** As it comes: money is rounded to cents at each entry. */
export function rounded(workload: Workload, prices: readonly Prices[]): Engine<Found[]> {
  return engine("Hindcast, onBar, money in cents", strategies(workload).hook, workload, prices, cents);
}

/** All columns in one account, on one clock. */
export function oneAccount(workload: Workload, prices: readonly Prices[]): Engine<Found[]> {
  const market = marketOf(Object.fromEntries(prices.map((column, i) => [`S${i}`, barsOf(column)])));
  const { hook: strategy } = strategies(workload);
  const own = { ...settings, cash: CASH * prices.length };
  const title = "Hindcast, onBar, one account";
  return { title, run: () => [found(backtest(strategy, market, own), workload)], outcome: outcomeOf };
}

function engine(
  title: string,
  strategy: AnyStrategy,
  workload: Workload,
  prices: readonly Prices[],
  own: typeof settings | typeof cents,
): Engine<Found[]> {
  const markets = prices.map((column) => marketOf({ WALK: barsOf(column) }));
  const run = (): Found[] => markets.map((market) => found(backtest(strategy, market, own), workload));
  return { title, run, outcome: outcomeOf };
}

interface Found {
  readonly result: BacktestResult;
  readonly equity: Column;
  readonly sharpe?: number;
  readonly maxDrawdown?: number;
}

/** A curve and metrics are computed when they are read. Orders and fills are rows, and become objects when they are read, which no other engine makes. */
function found(result: BacktestResult, { every }: Workload): Found {
  const { equity } = result.equity;
  if (every !== undefined) return { result, equity };
  return { result, equity, sharpe: metrics.sharpe(result), maxDrawdown: metrics.maxDrawdown(result) };
}

function outcomeOf(runs: readonly Found[]): Outcome {
  const sum = (of: (run: Found) => number): number => runs.reduce((all, run) => all + of(run), 0);
  const { sharpe, maxDrawdown } = runs[0]!;
  const outcome = { fills: sum(({ result }) => result.fills.length), equity: sum(({ equity }) => equity.at(-1)!) };
  return sharpe === undefined ? outcome : { ...outcome, sharpe, maxDrawdown: maxDrawdown! };
}

function strategies(workload: Workload): { readonly hook: AnyStrategy; readonly signals: AnyStrategy } {
  return workload.every === undefined ? ofRule() : ofOrders(ordersOf(workload));
}

function ofRule(): { readonly hook: AnyStrategy; readonly signals: AnyStrategy } {
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

function ofOrders(given: Float64Array): { readonly hook: AnyStrategy; readonly signals: AnyStrategy } {
  class GivenStream extends Stream<number> {
    bar = 0;

    update(): number {
      return given[this.bar++]!;
    }
  }
  const side = defineIndicator({
    name: "given-orders",
    title: "Given orders",
    category: "momentum",
    inputs: ["close"],
    params: {},
    outputs: { value: { title: "Side", scale: { price: 0 } } },
    memory: "window",
    warmup: () => 0,
    batch(_inputs, _params, [out]) {
      out!.set(given.subarray(0, out!.length));
    },
    stream: () => new GivenStream(),
  });
  return {
    hook: defineStrategy({
      name: "given-orders",
      onBar({ bar, orders }) {
        const side = given[bar.index]!;
        if (side > 0) orders.buy(size);
        else if (side < 0) orders.sell(size);
      },
    }),
    signals: defineStrategy({
      name: "given-signals",
      indicators: ({ close }) => ({ side: side(close) }),
      signals: ({ ind }) => ({ enter: isAbove(ind.side, 0), exit: isBelow(ind.side, 0), size }),
    }),
  };
}
