import { type AnyStrategy, backtest, type Cursor, defineStrategy, isStrategy, marketOf, param, ta } from "hindcast";
import { describe, expect, expectTypeOf, test } from "vitest";
import { smaCross } from "../../strategies/sma-cross.ts";
import { flatBars } from "../support/market.ts";

const data = marketOf({ X: flatBars([1, 2, 3]) });

// The compiler checks the types in these tests: an expected error that does not occur fails `tsc -b test`.
describe("the types of a strategy are inferred", () => {
  test("for params, by their names and kinds", () => {
    const strategy = defineStrategy({
      name: "typed",
      params: {
        period: param.integer({ default: 5 }),
        mode: param.choice(["a", "b"], { default: "a" }),
        both: param.boolean({ default: true }),
      },
      constraint: ({ period, both }) => period > 0 || both,
      indicators({ close }, params) {
        expectTypeOf(params.period).toEqualTypeOf<number>();
        // @ts-expect-error -- unknown parameter
        void params.perriod;
        return { mean: ta.sma(close, params.period) };
      },
      state: ({ mode }) => ({ mode, count: 0 }),
      onBar({ params, state, ind, orders }) {
        expectTypeOf(params.mode).toEqualTypeOf<"a" | "b">();
        expectTypeOf(params.both).toEqualTypeOf<boolean>();
        expectTypeOf(state).toEqualTypeOf<{ mode: "a" | "b"; count: number }>();
        expectTypeOf(ind.mean).toEqualTypeOf<Cursor>();
        // @ts-expect-error -- unknown indicator
        void ind.maen;
        // @ts-expect-error -- unknown parameter
        void params.modes;
        // @ts-expect-error -- params are read-only
        if (state.count < 0) params.period = 6;
        // @ts-expect-error -- only one size is allowed
        if (state.count < 0) orders.buy({ quantity: 1, percent: 1 });
        // @ts-expect-error -- a risk needs a stop price
        if (state.count < 0) orders.buy({ risk: 0.01 });
        state.count++;
      },
    });
    expect(backtest(strategy, data).params).toEqual({ period: 5, mode: "a", both: true });
  });

  test("for indicators with several outputs, as nested cursors", () => {
    const seen: unknown[] = [];
    const strategy = defineStrategy({
      name: "nested",
      indicators: ({ close }) => ({
        bands: ta.bollinger(close, 2),
        lines: ta.macd(close, 2, 3, 2),
        own: { twice: close.multiply(2) },
      }),
      onBar({ ind }) {
        expectTypeOf(ind.bands.upper).toEqualTypeOf<Cursor>();
        // @ts-expect-error -- the lines of MACD are macd, signal and histogram
        void ind.lines.upper;
        // @ts-expect-error -- several outputs are not one cursor
        void ind.bands.value;
        seen.push([ind.bands.middle.value, ind.own.twice.value]);
      },
    });
    backtest(strategy, data);
    // Means of two closes each, and doubled closes, of bars that close at 1, 2 and 3.
    expect(seen).toEqual([
      [NaN, 2],
      [1.5, 4],
      [2.5, 6],
    ]);
  });

  test("for columns and nodes, which are distinct", () => {
    const column = Float64Array.of(1, 2, 3);
    expectTypeOf(ta.sma(column, 2)).toEqualTypeOf<Float64Array>();
    defineStrategy({
      name: "apart",
      indicators({ close, high }) {
        // @ts-expect-error -- a node cannot be indexed
        void close[0];
        // @ts-expect-error -- a graph has nodes, not columns
        void close.add(column);
        return { sum: close.add(high) };
      },
    });
    expect(Array.from(ta.sma(column, 2))).toEqual([NaN, 1.5, 2.5]);
  });
});

describe("an invalid strategy throws", () => {
  test.each(["", "Upper", "with space", "-dash", "under_score", "x".repeat(65), undefined, 5])(
    "with the name %j",
    (name) => {
      expect(() => defineStrategy({ name: name as string })).toThrow(
        expect.objectContaining({ code: "STRATEGY_INVALID" }),
      );
    },
  );

  test("with an old name of a hook, and the error contains the hook's new name", () => {
    const definition = { name: "old", onSession: () => {} };
    expect(() => defineStrategy(definition)).toThrow("onSession of old is now called onSessionClose");
  });

  test("with parameters that the strategy's constraint excludes", () => {
    expect(() => backtest(smaCross, data, { params: { fast: 30, slow: 10 } })).toThrow(
      expect.objectContaining({
        code: "PARAMETER_OUT_OF_RANGE",
        details: { params: { fast: 30, slow: 10 } },
      }),
    );
  });

  test.each([
    [{ fsat: 3 }, "PARAMETER_UNKNOWN"],
    [{ fast: 0 }, "PARAMETER_OUT_OF_RANGE"],
    [{ fast: 2.5 }, "PARAMETER_OUT_OF_RANGE"],
    [{ fast: "3" }, "PARAMETER_OUT_OF_RANGE"],
  ])("with params %j", (params, code) => {
    // Plain JavaScript can pass such values, which types do not allow.
    const given = params as never;
    expect(() => backtest(smaCross, data, { params: given })).toThrow(expect.objectContaining({ code }));
  });

  test("with fewer symbols than the strategy needs", () => {
    const pair = defineStrategy({ name: "pair", needs: { symbols: 2 } });
    expect(() => backtest(pair, data)).toThrow(expect.objectContaining({ code: "STRATEGY_INVALID" }));
  });

  test("if the argument is not a strategy", () => {
    const plain = { name: "plain" } as unknown as AnyStrategy;
    expect(() => backtest(plain, data)).toThrow(expect.objectContaining({ code: "STRATEGY_INVALID" }));
  });
});

