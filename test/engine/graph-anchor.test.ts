import { anchorOf, backtest, Bars, defineStrategy, type MarketData, marketOf, ta } from "hindcast";
import { describe, expect, test } from "vitest";
import { handCalendar } from "../support/hand-calendar.ts";
import { randomBars } from "../support/series.ts";

const HOUR = 3_600_000;
/** A Monday at midnight UTC. */
const START = Date.UTC(2024, 0, 29);

function hourly(hours: readonly number[], closes: readonly number[], volumes: readonly number[]): Bars {
  const close = Float64Array.from(closes);
  return new Bars("1h", {
    time: Float64Array.from(hours, (hour) => START + hour * HOUR),
    open: close,
    high: close,
    low: close,
    close,
    volume: Float64Array.from(volumes),
  });
}

/** Logs the value of an anchored average at each bar. */
function seen(data: MarketData, period: "session" | "week" | "month" | "none", evaluation: "batch" | "live"): string[] {
  const strategy = defineStrategy({
    name: "anchored",
    indicators: ({ high, low, close, volume, anchor }) => ({
      paid: ta.vwap(high, low, close, volume, anchor(period)).vwap,
    }),
    onBar({ ind, log, symbol }) {
      log(`${symbol} ${ind.paid.value} ${ind.paid.ago(1)}`);
    },
  });
  return backtest(strategy, data, { evaluation }).log.map(({ message }) => message);
}

describe.each(["batch", "live"] as const)("an anchored indicator in a graph, evaluated %s", (evaluation) => {
  // Two bars on Monday and two on Tuesday. The averages are (1 * 10 + 3 * 14) / 4 = 13 and (1 * 20 + 1 * 22) / 2 = 21,
  // and 94 / 6 over all four bars.
  const two = marketOf({ A: hourly([1, 2, 25, 26], [10, 14, 20, 22], [1, 3, 1, 1]) });

  test("restarts with each session", () => {
    expect(seen(two, "session", evaluation)).toEqual(["A 10 NaN", "A 13 10", "A 20 13", "A 21 20"]);
  });

  test("continues within the anchor's week or month, and never restarts with anchor none", () => {
    for (const period of ["week", "month", "none"] as const) {
      const values = seen(two, period, evaluation).map((line) => Number(line.split(" ")[1]));
      [10, 13, 72 / 5, 94 / 6].forEach((value, i) => expect(values[i]).toBeCloseTo(value, 12));
    }
  });

  test("uses the sessions of the exchange if the series has a calendar", () => {
    // Tuesday in Sydney is from 23:00 on Monday to 05:00 on Tuesday UTC: (1 * 10 + 3 * 14 + 4 * 20) / 8 = 16.5. The
    // last bar is on Wednesday.
    const calendar = handCalendar({ zone: "Australia/Sydney", open: 10, close: 16 });
    const day = hourly([23, 24, 25, 47], [10, 14, 20, 22], [1, 3, 4, 1]);
    const [series] = marketOf({ A: day }).series;
    const data = { series: [{ ...series!, calendar }], notes: [] };
    expect(seen(data, "session", evaluation)).toEqual(["A 10 NaN", "A 13 10", "A 16.5 13", "A 22 16.5"]);
  });

  test("may be computed from the bars and the anchor of another symbol", () => {
    const data = marketOf({
      A: hourly([1, 2, 25, 26], [10, 14, 20, 22], [1, 3, 1, 1]),
      B: hourly([2, 26], [1, 1], [1, 1]),
    });
    const strategy = defineStrategy({
      name: "other",
      indicators({ bars }) {
        const of = bars({ symbol: "A" });
        return { paid: ta.vwap(of.high, of.low, of.close, of.volume, of.anchor("session")).vwap };
      },
      onBar({ ind, log, symbol }) {
        if (symbol === "B") log(String(ind.paid.value));
      },
    });
    expect(backtest(strategy, data, { evaluation }).log.map(({ message }) => message)).toEqual(["13", "21"]);
  });
});

test("anchored indicators give equal trades in batch, bar by bar and on plain columns", () => {
  const { open, high, low, close, volume } = randomBars(600, 5);
  const time = Float64Array.from(close, (_, i) => START + i * HOUR);
  const bars = new Bars("1h", { time, open, high, low, close, volume });
  const data = marketOf({ A: bars });
  const strategy = defineStrategy({
    name: "below-average",
    indicators: ({ anchor, ...bar }) => ({
      bands: ta.vwap(bar.high, bar.low, bar.close, bar.volume, anchor("session")),
      levels: ta.pivots(bar.open, bar.high, bar.low, bar.close, anchor("week")),
    }),
    onBar({ bar, ind, orders, position }) {
      if (bar.close < ind.bands.lower.value && position.quantity === 0) orders.buy({ quantity: 1 });
      else if (bar.close > ind.bands.upper.value) orders.close();
    },
  });
  const [batch, live] = (["batch", "live"] as const).map((evaluation) => backtest(strategy, data, { evaluation }));
  expect(batch!.trades.length).toBeGreaterThan(10);
  expect(live!.fillHash).toBe(batch!.fillHash);
  const column = (name: string) => batch!.indicators.find((one) => one.name === name)!.values;
  const session = anchorOf(bars, "session");
  expect(column("bands.vwap")).toEqual(ta.vwap(high, low, close, volume, session).vwap);
  expect(column("levels.r1")).toEqual(ta.pivots(open, high, low, close, anchorOf(bars, "week")).r1);
});

test("an unknown anchor of an indicator throws", () => {
  const strategy = defineStrategy({
    name: "yearly",
    indicators: ({ high, low, close, volume, anchor }) => ta.vwap(high, low, close, volume, anchor("year" as never)),
    onBar() {},
  });
  expect(() => backtest(strategy, marketOf({ A: hourly([1], [1], [1]) }))).toThrow(
    'anchor must be one of session, week, month, none, was "year"',
  );
});
