import * as fc from "fast-check";
import {
  backtest,
  type BarContext,
  Bars,
  crossedAbove,
  crossedBelow,
  defineStrategy,
  type MarketData,
  marketOf,
  type RunSettings,
  ta,
} from "hindcast";
import { describe, expect, test } from "vitest";
import type { CorporateAction } from "../../src/market/corporate-action.ts";
import { DAY_MS } from "../../src/time/interval.ts";
import { barsFrom, FIRST_DAY } from "../support/market.ts";
import { property } from "../support/property.ts";

const DAY = FIRST_DAY / DAY_MS;
const split = (day: number, ratio: number): CorporateAction => ({
  symbol: "X",
  kind: "split",
  exDate: DAY + day,
  ratio,
  cash: 0,
  currency: "USD",
});
const dividend = (day: number, cash: number): CorporateAction => ({ ...split(day, 1), kind: "dividend", cash });

function dataOf(bars: Bars, actions: readonly CorporateAction[], lot = 1, given: object = {}): MarketData {
  const market = marketOf({ X: bars }, { X: { lot } });
  return { ...market, series: market.series.map((one) => ({ ...one, actions, ...given })) };
}

/**
 * Unadjusted bars for a split on bar `at`: before the split, prices are multiplied by the ratio and volumes divided by
 * it.
 */
function unadjusted(bars: Bars, at: number, ratio: number): Bars {
  const price = (column: Float64Array) => column.map((value, i) => (i < at ? value * ratio : value));
  return new Bars(bars.interval, {
    time: bars.time,
    open: price(bars.open),
    high: price(bars.high),
    low: price(bars.low),
    close: price(bars.close),
    volume: bars.volume.map((value, i) => (i < at ? value / ratio : value)),
  });
}

const holder = defineStrategy({
  name: "holder",
  onBar({ bar, orders }) {
    if (bar.index === 0) orders.buy({ quantity: 10 });
  },
});

function script(steps: Readonly<Record<number, (context: BarContext) => void>>) {
  return defineStrategy({
    name: "steps",
    onBar(context) {
      steps[context.bar.index]?.(context as unknown as BarContext);
    },
  });
}

