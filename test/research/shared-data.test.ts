import { backtest, declareCalendar, defineStrategy, type MarketData, marketOf, type RunSettings } from "hindcast";
import { expect, test } from "vitest";
import { dataChecksum, openShared, shareData } from "../../src/research/executors/shared-data.ts";
import { DAY_MS } from "../../src/time/interval.ts";
import { barsFrom, FIRST_DAY, flatBars } from "../support/market.ts";

/** A strategy that buys ten at the open of January 2. Its take-profit at 110 and its stop at 90 both lie within the bar of January 3. */
const bracket = defineStrategy({
  name: "bracket",
  onBar({ bar, orders }) {
    if (bar.index === 0) orders.buy({ quantity: 10, takeProfit: 110, stopLoss: 90 });
  },
});
const days = marketOf({ X: barsFrom("100 100 100 100\n100 100 100 100\n100 120 80 100") });
const hours = barsFrom("100 112 99 105\n105 106 80 90", "1h", FIRST_DAY + 2 * DAY_MS);

/** Market data `days` with more fields in each series. */
const withMore = (more: object): MarketData => ({ ...days, series: days.series.map((one) => ({ ...one, ...more })) });
const drilled = withMore({ finer: hours });
const { instrument } = days.series[0]!;
const rates = marketOf({ EURUSD: flatBars([1.1, 1.2, 1.3]) }).series;
const abroad = { ...withMore({ instrument: { ...instrument, currency: "EUR" } }), rates };

test.each<[string, MarketData, Partial<RunSettings>, number]>([
  ["the finer bars for drill-down", drilled, { intrabar: "drill-down" }, 100],
  ["the exchange rates", abroad, {}, 900 * 1.3 - 1000 * 1.1],
])(
  "a run in a worker thread has %s, so that its results equal those in the main thread",
  (_, data, settings, profit) => {
    const [here, there] = [data, openShared(structuredClone(shareData(data)))].map((own) =>
      backtest(bracket, own, settings),
    );
    expect(here!.trades[0]?.pnl).toBeCloseTo(profit, 9);
    expect([there!.fillHash, there!.fingerprint]).toEqual([here!.fillHash, here!.fingerprint]);
  },
);

test("the checksums of market data differ if anything differs that can change a run", () => {
  const times = Float64Array.of(FIRST_DAY, FIRST_DAY + DAY_MS);
  const prices = Float64Array.of(1, 2);
  const quotes = { time: times, bid: prices, ask: prices, sessionOpen: times, sessionClose: times };
  const calendar = (...holidays: string[]) =>
    declareCalendar({
      name: "OWN",
      title: "Own",
      zone: "UTC",
      week: { friday: { open: "09:00", close: "17:00" } },
      holidays,
    });
  const all = [
    days,
    drilled,
    withMore({ finer: hours.slice(0, 1) }),
    withMore({ reference: hours }),
    withMore({ columns: { mood: [1, 2, 3] } }),
    withMore({ columns: { mood: [1, 2, 4] } }),
    withMore({ columns: { news: [1, 2, 4] } }),
    withMore({ calendar: calendar() }),
    withMore({ calendar: calendar("2020-01-03") }),
    withMore({ sessions: { open: times, close: times } }),
    withMore({ quotes }),
    withMore({ quotes: { ...quotes, ask: Float64Array.of(1, 3) } }),
    { ...days, rates },
    { ...days, rates: marketOf({ EURUSD: flatBars([1.1, 1.2, 1.4]) }).series },
  ];
  expect(new Set(all.map(dataChecksum)).size).toBe(all.length);
  expect(dataChecksum({ ...drilled })).toBe(dataChecksum(drilled));
  const moody = withMore({ columns: { mood: [1, NaN, 3] } });
  const shared = shareData(moody);
  expect(shared.series[0]!.columns!["mood"]!.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(dataChecksum(openShared(structuredClone(shared)))).toBe(dataChecksum(moody));
  const declared = withMore({ calendar: calendar("2020-01-03") });
  expect(dataChecksum(openShared(structuredClone(shareData(declared))))).toBe(dataChecksum(declared));
});
