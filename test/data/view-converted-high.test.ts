import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Bars } from "hindcast";
import { MarketHistory } from "../../src/data/view/market-history.ts";
import { crypto, market, series } from "../support/recorded-by-hand.ts";
import { property } from "../support/property.ts";

const HOUR = 3_600_000;
const utc = (text: string): number => Date.parse(`${text}Z`);

describe("an instrument's highest price in another currency", () => {
  const marketHistory = new MarketHistory(
    market({
      mainCalendar: "24/7",
      instruments: [crypto("BTCUSD", "BTC"), crypto("ETHUSD", "ETH")],
      series: [
        series(
          "BTCUSD",
          "1h",
          `2024-01-01T00:00 100 120 90 110 1
           2024-01-01T01:00 110 150 105 140 1
           2024-01-01T02:00 140 145 130 135 1`,
          "UTC",
        ),
        series(
          "ETHUSD",
          "1h",
          `2024-01-01T00:00 10 11 9 10 1
           2024-01-01T01:00 10 30 10 30 1
           2024-01-01T02:00 30 30 27 27 1`,
          "UTC",
        ),
      ],
    }),
  );

  test("is computed from the exchange rates at the time of each high, not from the current rate", () => {
    const view = marketHistory.at(utc("2024-01-01T03:00:00"));
    // Expected by hand: 110/10 at the first close. Later highs may have been reached at higher prices of ETH, up to 30.
    expect(view.highest("BTCUSD", "ETH")).toEqual({ price: 11, time: utc("2024-01-01T01:00:00") });
    expect(view.highest("BTCUSD", "USD")).toEqual({ price: 150, time: utc("2024-01-01T01:00:00") });
  });

  test("includes only prices up to the requested time, even after a request for a later time", () => {
    const highest = (time: string, phase?: 1) => marketHistory.at(utc(time), phase).highest("BTCUSD", "ETH").price;
    expect(highest("2024-01-01T03:00:00")).toBe(11);
    // At 00:30 the hourly bar has not closed, so only its open of 100 counts, at 10 dollars per ETH.
    expect(highest("2024-01-01T00:30:00")).toBe(10);
    expect(highest("2024-01-01T01:00:00", 1)).toBe(11);
  });

  test("is 1 in units of the instrument's own coin", () => {
    for (const time of ["2024-01-01T00:30:00", "2024-01-01T01:30:00", "2024-01-01T03:00:00"])
      for (const symbol of ["BTC", "ETH"])
        expect(marketHistory.at(utc(time)).highest(`${symbol}USD`, symbol).price).toBeCloseTo(1, 14);
  });

  test("converts the high of a bar at the lowest rate during the bar if the rate moves", () => {
    const euros = (rates: string) =>
      new MarketHistory(
        market({
          mainCalendar: "24/7",
          instruments: [crypto("BTCUSD", "BTC"), crypto("EURUSD", "EUR")],
          series: [
            series("BTCUSD", "4h", "2024-01-01T00:00 100 120 90 100 1", "UTC"),
            series("EURUSD", "1h", rates, "UTC"),
          ],
        }),
      )
        .at(utc("2024-01-01T04:00:00"))
        .highest("BTCUSD", "EUR").price;
    expect(euros("2024-01-01T00:00 1.25 1.25 1.25 1.25 1")).toBe(96);
    // A euro costs up to 1.6 dollars: the high of 120 dollars is at least 75 euros, and the close of 100 dollars is 80.
    const moving = "2024-01-01T00:00 1.25 1.25 1.25 1.25 1\n2024-01-01T02:00 1.25 1.6 1.25 1.25 1";
    expect(euros(moving)).toBe(80);
    // Rates from before the 4-hour bar, and the high of a rate bar that has not closed, do not count.
    expect(euros("2023-12-31T20:00 2 2 1.25 1.25 1\n2024-01-01T03:30 1.25 4 1.25 1.25 1")).toBe(96);
  });

  test("is NaN in a currency without an exchange rate", () => {
    expect(marketHistory.at(utc("2024-01-01T03:00:00")).highest("BTCUSD", "CHF")).toEqual({ price: NaN, time: NaN });
  });

  test("uses daily bars only for days without finer bars", () => {
    const both = new MarketHistory(
      market({
        mainCalendar: "24/7",
        instruments: [crypto("BTCUSD", "BTC"), crypto("ETHUSD", "ETH")],
        series: [
          series("BTCUSD", "1d", "2024-01-01 90 100 80 95 1\n2024-01-02 95 150 90 110 1", "UTC"),
          series("BTCUSD", "4h", "2024-01-02T00:00 95 150 90 110 1\n2024-01-02T20:00 110 110 105 110 1", "UTC"),
          series(
            "ETHUSD",
            "4h",
            "2024-01-01T00:00 10 10 10 10 1\n2024-01-02T00:00 10 10 10 10 1\n2024-01-02T20:00 10 10 5 5 1",
            "UTC",
          ),
        ],
      }),
    );
    // Expected by hand: the high of 150 came while ETH cost 10 dollars; at the last close BTC cost 110 and ETH 5.
    expect(both.at(utc("2024-01-03T00:00:00")).highest("BTCUSD", "ETH").price).toBe(22);
    expect(both.at(utc("2024-01-02T23:00:00")).highest("BTCUSD", "ETH").price).toBe(15);
    expect(both.at(utc("2024-01-02T01:00:00")).highest("BTCUSD", "ETH").price).toBe(10);
  });
});

