import * as fc from "fast-check";
import { backtest, crossedAbove, defineStrategy, type GraphSources, ta } from "hindcast";
import { describe, expect } from "vitest";
import type { GraphNode } from "../../src/indicators/node.ts";
import { arbitraryMarket, marketFrom, withOwnColumn } from "../support/arbitrary-market.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

/** Description of a node of a random graph. */
type Recipe =
  | {
      readonly kind: "field";
      readonly field: "open" | "high" | "low" | "close" | "volume" | "own";
      readonly of: number;
    }
  | {
      readonly kind: "arithmetic";
      readonly sign: "add" | "subtract" | "multiply" | "divide";
      readonly of: readonly [Recipe, Recipe | number];
    }
  | {
      readonly kind: "indicator";
      readonly name: "sma" | "ema" | "rsi" | "bollinger" | "macd" | "stochastic" | "vwap";
      readonly period: number;
      readonly of: Recipe;
    }
  | { readonly kind: "log" | "shift"; readonly bars: number; readonly of: Recipe };

const { recipe } = fc.letrec<{ recipe: Recipe; field: Recipe }>((tie) => ({
  // The field is one of the evaluated symbol's bars if 0, otherwise of another symbol's.
  field: fc.record({
    kind: fc.constant("field" as const),
    field: fc.constantFrom("open", "high", "low", "close", "close", "volume", "own"),
    of: fc.nat(3),
  }),
  recipe: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    tie("field"),
    fc.record({
      kind: fc.constant("arithmetic" as const),
      sign: fc.constantFrom("add", "subtract", "multiply", "divide"),
      of: fc.tuple(tie("recipe"), fc.oneof(tie("recipe"), fc.integer({ min: -2, max: 3 }))),
    }),
    fc.record({
      kind: fc.constant("indicator" as const),
      name: fc.constantFrom("sma", "ema", "rsi", "bollinger", "macd", "stochastic", "vwap"),
      period: fc.integer({ min: 2, max: 5 }),
      of: tie("recipe"),
    }),
    fc.record({ kind: fc.constantFrom("log", "shift"), bars: fc.nat(4), of: tie("recipe") }),
  ),
}));

function nodeOf(of: Recipe, sources: GraphSources): GraphNode {
  switch (of.kind) {
    case "field": {
      const symbol = sources.symbols[of.of - 1];
      const prices = symbol === undefined ? sources : sources.bars({ symbol });
      return of.field === "own" ? prices.column("own") : prices[of.field];
    }
    case "arithmetic": {
      const [left, right] = of.of;
      return nodeOf(left, sources)[of.sign](typeof right === "number" ? right : nodeOf(right, sources));
    }
    case "log":
      return nodeOf(of.of, sources).log();
    case "shift":
      return nodeOf(of.of, sources).shift(of.bars);
    case "indicator": {
      const input = nodeOf(of.of, sources);
      switch (of.name) {
        case "sma":
          return ta.sma(input, of.period);
        case "ema":
          return ta.ema(input, of.period);
        case "rsi":
          return ta.rsi(input, of.period);
        case "bollinger":
          return ta.bollinger(input, of.period, 1.5).upper;
        case "macd":
          return ta.macd(input, of.period, of.period + 2, 2).signal;
        case "stochastic":
          return ta.stochastic(sources.high, sources.low, input, of.period).d;
        case "vwap": {
          const { high, low, volume } = sources;
          return ta.vwap(high, low, input, volume, sources.anchor(of.period > 3 ? "session" : "week")).upper;
        }
      }
    }
  }
}

const range = fc.record({
  from: fc.constantFrom("", "2024-01-03", "2024-01-01T23:15"),
  warmupBars: fc.constantFrom(-1, 0, 2),
});

describe("a random graph evaluated bar by bar", () => {
  property([arbitraryMarket, recipe, recipe, range], runs(600))(
    "equals the graph evaluated in batch, bit for bit",
    (shape, first, second, settings) => {
      const strategy = defineStrategy({
        name: "graph",
        indicators: (sources) => {
          const [one, other] = [nodeOf(first, sources), nodeOf(second, sources)];
          return { one, other, both: { sum: one.add(other), first: one } };
        },
        onBar({ ind, log, symbol, orders }) {
          const values = [ind.one.value, ind.other.value, ind.one.ago(1), ind.both.sum.value, ind.both.first.ago(3)];
          log(`${symbol} ${values.join(" ")} ${Object.is(ind.one.value, -0)}`);
          if (crossedAbove(ind.one, ind.other)) orders.buy({ percent: 0.3 });
          else if (crossedAbove(ind.other, ind.one)) orders.close();
        },
      });
      const data = withOwnColumn(marketFrom(shape));
      const run = (evaluation: "batch" | "live") => {
        try {
          const { log, fillHash, equity } = backtest(strategy, data, { ...settings, evaluation });
          return { log, fillHash, equity: Array.from(equity.equity) };
        } catch (error) {
          // A market without bars from `from` on throws in both evaluations.
          return { error: (error as { code?: string }).code };
        }
      };
      const batch = run("batch");
      expect([undefined, "DATE_RANGE_EMPTY"]).toContain(batch.error);
      expect(run("live")).toEqual(batch);
    },
  );
});