describe("a strategy", () => {
  test("is recognized by its marker, and is frozen", () => {
    expect(isStrategy(smaCross)).toBe(true);
    expect(isStrategy({ ...smaCross })).toBe(true);
    expect([{}, null, undefined, "sma-cross", () => {}].some((value) => isStrategy(value))).toBe(false);
    expect(Object.isFrozen(smaCross)).toBe(true);
  });

  test("may be defined without hooks", () => {
    const { counts, equity } = backtest(defineStrategy({ name: "idle" }), data);
    expect(counts).toMatchObject({ bars: 3, orders: 0, fills: 0 });
    expect(Array.from(equity.equity)).toEqual([100_000, 100_000, 100_000]);
  });
});

describe("a backtest", () => {
  const idle = defineStrategy({ name: "idle" });

  test.each([
    ["without a symbol", marketOf({}), "DATA_EMPTY"],
    ["without a bar", marketOf({ X: flatBars([]) }), "DATA_EMPTY"],
    ["with a symbol twice", { series: [...data.series, ...data.series], notes: [] }, "BARS_INVALID"],
  ])("throws for data %s", (_, market, code) => {
    expect(() => backtest(idle, market)).toThrow(expect.objectContaining({ code }));
  });

  test("throws for a recorded market in place of the market's marketData()", () => {
    const bars = flatBars([1, 2, 3]);
    const recorded = { instruments: [{ symbol: "A" }], series: [{ symbol: "A", bars }], notes: [] };
    expect(() => backtest(idle, recorded as never)).toThrow(
      expect.objectContaining({
        code: "DATA_EMPTY",
        message: expect.stringMatching(
          /^data must be market data, as returned by readBars, marketOf or the marketData\(\) of a recording, was /,
        ),
      }),
    );
  });

  test.each([
    [
      "quotes for other bars",
      { quotes: { time: 2, bid: 2, ask: 2 } },
      "time of the quotes of X must be as long as bars, 3, was 2",
    ],
    [
      "fewer bids than bars",
      { quotes: { time: 3, bid: 2, ask: 3 } },
      "bid of the quotes of X must be as long as bars, 3, was 2",
    ],
    [
      "a session that never closes",
      { sessions: { open: 3, close: 2 } },
      "close of the sessions of X must be as long as open, 3, was 2",
    ],
  ])("throws for a series with %s", (_, lengths, message) => {
    const column = (length: number) => Float64Array.from({ length }, (__, i) => Date.UTC(2024, 0, 2 + i));
    const columns = Object.fromEntries(
      Object.entries(lengths).map(([name, each]) => [
        name,
        {
          sessionOpen: column(3),
          sessionClose: column(3),
          ...Object.fromEntries(Object.entries(each).map(([field, length]) => [field, column(length as number)])),
        },
      ]),
    );
    const one = { ...marketOf({ X: flatBars([1, 2, 3]) }).series[0]!, ...columns };
    expect(() => backtest(idle, { series: [one], notes: [] } as never)).toThrow(
      expect.objectContaining({ code: "BARS_INVALID", message }),
    );
  });

  test("throws for invalid bars, and names the symbol and the bar", () => {
    const broken = flatBars([1, 2, 3]);
    broken.close[1] = NaN;
    expect(() => backtest(idle, marketOf({ A: flatBars([1]), B: broken }))).toThrow(
      expect.objectContaining({
        code: "BARS_INVALID",
        message: expect.stringMatching(/^bar 1 of B: /),
        details: expect.objectContaining({ symbol: "B", row: 1 }),
      }),
    );
    expect(backtest(idle, marketOf({ A: flatBars([1]), B: broken }), { symbols: ["A"] }).counts.bars).toBe(1);
  });

  test("throws for a symbol that the data do not contain", () => {
    expect(() => backtest(idle, data, { symbols: ["X", "Y"] })).toThrow(
      expect.objectContaining({ code: "SYMBOL_UNKNOWN", details: { symbol: "Y", known: ["X"] } }),
    );
  });

  test("uses only the chosen symbols, or all symbols if none are chosen", () => {
    const market = marketOf({ C: flatBars([1]), A: flatBars([1]), B: flatBars([1]) });
    expect(backtest(idle, market, { symbols: ["C", "A"] }).symbols).toEqual(["A", "C"]);
    expect(backtest(idle, market, { symbols: [] }).symbols).toEqual(["A", "B", "C"]);
  });
});
