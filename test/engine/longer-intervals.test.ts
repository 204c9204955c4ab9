import * as fc from "fast-check";
import { backtest, Bars, defineStrategy, marketOf, resample, ta } from "hindcast";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../src/time/interval.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { FIRST_DAY, flatBars } from "../support/market.ts";
import { property } from "../support/property.ts";

/** Values that a strategy reads from longer intervals at each close. */
function readings(bars: Bars, evaluation: "batch" | "live"): number[][] {
  const seen: number[][] = [];
  const strategy = defineStrategy({
    name: "reader",
    indicators: ({ bars: of, close }) => ({
      week: of("1wk").close,
      mean: ta.sma(of("1wk").close, 2),
      smooth: ta.ema(of({ interval: "1wk" }).high, 3),
      above: close.subtract(of("1wk").close),
    }),
    onBar(context) {
      const { ind } = context;
      seen.push([ind.week.value, ind.mean.value, ind.smooth.value, ind.above.value]);
    },
  });
  backtest(strategy, marketOf({ X: bars }), { evaluation });
  return seen;
}

describe("bars of a longer interval", () => {
  test("are visible once they close: a week from the close of its last session on", () => {
    // Sixteen days from Monday, 1 January 2024. Without a calendar a week has seven days.
    const seen = readings(flatBars(Array.from({ length: 16 }, (_, i) => i + 1)), "batch");
    expect(seen.map(([week]) => week)).toEqual([...Array(6).fill(NaN), ...Array(7).fill(7), 14, 14, 14]);
    expect(seen[13]).toEqual([14, 10.5, NaN, 0]);
    expect(seen[15]![3]).toBe(2);
  });

  test.each(["batch", "live"] as const)(
    "of a trading week from Monday to Friday are visible at Friday's close, %s",
    (evaluation) => {
      // Three trading weeks from Monday, 1 January 2024. During the first week a run cannot know that weeks have no
      // weekends.
      const time = Float64Array.from({ length: 16 }, (_, i) => FIRST_DAY + (i + 2 * Math.floor(i / 5)) * DAY_MS);
      const close = time.map((_, i) => i + 1);
      const seen = readings(
        new Bars("1d", { time, open: close, high: close, low: close, close, volume: close }),
        evaluation,
      );
      expect(seen.map(([week]) => week)).toEqual([
        ...Array(5).fill(NaN),
        ...Array(4).fill(5),
        ...Array(5).fill(10),
        15,
        15,
      ]);
    },
  );

  test("close with their last session: those of a trading week on Friday at 16:00", () => {
    const calendar = calendarOf("XNYS");
    const days = [2, 3, 4, 5, 8, 9, 10, 11, 12, 16].map((day) => Date.UTC(2024, 0, day, 5));
    const price = Float64Array.from(days, (_, i) => i + 1);
    const bars = new Bars("1d", {
      time: Float64Array.from(days),
      open: price,
      high: price,
      low: price,
      close: price,
      volume: price,
    });
    const seen: number[][] = [];
    const strategy = defineStrategy({
      name: "reader",
      indicators: ({ bars: of }) => ({ week: of("1wk").close }),
      onBar: ({ time, ind }) => void seen.push([new Date(time).getUTCDate(), ind.week.value]),
    });
    const market = marketOf({ X: bars });
    backtest(strategy, { ...market, series: market.series.map((one) => ({ ...one, calendar })) });
    expect(seen).toEqual([
      [2, NaN],
      [3, NaN],
      [4, NaN],
      [5, 4],
      [8, 4],
      [9, 4],
      [10, 4],
      [11, 4],
      [12, 9],
      [16, 9],
    ]);
  });

  test("can be read of another symbol, and an interval shorter than the run's throws", () => {
    const strategy = defineStrategy({
      name: "other",
      indicators: ({ bars: of }) => ({ week: of({ symbol: "Y", interval: "1wk" }).high }),
    });
    const data = marketOf({ X: flatBars([1, 2, 3, 4, 5, 6, 7, 8]), Y: flatBars([5, 9, 5, 5, 5, 5, 5, 6]) });
    const { indicators } = backtest(strategy, data);
    expect([...indicators.find(({ symbol }) => symbol === "X")!.values].slice(5)).toEqual([NaN, 9, 9]);
    const shorter = defineStrategy({ name: "shorter", indicators: ({ bars: of }) => ({ hour: of("1h").close }) });
    expect(() => backtest(shorter, marketOf({ X: flatBars([1, 2]) }))).toThrow(/interval/);
  });

  property([
    fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.constantFrom(1, 1, 1, 2, 3)), {
      minLength: 1,
      maxLength: 60,
    }),
  ])("have the same values bar by bar as in batch, equal to resampled bars", (rows) => {
    let day = FIRST_DAY / DAY_MS;
    const time = Float64Array.from(rows, ([, step]) => (day += step) * DAY_MS);
    const price = Float64Array.from(rows, ([value]) => value / 4);
    const bars = new Bars("1d", { time, open: price, high: price, low: price, close: price, volume: price });
    const batch = readings(bars, "batch");
    expect(readings(bars, "live")).toEqual(batch);
    batch.forEach(([week], i) => {
      const known = resample(bars.slice(0, i + 1), "1wk", { upTo: time[i]! + DAY_MS });
      expect(week).toBe(known.length === 0 ? NaN : known.close[known.length - 1]);
    });
  });
});