describe("a split", () => {
  // Ten units are bought at 100. A split of three for one on the fourth bar turns them into 30 units of the same value.
  const bars = barsFrom("100 100 100 100\n100 101 99 100\n102 102 102 102\n34 34 34 34\n35 35 35 35");

  test("multiplies the position and does not change equity", () => {
    const result = backtest(holder, dataOf(bars, [split(3, 3)]), { cash: 1000 });
    expect([...result.equity.equity]).toEqual([1000, 1000, 1020, 1020, 1050]);
    expect(result.entries.map(({ kind, quantity, amount }) => [kind, quantity, amount])).toEqual([
      ["deposit", 0, 1000],
      ["fill", 10, -1000],
      ["split", 20, 0],
    ]);
  });

  test("pays cash for a fraction of a lot, at the last price adjusted to the new units", () => {
    // A split of 1 for 4 turns 10 units into 2.5. The half unit is paid in cash at 4 × 102 = 408.
    const reverse = barsFrom("100 100 100 100\n100 101 99 100\n102 102 102 102\n408 408 408 408\n410 410 410 410");
    const result = backtest(holder, dataOf(reverse, [split(3, 0.25)]), { cash: 1000 });
    expect(result.entries.slice(2).map(({ kind, quantity, amount }) => [kind, quantity, amount])).toEqual([
      ["split", -7.5, 0],
      ["cash_in_lieu", -0.5, 204],
    ]);
    expect(
      result.trades.map(({ quantity, entryPrice, exitPrice, pnl }) => [quantity, entryPrice, exitPrice, pnl]),
    ).toEqual([
      [0.5, 400, 408, 4],
      [2, 400, 410, 20],
    ]);
    expect([...result.equity.equity]).toEqual([1000, 1000, 1020, 1020, 1024]);
  });

  test("adjusts the quantity, limit, stop and trail of open orders", () => {
    const strategy = script({
      0: ({ orders }) => orders.buy({ quantity: 10 }),
      1: ({ orders }) => {
        orders.sell({ quantity: 10, limit: 120, timeInForce: "gtc" });
        orders.sell({ quantity: 4, stop: 90, timeInForce: "gtc" });
        orders.sell({ quantity: 2, trail: 15, timeInForce: "gtc" });
      },
    });
    const { orders } = backtest(strategy, dataOf(bars, [split(3, 3)]), { cash: 1000 });
    expect(
      orders
        .slice(1)
        .map(({ quantity, limitPrice, stopPrice, trailAmount, waterMark }) => [
          quantity,
          limitPrice,
          stopPrice,
          trailAmount,
          waterMark,
        ]),
    ).toEqual([
      [30, 40, undefined, undefined, undefined],
      [12, undefined, 30, undefined, undefined],
      [6, undefined, 30, 5, 35],
    ]);
  });

  test("does not charge commission again for earlier fills of the same order", () => {
    const halves = barsFrom("10 10 10 10 100\n10 10 10 10 100\n5 5 5 5 400\n5 5 5 5 400");
    const strategy = script({ 0: ({ orders }) => orders.buy({ quantity: 40, timeInForce: "gtc" }) });
    const { fills } = backtest(strategy, dataOf(halves, [split(2, 2)]), {
      volumeShare: 0.2,
      commission: { model: "per-share-order", amount: 0.1, minimum: 1 },
    });
    // The first bar's fills are a fifth of 100 at ten cents each. After the split of two for one, the next are a fifth
    // of 200.
    expect(fills.map(({ quantity, commission }) => [quantity, commission])).toEqual([
      [20, 2],
      [40, 4],
    ]);
  });

  test("cancels an order whose quantity falls below a lot", () => {
    const strategy = script({ 0: ({ orders }) => orders.buy({ quantity: 3, limit: 50, timeInForce: "gtc" }) });
    const { orders } = backtest(strategy, dataOf(bars, [split(3, 0.25)]), { cash: 1000 });
    expect(orders.map(({ status, reason }) => [status, reason])).toEqual([["canceled", "split"]]);
  });

  test("rescales earlier prices in indicators only from the day of the split on", () => {
    const seen: number[][] = [];
    const strategy = defineStrategy({
      name: "levels",
      indicators: ({ close }) => ({ mean: ta.sma(close, 2) }),
      onBar({ bar, close, ind }) {
        seen.push([bar.close, close.value, close.ago(1), ind.mean.value]);
      },
    });
    backtest(strategy, dataOf(bars, [split(3, 3)]));
    expect(seen).toEqual([
      [100, 100, NaN, NaN],
      [100, 100, 100, 100],
      [102, 102, 100, 101],
      [34, 34, 34, 34],
      [35, 35, 34, 34.5],
    ]);
  });
});