/** Random hourly bars with prices in whole dollars; null stands for a missing bar. */
const bars = fc
  .array(fc.option(fc.tuple(price(), price(), price())), { minLength: 2, maxLength: 12 })
  .filter((rows) => rows.some((row) => row !== null));

function price() {
  return fc.integer({ min: 1, max: 50 });
}

function seriesOf(symbol: string, rows: readonly (readonly [number, number, number] | null)[]) {
  const known = rows.flatMap((row, i) => (row === null ? [] : [{ time: i * HOUR, row }]));
  const column = (value: (one: (typeof known)[number]) => number) => Float64Array.from(known, value);
  return {
    symbol,
    bars: new Bars("1h", {
      time: column(({ time }) => time),
      open: column(({ row }) => row[0]),
      high: column(({ row }) => Math.max(...row)),
      low: column(({ row }) => Math.min(row[0], row[1])),
      close: column(({ row }) => row[1]),
      volume: column(() => 1),
    }),
  };
}

property([bars, bars, fc.array(fc.integer({ min: 0, max: 26 }), { minLength: 1, maxLength: 8 })])(
  "an instrument's highest price in another currency is the highest certain price so far, in any order of requests",
  (btc, eth, asked) => {
    const recorded = market({
      mainCalendar: "24/7",
      instruments: [crypto("BTCUSD", "BTC"), crypto("ETHUSD", "ETH")],
      series: [seriesOf("BTCUSD", btc), seriesOf("ETHUSD", eth)],
    });
    const marketHistory = new MarketHistory(recorded);
    for (const halves of asked) {
      const now = (halves * HOUR) / 2;
      // The expected high is found by another method: from views at each full hour, before and after the opens.
      const other = new MarketHistory(recorded);
      let expected = NaN;
      for (let time = 0; time <= now; time += HOUR) {
        for (const phase of [1, 7] as const) {
          const view = other.at(time, phase);
          if (!view.has("BTCUSD")) continue;
          const rate = view.rate("USD", "ETH");
          const [closed, closedRate] = phase === 1 ? [btc, eth].map((rows) => rows[time / HOUR - 1]) : [];
          const known = [rate, other.at(time - HOUR).rate("USD", "ETH"), 1 / Math.max(...(closedRate ?? []))];
          const lowest = Math.min(...known.filter((one) => one > 0));
          const prices = [view.quote("BTCUSD").price * rate, Math.max(...(closed ?? [])) * lowest];
          for (const one of prices) if (one > (Number.isNaN(expected) ? 0 : expected) && one < Infinity) expected = one;
        }
      }
      const view = marketHistory.at(now);
      const { price: highest } = view.has("BTCUSD") ? view.highest("BTCUSD", "ETH") : { price: NaN };
      if (Number.isNaN(expected)) expect(highest).toBeNaN();
      else expect(highest).toBeCloseTo(expected, 12);
    }
  },
);
