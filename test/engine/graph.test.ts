import { type AnyStrategy, backtest, Bars, defineStrategy, marketOf, param, prepareData, ta } from "hindcast";
import { describe, expect, test } from "vitest";
import { defineIndicator } from "../../src/indicators/define.ts";
import { Stream } from "../../src/indicators/stream.ts";
import { bollingerBreakout } from "../../strategies/bollinger-breakout.ts";
import { bracketBreakout } from "../../strategies/bracket-breakout.ts";
import { buyAndHold } from "../../strategies/buy-and-hold.ts";
import { donchianTurtle } from "../../strategies/donchian-turtle.ts";
import { macdTrend } from "../../strategies/macd-trend.ts";
import { monthlyRebalance } from "../../strategies/monthly-rebalance.ts";
import { pairsReversion } from "../../strategies/pairs-reversion.ts";
import { rsiReversion } from "../../strategies/rsi-reversion.ts";
import { smaCross } from "../../strategies/sma-cross.ts";
import { stochasticSwing } from "../../strategies/stochastic-swing.ts";
import { FIRST_DAY, flatBars } from "../support/market.ts";
import { randomBars } from "../support/series.ts";

const DAY = 86_400_000;

/** Daily bars of a random walk without every seventh bar. The first day differs by symbol. */
function walk(seed: number, length = 700): Bars {
  const columns = randomBars(length, seed);
  const kept = Array.from({ length }, (_, i) => i).filter((i) => (i + seed) % 7 !== 0);
  const pick = (values: Float64Array) => Float64Array.from(kept, (i) => values[i]!);
  const { open, high, low, close, volume } = columns;
  return new Bars("1d", {
    time: Float64Array.from(kept, (i) => FIRST_DAY + i * DAY),
    open: pick(open),
    high: pick(high),
    low: pick(low),
    close: pick(close),
    volume: pick(volume),
  });
}

const market = marketOf({ ONE: walk(1), THREE: walk(3), TWO: walk(2) });

describe("a strategy makes the same trades with indicators evaluated in batch and bar by bar:", () => {
  test.each<[string, AnyStrategy]>(
    [
      bollingerBreakout,
      bracketBreakout,
      buyAndHold,
      donchianTurtle,
      macdTrend,
      monthlyRebalance,
      pairsReversion,
      rsiReversion,
      smaCross,
      stochasticSwing,
    ].map((one) => [one.name, one]),
  )("%s", (_, strategy) => {
    const account = { account: strategy.needs?.account ?? "cash" } as const;
    for (const settings of [{}, { from: "2024-09-01", to: "2025-06-30" }, { from: "2024-09-01", warmupBars: 40 }]) {
      const [batch, live] = (["batch", "live"] as const).map((evaluation) =>
        backtest(strategy, market, {
          ...settings,
          ...account,
          commission: { model: "percent", rate: 0.0005 },
          evaluation,
        }),
      ) as [ReturnType<typeof backtest>, ReturnType<typeof backtest>];
      expect(batch.counts.fills).toBeGreaterThan(0);
      expect(live.fillHash).toBe(batch.fillHash);
      expect(live.orderEvents).toEqual(batch.orderEvents);
      expect(live.equity).toEqual(batch.equity);
      expect(live.fingerprint).toBe(batch.fingerprint);
    }
  });
});

/** Custom indicator that counts how often its batch function and its stream factory are called. */
function counting(name: string) {
  const calls = { batch: 0, streams: 0 };
  const indicator = defineIndicator({
    name,
    title: "Twice the input",
    category: "statistic",
    inputs: ["source"],
    params: { factor: param.integer({ default: 2 }) },
    outputs: { value: { title: "Twice", scale: { source: 1 } } },
    memory: "window",
    warmup: () => 0,
    batch([source], { factor }, [out]) {
      calls.batch++;
      source.forEach((value, i) => (out[i] = value * factor));
    },
    stream({ factor }) {
      calls.streams++;
      return new (class extends Stream<number> {
        update(value: number): number {
          return value * factor;
        }
      })();
    },
  });
  return { calls, indicator };
}