describe("a dividend", () => {
  const bars = barsFrom("100 100 100 100\n100 101 99 100\n102 102 102 102\n98 98 98 98\n99 99 99 99");

  test("is paid on its ex-date for the position held the day before", () => {
    const result = backtest(holder, dataOf(bars, [dividend(3, 4)]), { cash: 1000 });
    expect([...result.equity.equity]).toEqual([1000, 1000, 1020, 1020, 1030]);
    expect(result.entries.at(-1)).toMatchObject({ kind: "dividend", amount: 40, symbol: "X", price: 4 });
  });

  test("is paid by a short position", () => {
    const strategy = script({ 0: ({ orders }) => orders.sell({ quantity: 10 }) });
    const settings: Partial<RunSettings> = { cash: 1000, account: "margin" };
    const result = backtest(strategy, dataOf(bars, [dividend(3, 4)]), settings);
    expect(result.entries.at(-1)).toMatchObject({ kind: "dividend", amount: -40 });
    expect([...result.equity.equity]).toEqual([1000, 1000, 980, 980, 970]);
  });

  test("is also paid to the buy-and-hold benchmark, which keeps it as cash", () => {
    // Ten units bought at 100 earn a dividend of 4 each on the fourth day. A split at the fifth open makes 20 units,
    // which earn 1 each.
    const halved = barsFrom("100 100 100 100\n100 101 99 100\n102 102 102 102\n98 98 98 98\n49 49 49 49\n50 50 50 50");
    const actions = [dividend(3, 4), split(4, 2), dividend(5, 1)];
    const settings: Partial<RunSettings> = { cash: 1000 };
    const { buyAndHold } = backtest(holder, dataOf(halved, actions), settings);
    expect([...buyAndHold]).toEqual([1000, 1000, 1020, 1020, 1020, 1060]);
    // A dividend with its ex-date at the first open belongs to earlier holders. The setting of indicator prices does
    // not change buy and hold.
    const graphPrices = "splits-and-dividends";
    const later = backtest(holder, dataOf(halved, actions), {
      ...settings,
      from: "2024-01-04",
      graphPrices,
    });
    expect([...later.buyAndHold]).toEqual([1000, 1000, (1000 / 98) * 2 * 51].map((value) => expect.closeTo(value, 9)));
    const ignored = backtest(holder, dataOf(halved, actions), { ...settings, dividends: "ignore" });
    expect([...ignored.buyAndHold]).toEqual([1000, 1000, 1020, 980, 980, 1000]);
  });

  test("after a split inside the same weekly bar is paid for the new units, also in buy and hold", () => {
    // Ten units are bought at 100. In the third week a split on Tuesday makes 20 units, and on Thursday each earns a
    // dividend of 1.
    const [monday, zeros] = [Date.parse("2024-01-01"), new Float64Array(4)];
    const prices = Float64Array.of(100, 100, 50, 50);
    const columns = { time: zeros.map((_, week) => monday + week * 7 * DAY_MS), volume: zeros };
    const weeks = new Bars("1wk", { ...columns, open: prices, high: prices, low: prices, close: prices });
    const on = (date: string) => Date.parse(date) / DAY_MS - DAY;
    const actions = [split(on("2024-01-16"), 2), dividend(on("2024-01-18"), 1)];
    const { entries, equity, buyAndHold } = backtest(holder, dataOf(weeks, actions), { cash: 1000 });
    expect(entries.slice(-2)).toMatchObject([
      { kind: "split", quantity: 10 },
      { kind: "dividend", amount: 20 },
    ]);
    expect([...equity.equity]).toEqual([1000, 1000, 1020, 1020]);
    expect([...buyAndHold]).toEqual([1000, 1000, 1020, 1020]);
  });

  test("is not paid if prices are fully adjusted or the settings ignore dividends", () => {
    const adjusted = dataOf(bars, [dividend(3, 4)], 1, { priceBasis: "fully_adjusted" });
    const data = dataOf(bars, [dividend(3, 4)]);
    for (const [market, dividends] of [
      [adjusted, "pay"],
      [data, "ignore"],
    ] as const) {
      const result = backtest(holder, market, { cash: 1000, dividends });
      expect(result.entries.map(({ kind }) => kind)).toEqual(["deposit", "fill"]);
    }
  });
});

const cross = defineStrategy({
  name: "cross",
  indicators: ({ close }) => ({ fast: ta.sma(close, 3), slow: ta.sma(close, 8) }),
  onBar({ ind, orders, position, bar }) {
    if (position.flat && crossedAbove(ind.fast, ind.slow)) {
      orders.buy({ percent: 0.9, stopLoss: bar.close * 0.875, takeProfit: bar.close * 1.25 });
    } else if (crossedBelow(ind.fast, ind.slow)) orders.close();
  },
});

