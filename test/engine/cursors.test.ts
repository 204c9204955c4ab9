import { backtest, type BarContext, crossedAbove, crossedBelow, defineStrategy, marketOf } from "hindcast";
import { describe, expect, test } from "vitest";
import { barsFrom, FIRST_DAY, flatBars } from "../support/market.ts";

const DAY = 86_400_000;

/** Values that a callback returns on each bar of X. */
function seen<T>(prices: readonly number[], look: (context: BarContext) => T): T[] {
  const all: T[] = [];
  const strategy = defineStrategy({ name: "looker", onBar: (context) => void all.push(look(context)) });
  backtest(strategy, marketOf({ X: flatBars(prices) }));
  return all;
}

describe("a cursor", () => {
  test("has the value of the last closed bar, and returns earlier values with ago()", () => {
    expect(seen([1, 2, 3], ({ close }) => [close.value, close.ago(0), close.ago(1), close.ago(2)])).toEqual([
      [1, 1, NaN, NaN],
      [2, 2, 1, NaN],
      [3, 3, 2, 1],
    ]);
  });

  test.each([-1, 0.5, NaN, Infinity])("throws for ago(%d), which would look ahead", (bars) => {
    expect(() => seen([1, 2, 3], ({ close }) => close.ago(bars))).toThrow(
      expect.objectContaining({
        code: "PARAMETER_OUT_OF_RANGE",
        message: expect.stringContaining(`bars must be a whole number of at least 0, was ${bars}`),
      }),
    );
  });

  test("that a strategy kept from an earlier bar returns the current values", () => {
    let first: BarContext | undefined;
    expect(
      seen([1, 2, 3], (context) => {
        first ??= context;
        return first.close.value;
      }),
    ).toEqual([1, 2, 3]);
  });
});

describe("context.bar", () => {
  test("has the index, time, prices and volume of the last closed bar", () => {
    const all: number[][] = [];
    const strategy = defineStrategy({
      name: "looker",
      onBar: ({ bar }) => void all.push([bar.index, bar.time, bar.open, bar.high, bar.low, bar.close, bar.volume]),
    });
    backtest(strategy, marketOf({ X: barsFrom("10 12 9 11 500\n11 14 10 13 700") }));
    expect(all).toEqual([
      [0, FIRST_DAY, 10, 12, 9, 11, 500],
      [1, FIRST_DAY + DAY, 11, 14, 10, 13, 700],
    ]);
  });

  test("has index -1 and missing prices for an instrument without bars yet", () => {
    const all: unknown[] = [];
    const strategy = defineStrategy({
      name: "early",
      onBars({ at }) {
        const { bar, close, position, stale, closedNow } = at("B");
        all.push([bar.index, bar.close, bar.time, close.value, close.ago(1), position.marketPrice, stale, closedNow]);
      },
    });
    backtest(strategy, marketOf({ A: flatBars([1]), B: flatBars([2], "1d", FIRST_DAY + 5 * DAY) }));
    expect(all[0]).toEqual([-1, NaN, NaN, NaN, NaN, NaN, true, false]);
  });
});

describe("context.position", () => {
  test("has quantity, direction, prices, profit, opening time and age", () => {
    const seenPositions: unknown[] = [];
    const strategy = defineStrategy({
      name: "holder",
      onBar({ bar, position, orders }) {
        const { quantity, direction, flat, averagePrice, marketValue, unrealizedPnl, realizedPnl, openedAt, barsHeld } =
          position;
        seenPositions.push([
          quantity,
          direction,
          flat,
          averagePrice,
          marketValue,
          unrealizedPnl,
          realizedPnl,
          openedAt,
          barsHeld,
        ]);
        if (bar.index < 2) orders.buy({ quantity: 5 });
        if (bar.index === 3) orders.sell({ quantity: 5 });
        if (bar.index === 4) orders.close();
      },
    });
    backtest(strategy, marketOf({ X: flatBars([100, 100, 110, 120, 120, 90]) }), {
      commission: { model: "per-order", amount: 1 },
    });
    const opened = (day: number) => FIRST_DAY + day * DAY;
    expect(seenPositions).toEqual([
      [0, "flat", true, 0, 0, 0, 0, NaN, 0],
      [5, "long", false, 100, 500, -1, 0, opened(1), 0],
      // Five units were bought at 100 and five at 110. They are worth 1100, and two commissions are paid.
      [10, "long", false, 105, 1100, 48, 0, opened(1), 1],
      [10, "long", false, 105, 1200, 148, 0, opened(1), 2],
      // The first five units are sold at 120 and earn 100, less commissions of 1 and 1.
      [5, "long", false, 110, 600, 49, 98, opened(2), 2],
      // The other five are sold at 90 and lose 100, plus commissions of 1 and 1.
      [0, "flat", true, 0, 0, 0, -4, NaN, 0],
    ]);
  });
});

describe("a crossing", () => {
  const above = (prices: readonly number[], level: number) => seen(prices, ({ close }) => crossedAbove(close, level));
  const below = (prices: readonly number[], level: number) => seen(prices, ({ close }) => crossedBelow(close, level));

  test("happens on the bar that closes beyond the level, after a bar on the other side or at the level", () => {
    expect(above([9, 11, 12], 10)).toEqual([false, true, false]);
    expect(above([9, 10, 11], 10)).toEqual([false, false, true]);
    expect(below([11, 9, 8], 10)).toEqual([false, true, false]);
    expect(below([11, 10, 9], 10)).toEqual([false, false, true]);
  });

  test("does not happen when a bar only touches the level", () => {
    expect(above([9, 10, 9], 10)).toEqual([false, false, false]);
    expect(below([11, 10, 11], 10)).toEqual([false, false, false]);
  });

  test("does not happen on the first bar, which has no previous value", () => {
    expect(above([11], 10)).toEqual([false]);
    expect(below([9], 10)).toEqual([false]);
  });

  test("of two columns compares the previous and current values of both columns", () => {
    const crossings: string[] = [];
    const strategy = defineStrategy({
      name: "lines",
      indicators: ({ close }) => ({ before: close.shift(1) }),
      onBar({ close, ind }) {
        crossings.push(`${crossedAbove(close, ind.before)} ${crossedBelow(close, ind.before)}`);
      },
    });
    backtest(strategy, marketOf({ X: flatBars([5, 4, 6, 6, 7, 3]) }));
    // At first there is no earlier pair to compare. Then the close crosses the previous close upward, equals it, crosses
    // upward again, and crosses downward.
    expect(crossings).toEqual(["false false", "false false", "true false", "false false", "true false", "false true"]);
  });
});
