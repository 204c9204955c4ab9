import { backtest, type Column, defineStrategy, indicator, marketOf, ta } from "hindcast";
import { describe, expect, expectTypeOf, test } from "vitest";
import { barsFrom } from "../support/market.ts";
import { randomBars } from "../support/series.ts";

const bars = randomBars(150, 3);
const spread = indicator(function spread(high, low) {
  return high.map((value, bar) => value - low[bar]!);
});
const highest = indicator((close: Column) => [...close].map((_, bar) => Math.max(...close.subarray(0, bar + 1))), {
  name: "highest",
});

describe("indicator made from a function", () => {
  test("accepts typed columns and plain arrays, and returns a column", () => {
    expect(spread(bars.high, bars.low)).toEqual(bars.high.map((value, bar) => value - bars.low[bar]!));
    expect(spread([3, 4], [1, 1])).toEqual(Float64Array.of(2, 3));
    expect(highest({ close: [1, 3, 2] })).toEqual(Float64Array.of(1, 3, 3));
    expectTypeOf(spread(bars.high, bars.low)).toEqualTypeOf<Float64Array>();
    // @ts-expect-error -- the function reads two columns
    expect(() => spread(bars.high)).toThrow("spread input column 2 must be a column, was undefined");
  });

  test("streams the values that it computes for columns, and its stream can be saved and restored", () => {
    const stream = spread.stream();
    const whole = spread(bars.high, bars.low);
    for (let bar = 0; bar < 100; bar++) expect(stream.update(bars.high[bar]!, bars.low[bar]!)).toBe(whole[bar]);
    const saved = structuredClone(stream.snapshot());
    const other = spread.stream();
    other.restore(saved);
    expect(other.peek(7, 5)).toBe(2);
    expect(other.update(bars.high[100]!, bars.low[100]!)).toBe(whole[100]);
  });

  test("gives a strategy equal fills whether it is evaluated by columns or bar by bar", () => {
    const data = marketOf({ X: barsFrom("1 2 1 2\n3 5 2 4\n4 4 1 2\n2 6 2 6\n6 7 5 5\n") });
    const wide = defineStrategy({
      name: "wide",
      indicators: ({ high, low }) => ({ spread: ta.sma(spread(high, low), 2) }),
      onBar({ ind, orders }) {
        if (ind.spread.value > 2) orders.buy({ quantity: 1 });
      },
    });
    const { fillHash, fills } = backtest(wide, data);
    expect(fills.length).toBeGreaterThan(0);
    expect(backtest(wide, data, { evaluation: "live" }).fillHash).toBe(fillHash);
  });

  test("throws without a name, without a column to read, or for a result that is not a column of the same length", () => {
    expect(() => indicator((close: Column) => close)).toThrow(
      'name of an indicator must be the name of its function, or the option name, was ""',
    );
    expect(() => indicator(5 as never)).toThrow(
      "argument of indicator must be a function of one or more columns, was 5",
    );
    expect(() => indicator((close: Column) => close, { nam: "x" } as object)).toThrow(
      'indicator has no option "nam" (did you mean name?); it has name',
    );
    const shorter = indicator((close: Column) => close.subarray(1), { name: "shorter" });
    expect(() => shorter([1, 2])).toThrow("result of shorter must be of length 2, was a Float64Array of length 1");
  });
});