/** Random daily bars whose price moves by up to five percent a bar, in steps of a quarter. */
const walk = fc
  .array(fc.tuple(fc.integer({ min: -20, max: 20 }), fc.nat(8), fc.nat(8)), { minLength: 30, maxLength: 80 })
  .map((steps) => {
    let price = 128;
    const lines = steps.map(([step, up, down]) => {
      const open = price;
      price = Math.max(8, Math.round(price * 4 * (1 + step / 400)) / 4);
      return `${open} ${Math.max(open, price) + up / 4} ${Math.min(open, price) - down / 4} ${price}`;
    });
    return barsFrom(lines.join("\n"));
  });

describe("a strategy trades on unadjusted prices as on split-adjusted ones:", () => {
  const settings = { moneyRounding: "none" } as const;

  property([walk, fc.nat(1000), fc.constantFrom(2, 4, 8, 0.5)], {
    numRuns: 150,
  })("exactly equal, for split ratios that are powers of two", (bars, place, ratio) => {
    const at = 1 + (place % (bars.length - 1));
    const day = Math.floor(bars.time[at]! / DAY_MS);
    const action = { ...split(0, ratio), exDate: day };
    const lot = 1e-6;
    const adjusted = backtest(cross, dataOf(bars, [], lot), settings);
    const raw = backtest(cross, dataOf(unadjusted(bars, at, ratio), [action], lot), settings);
    const live = backtest(cross, dataOf(unadjusted(bars, at, ratio), [action], lot), {
      ...settings,
      evaluation: "live",
    });
    expect(raw.fills.map(({ time, side }) => [time, side])).toEqual(
      adjusted.fills.map(({ time, side }) => [time, side]),
    );
    expect(raw.equity.equity.length).toBe(adjusted.equity.equity.length);
    raw.equity.equity.forEach((equity, i) => expect(equity).toBeCloseTo(adjusted.equity.equity[i]!, 2));
    expect(live.fillHash).toBe(raw.fillHash);
  });

  // Bars without equal prices, so that rounding of a quotient never changes a comparison.
  const uneven = walk.map((bars) => {
    const off = (column: Float64Array) => column.map((price, i) => price * (1 + Math.sin(i + 1) / 997));
    const [open, close] = [off(bars.open), off(bars.close)];
    const high = bars.high.map((price, i) => Math.max(price * 1.0011, open[i]!, close[i]!));
    const low = bars.low.map((price, i) => Math.min(price * 0.9987, open[i]!, close[i]!));
    return new Bars("1d", { time: bars.time, open, high, low, close, volume: bars.volume });
  });

  property([uneven, fc.nat(1000), fc.constantFrom(7, 3, 1.5, 0.1)], {
    numRuns: 150,
  })("at the same moments, for split ratios that cause rounding", (bars, place, ratio) => {
    const at = 1 + (place % (bars.length - 1));
    const action = { ...split(0, ratio), exDate: Math.floor(bars.time[at]! / DAY_MS) };
    const lot = 1e-6;
    const adjusted = backtest(cross, dataOf(bars, [], lot), settings);
    const raw = backtest(cross, dataOf(unadjusted(bars, at, ratio), [action], lot), settings);
    expect(raw.fills.map(({ time, side }) => [time, side])).toEqual(
      adjusted.fills.map(({ time, side }) => [time, side]),
    );
    raw.equity.equity.forEach((equity, i) => expect(equity).toBeCloseTo(adjusted.equity.equity[i]!, 1));
  });

  test("many of the random runs have at least two fills", () => {
    const bars = fc.sample(walk, { numRuns: 50, seed: 7 });
    const fills = bars.map((one) => backtest(cross, dataOf(one, [], 1e-6), settings).fills.length);
    expect(fills.filter((count) => count >= 2).length).toBeGreaterThan(20);
  });
});
