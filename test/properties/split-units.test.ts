import * as fc from "fast-check";
import { backtest, Bars, type CorporateAction, type MarketData, type RunSettings } from "hindcast";
import { expect } from "vitest";
import { arbitraryConventions, arbitraryFlow, flowing, type UnitsBefore } from "../support/arbitrary-flow.ts";
import { arbitraryMarket, mapMarket, marketFrom } from "../support/arbitrary-market.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

const DAY = 86_400_000;

/** Random numbers that are scaled by powers of two are short, so that scaling is exact. */
const parts = fc.record({
  shape: arbitraryMarket,
  step: fc.constantFrom(1, 0.5),
  volumes: fc.array(fc.constantFrom(0, 8, 40, 40, 200, 1000), { minLength: 1, maxLength: 6 }),
  commands: arbitraryFlow.map((all) => all.map((one) => ({ ...one, size: "quantity" as const }))),
  settings: arbitraryConventions,
  splits: fc.array(
    fc.record({
      symbol: fc.nat(3),
      bar: fc.integer({ min: 1, max: 13 }),
      ratio: fc.constantFrom(2, 4, 8, 0.5, 0.25),
    }),
    { minLength: 1, maxLength: 5 },
  ),
});
type Parts = typeof parts extends fc.Arbitrary<infer T> ? T : never;

/** Market without splits. */
function plainOf({ shape, step, volumes }: Parts): MarketData {
  const series = shape.series.map((one) => ({ ...one, lot: 2 ** -12 }));
  return mapMarket(
    marketFrom({ ...shape, step, series }),
    ({ interval, time, open, high, low, close }) =>
      new Bars(interval, { time, open, high, low, close, volume: time.map((_, i) => volumes[i % volumes.length]!) }),
  );
}

/** The same market with splits, and a function that returns the product of split ratios before a time. */
function splitOf(plain: MarketData, splits: Parts["splits"]): { data: MarketData; unitsBefore: UnitsBefore } {
  const moments: { symbol: string; time: number; ratio: number }[] = [];
  const unitsBefore = (symbol: string, now: number) =>
    moments.reduce((units, one) => (one.symbol === symbol && one.time < now ? units * one.ratio : units), 1);
  const series = plain.series.map(({ instrument, bars }, place) => {
    const { symbol } = instrument;
    const { interval, time } = bars;
    const actions = splits.flatMap(({ symbol: of, bar, ratio }): CorporateAction[] => {
      const exDate = Math.floor((time[bar] ?? 0) / DAY);
      // A split on the first day changes nothing, since all prices are after it.
      if (of % plain.series.length !== place || exDate <= Math.floor(time[0]! / DAY)) return [];
      moments.push({ symbol, time: time.find((start) => start >= exDate * DAY)!, ratio });
      return [{ symbol, kind: "split", exDate, ratio, cash: 0, currency: "USD" }];
    });
    const units = time.map((start) => unitsBefore(symbol, start + 1));
    const price = (column: Float64Array) => column.map((value, i) => value / units[i]!);
    const traded = new Bars(interval, {
      time,
      open: price(bars.open),
      high: price(bars.high),
      low: price(bars.low),
      close: price(bars.close),
      volume: bars.volume.map((value, i) => value * units[i]!),
    });
    return { instrument, bars: traded, actions };
  });
  return { data: { ...plain, series }, unitsBefore };
}

/** Settings whose costs are shares of money, with so much cash that no quantity is reduced. */
function settingsOf({ commission, slippage, volumeShare, ...settings }: Parts["settings"]): Partial<RunSettings> {
  return {
    ...settings,
    cash: 2 ** 24,
    commission: commission!.model === "per-share" ? { model: "per-order", amount: 1 } : commission!,
    slippage: ["none", "bps", "volume-share"].includes(slippage!.model) ? slippage! : { model: "bps", bps: 16 },
    volumeShare: volumeShare === 0.1 ? 0.125 : volumeShare!,
    moneyRounding: "none",
  };
}

property([parts], runs(100))(
  "a split changes only the units of quantities and prices, for any resting orders, positions and fills",
  (given) => {
    const plain = plainOf(given);
    const { data, unitsBefore } = splitOf(plain, given.splits);
    const settings = settingsOf(given.settings);
    const without = backtest(flowing(given.commands, given.step), plain, settings);
    const across = backtest(flowing(given.commands, given.step, unitsBefore), data, settings);
    const lives = ({ orderEvents }: typeof across) =>
      orderEvents
        .filter(({ event }) => event !== "adjusted")
        .map(({ time, orderId, event, reason }) => ({ time, orderId, event, reason }));
    expect(lives(across)).toEqual(lives(without));
    expect(across.fills.length).toBe(without.fills.length);
    for (const [i, fill] of across.fills.entries()) {
      const same = without.fills[i]!;
      expect([fill.orderId, fill.time, fill.symbol, fill.side]).toEqual([
        same.orderId,
        same.time,
        same.symbol,
        same.side,
      ]);
      // A fill at a bar's close has the same time as a split before the next bar, so its units may be old or new.
      const units = fill.quantity / same.quantity;
      expect([unitsBefore(fill.symbol, fill.time), unitsBefore(fill.symbol, fill.time + 1)]).toContain(units);
      expect(fill.price * units).toBeCloseTo(same.price, 7);
      expect(fill.slippage * units).toBeCloseTo(same.slippage, 7);
      expect(fill.commission).toBeCloseTo(same.commission, 7);
    }
    across.equity.equity.forEach((worth, i) => expect(worth).toBeCloseTo(without.equity.equity[i]!, 5));
    expect(across.trades.length).toBe(without.trades.length);
    across.trades.forEach(({ pnl }, i) => expect(pnl).toBeCloseTo(without.trades[i]!.pnl, 5));
  },
);
