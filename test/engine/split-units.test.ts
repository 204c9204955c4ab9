import { backtest, type CorporateAction, defineStrategy, type MarketData, marketOf, type RunSettings } from "hindcast";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../src/time/interval.ts";
import { barsFrom, FIRST_DAY } from "../support/market.ts";

/** Bars of X, which is split before the last of them. */
function splitAtLast(rows: string, ratio: number): MarketData {
  const bars = barsFrom(rows);
  const exDate = FIRST_DAY / DAY_MS + bars.length - 1;
  const actions: CorporateAction[] = [{ symbol: "X", kind: "split", exDate, ratio, cash: 0, currency: "USD" }];
  const market = marketOf({ X: bars });
  return { ...market, series: market.series.map((one) => ({ ...one, actions })) };
}

/** The fills of orders to buy 1000 at the market, and to sell what the second close is told to. */
function fillsOf(data: MarketData, settings: Partial<RunSettings>, sell?: { limit?: number; stop?: number }) {
  const strategy = defineStrategy({
    name: "large",
    onBar({ bar, orders, position }) {
      if (bar.index === 0) orders.buy({ quantity: 1000, timeInForce: "gtc" });
      if (bar.index === 1 && sell !== undefined)
        orders.sell({ quantity: position.quantity, timeInForce: "gtc", ...sell });
    },
  });
  return backtest(strategy, data, { cash: 1_000_000, ...settings }).fills;
}

describe("at the first open after a split", () => {
  test.each([
    // A tenth of 200 at the second open. At the third the bar before traded 300: 1200 of now, or 30.
    ["four for one", 4, "25 25 25 25", [20, 120]],
    ["one for ten", 0.1, "1000 1000 1000 1000", [20, 3]],
  ])("a cap of volume counts the bar before in units of now: %s", (_, ratio, last, expected) => {
    const data = splitAtLast(`100 100 100 100 200\n100 100 100 100 300\n${last} 0`, ratio);
    expect(fillsOf(data, { volumeShare: 0.1 }).map(({ quantity }) => quantity)).toEqual(expected);
  });

  test("slippage by volume counts it so too", () => {
    // 1000 of 8000, then, one for ten, 40 of 800 that were 8000: a tenth of the price × the share squared.
    const data = splitAtLast("100 100 100 100 2000\n100 100 100 100 8000\n1000 1000 1000 1000 8000", 0.1);
    const slippage = { model: "volume-share", impact: 0.1 } as const;
    const fills = fillsOf(data, { slippage, volumeShare: 0.48 });
    // 960 of 2000 at 100; the other 40 are 4 after the split.
    expect(fills.map((fill) => [fill.quantity, fill.slippage])).toEqual([
      [960, 0.1 * 0.48 * 0.48 * 100],
      [4, 0.1 * 0.005 * 0.005 * 1000],
    ]);
  });
});

describe("what waits through a split, at prices of which the quotient is no short binary number,", () => {
  test.each([
    // In binary 0.56 / 0.04 is 14.000000000000002 and 0.7 / 0.1 is 6.999999999999999.
    ["a limit, one for twenty-five", { limit: 0.56 }, 0.04, "0.5 0.5 0.5 0.5", "13 14 12 13", [40, 14]],
    ["a stop, one for ten", { stop: 0.7 }, 0.1, "0.9 0.9 0.9 0.9", "9 9 7 8", [100, 7]],
  ])("is met by a bar that just goes to its price: %s", (_, sell, ratio, before, last, expected) => {
    const data = splitAtLast(`${before}\n${before}\n${last}`, ratio);
    const [, sold] = fillsOf(data, {}, sell);
    expect([sold?.quantity, sold?.price]).toEqual(expected);
  });
});