describe("a graph evaluates a node once", () => {
  const data = marketOf({ A: flatBars([1, 2, 3]), B: flatBars([4, 5, 6]) });

  test("for each symbol, however often the graph uses that node", () => {
    const { calls, indicator } = counting("twice-a");
    const strategy = defineStrategy({
      name: "names",
      indicators: ({ close }) => ({
        one: indicator(close),
        same: indicator(close, 2),
        inside: indicator(close).add(1),
        other: indicator(close, 3),
      }),
    });
    backtest(strategy, data);
    expect(calls.batch).toBe(4); // The graph uses two nodes, twice and three times the close, for A and for B.
    backtest(strategy, data, { evaluation: "live" });
    expect(calls).toEqual({ batch: 4, streams: 4 });
  });

  test("of another symbol, however many symbols read it", () => {
    const { calls, indicator } = counting("twice-b");
    const strategy = defineStrategy({
      name: "reads-b",
      indicators: ({ bars }) => ({ b: indicator(bars({ symbol: "B" }).close) }),
    });
    backtest(strategy, data);
    expect(calls.batch).toBe(1);
    backtest(strategy, data, { evaluation: "live" });
    expect(calls.streams).toBe(1);
  });

  test("for all runs with the same prepared data", () => {
    const { calls, indicator } = counting("twice-c");
    const strategy = defineStrategy({
      name: "swept",
      params: { factor: param.integer({ default: 1 }), threshold: param.number({ default: 0 }) },
      indicators: ({ close }, { factor }) => ({ value: indicator(close, factor) }),
    });
    const prepared = prepareData(data);
    for (const factor of [1, 2])
      for (const threshold of [0, 1, 2]) backtest(strategy, prepared, { params: { factor, threshold } });
    expect(calls.batch).toBe(4); // Two factors for each of two symbols.
  });
});

describe("another symbol's values in a graph", () => {
  // Bars of B close at noon, those of A at midnight.
  const half = DAY / 2;
  const a = flatBars([10, 20, 30]);
  const b = flatBars([1, 2, 3], "1d", FIRST_DAY + half);

  test("come from its last bar that has closed by then", () => {
    const seen: string[] = [];
    const strategy = defineStrategy({
      name: "joiner",
      indicators: ({ close, bars }) => ({
        b: bars({ symbol: "B" }).close,
        mean: ta.sma(bars({ symbol: "B" }).close, 2),
        ratio: close.divide(bars({ symbol: "B" }).close),
      }),
      onBar({ symbol, ind }) {
        if (symbol === "A") seen.push(`${ind.b.value} ${ind.mean.value} ${ind.ratio.value}`);
      },
    });
    for (const evaluation of ["batch", "live"] as const) backtest(strategy, marketOf({ A: a, B: b }), { evaluation });
    // A closes at midnight of the 2nd, 3rd and 4th. B closes at noon of the 2nd with 1, of the 3rd with 2 and of the
    // 4th with 3.
    const expected = ["NaN NaN NaN", "1 NaN 20", "2 1.5 15"];
    expect(seen).toEqual([...expected, ...expected]);
  });

  test("average over the bars of that symbol, while ago() counts the bars of the reading symbol", () => {
    const seen: string[] = [];
    const strategy = defineStrategy({
      name: "ago",
      indicators: ({ bars }) => ({ b: bars({ symbol: "B" }).close }),
      onBar({ symbol, ind, at }) {
        if (symbol === "A") seen.push(`${ind.b.value} ${ind.b.ago(1)} ${at("B").close.ago(1)}`);
      },
    });
    backtest(strategy, marketOf({ A: a, B: b }));
    expect(seen).toEqual(["NaN NaN NaN", "1 NaN NaN", "2 1 1"]);
  });

  test("throw if the symbol is not in the run", () => {
    const strategy = defineStrategy({
      name: "stranger",
      indicators: ({ bars }) => ({ spy: bars({ symbol: "SPY" }).close }),
    });
    expect(() => backtest(strategy, marketOf({ A: a }))).toThrow(
      expect.objectContaining({ code: "SYMBOL_UNKNOWN", details: { symbol: "SPY", known: ["A"] } }),
    );
  });
});

describe("a graph", () => {
  test("throws for an entry that is not a node, and names the entry", () => {
    const strategy = defineStrategy({ name: "odd", indicators: () => ({ price: 5 }) as never });
    expect(() => backtest(strategy, marketOf({ A: flatBars([1]) }))).toThrow(
      expect.objectContaining({ code: "STRATEGY_INVALID", details: { name: "price" } }),
    );
  });

  test("adds its columns to the result, sorted by symbol, name and key", () => {
    const strategy = defineStrategy({
      name: "columns",
      indicators: ({ close }) => ({ mean: ta.sma(close, 2), pair: { close, double: close.multiply(2) } }),
    });
    const { indicators } = backtest(strategy, marketOf({ B: flatBars([4, 6]), A: flatBars([1, 2]) }));
    expect(indicators.map(({ symbol, name, values }) => [symbol, name, ...values])).toEqual([
      ["A", "mean", NaN, 1.5],
      ["A", "pair.close", 1, 2],
      ["A", "pair.double", 2, 4],
      ["B", "mean", NaN, 5],
      ["B", "pair.close", 4, 6],
      ["B", "pair.double", 8, 12],
    ]);
    expect(indicators[0]!.key).toBe("sma(close,2)#value");
  });
});
