import { backtest, type CorporateAction, defineStrategy, type MarketData, marketOf, type RunSettings } from "hindcast";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../src/time/interval.ts";
import { barsFrom, FIRST_DAY } from "../support/market.ts";

/** Market of X with a split before the last bar. */
function splitAtLast(rows: string, ratio: number): MarketData {
  const bars = barsFrom(rows);
  const exDate = FIRST_DAY / DAY_MS + bars.length - 1;
  const actions: CorporateAction[] = [{ symbol: "X", kind: "split", exDate, ratio, cash: 0, currency: "USD" }];
  const market = marketOf({ X: bars });
  return { ...market, series: market.series.map((one) => ({ ...one, actions })) };
}

/** Fills of a market order for 1000 units and of a sell order that is submitted at the second close. */
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
    // A tenth of 200 fills at the second open. The next bar's volume is 300, which is 1200 or 30 in the new units.
    ["four for one", 4, "25 25 25 25", [20, 120]],
    ["one for ten", 0.1, "1000 1000 1000 1000", [20, 3]],
  ])("a volume cap converts the previous bar's volume to new units: %s", (_, ratio, last, expected) => {
    const data = splitAtLast(`100 100 100 100 200\n100 100 100 100 300\n${last} 0`, ratio);
    expect(fillsOf(data, { volumeShare: 0.1 }).map(({ quantity }) => quantity)).toEqual(expected);
  });

  test("slippage by volume converts the previous bar's volume to new units", () => {
    // 960 of a volume of 2000 fill first. Then 4 fill of 800, which were 8000 before the split of one for ten. Slippage
    // is a tenth of the price × the square of these shares.
    const data = splitAtLast("100 100 100 100 2000\n100 100 100 100 8000\n1000 1000 1000 1000 8000", 0.1);
    const slippage = { model: "volume-share", impact: 0.1 } as const;
    const fills = fillsOf(data, { slippage, volumeShare: 0.48 });
    // 960 of 1000 units fill at 100. The other 40 become 4 by the split.
    expect(fills.map((fill) => [fill.quantity, fill.slippage])).toEqual([
      [960, 0.1 * 0.48 * 0.48 * 100],
      [4, 0.1 * 0.005 * 0.005 * 1000],
    ]);
  });
});

describe("orders resting through a split with an inexact binary ratio", () => {
  test.each([
    // In binary 0.56 / 0.04 is 14.000000000000002, and 0.7 / 0.1 is 6.999999999999999.
    ["a limit, one for twenty-five", { limit: 0.56 }, 0.04, "0.5 0.5 0.5 0.5", "13 14 12 13", [40, 14]],
    ["a stop, one for ten", { stop: 0.7 }, 0.1, "0.9 0.9 0.9 0.9", "9 9 7 8", [100, 7]],
  ])("fill in a bar that just reaches their price: %s", (_, sell, ratio, before, last, expected) => {
    const data = splitAtLast(`${before}\n${before}\n${last}`, ratio);
    const [, sold] = fillsOf(data, {}, sell);
    expect([sold?.quantity, sold?.price]).toEqual(expected);
  });
});
