import { backtest, defineStrategy, marketOf, type RunSettings, ta } from "hindcast";
import { expect, test } from "vitest";
import { DAY_MS } from "../../src/time/interval.ts";
import { FIRST_DAY, flatBars } from "../support/market.ts";

/**
 * Bars that open and close at the given prices. The strategy buys at the close of bar 1 and sells at the close of bar
 * 3.
 */
const BARS = flatBars([10, 20, 30, 40, 50]);
const mean = defineStrategy({
  name: "mean",
  indicators: ({ close }) => ({ mean: ta.sma(close, 2) }),
  onBar({ bar, orders }) {
    if (bar.index === 1) orders.buy({ quantity: 1 });
    if (bar.index === 3) orders.close();
  },
});

function indicators(settings: Partial<RunSettings> = {}) {
  const [trade] = backtest(mean, marketOf({ X: BARS }), settings).trades;
  return [trade!.indicatorsAtEntry, trade!.indicatorsAtExit];
}

test("a trade's indicators are those of the last bar that closed before its orders were submitted", () => {
  // Orders are submitted at the closes of bars 1 and 3, at which the means are (10 + 20) / 2 and (30 + 40) / 2. They
  // fill at the next opens.
  expect(indicators()).toEqual([{ mean: 15 }, { mean: 35 }]);
  expect(indicators({ fillAt: "next-close" })).toEqual([{ mean: 15 }, { mean: 35 }]);
});

test("a trade's indicators with same-close fills include the close at which the order fills", () => {
  expect(indicators({ fillAt: "same-close" })).toEqual([{ mean: 15 }, { mean: 35 }]);
});

test("a trade's indicators are missing before their first value, and those of an open trade are current", () => {
  const strategy = defineStrategy({
    name: "early",
    indicators: ({ close }) => {
      const { upper, lower } = ta.bollinger(close, 2, 1);
      return { bands: { upper, lower } };
    },
    onBar({ bar, orders }) {
      if (bar.index === 0) orders.buy({ quantity: 1 });
    },
  });
  const [trade] = backtest(strategy, marketOf({ X: BARS })).trades;
  expect(trade!.indicatorsAtEntry).toEqual({ "bands.upper": NaN, "bands.lower": NaN });
  // The mean of 40 and 50 is 45, and their standard deviation is 5.
  expect(trade!.indicatorsAtExit).toEqual({ "bands.upper": 50, "bands.lower": 40 });
});

test("a trade's indicators have the price units of their own bar, before or after a split", () => {
  const market = marketOf({ X: flatBars([100, 100, 100, 25, 25, 25]) });
  const split = {
    symbol: "X",
    kind: "split",
    exDate: FIRST_DAY / DAY_MS + 3,
    ratio: 4,
    cash: 0,
    currency: "USD",
  } as const;
  const data = { ...market, series: market.series.map((one) => ({ ...one, actions: [split] })) };
  const [trade] = backtest(mean, data).trades;
  expect([trade!.indicatorsAtEntry, trade!.indicatorsAtExit]).toEqual([{ mean: 100 }, { mean: 25 }]);
});
