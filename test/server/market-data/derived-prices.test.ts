import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Bars, ta } from "hindcast";
import type { RecordedMarket } from "../../../src/market/recorded-market.ts";
import { asking, askOnce, servedMarket } from "../../support/served-market.ts";
import { crypto, market, ny, series, split, stock } from "../../support/recorded-by-hand.ts";
import { property } from "../../support/property.ts";

const DAY = 86_400_000;
const FIRST = Date.UTC(2023, 0, 1);
const PRICES = ["open", "high", "low", "close", "adj_close"] as const;

describe("a price adjusted for splits", () => {
  // After splits of 20 for 1 and 24 for 1, one old share is 480 shares.
  const ACME = market({
    instruments: [stock("ACME")],
    series: [
      series(
        "ACME",
        "1d",
        `2024-01-04 20.16 20.21 20.11 20.17 900
         2024-01-05 1.01 1.02 1 1.01 18000
         2024-01-08 0.04 0.05 0.04 0.05 400000`,
      ),
    ],
    actions: [split("ACME", "2024-01-05", 20), split("ACME", "2024-01-08", 24)],
  });

  test("has six significant digits in price history", async () => {
    const { json } = await askOnce(ACME, ny("2024-01-08T20:00"), "stocks/ACME/history");
    // 20.16 / 480 = 0.042 exactly, 20.21 / 480 = 0.04210416…, 1.01 / 24 = 0.04208333…
    expect(json.data.map((bar: Record<string, number>) => PRICES.map((name) => bar[name]))).toEqual([
      [0.042, 0.0421042, 0.0418958, 0.0420208, 0.0420208],
      [0.0420833, 0.0425, 0.0416667, 0.0420833, 0.0420833],
      [0.04, 0.05, 0.04, 0.05, 0.05],
    ]);
  });

  test("has six significant digits in a quote and in the quote's change", async () => {
    const { json } = await askOnce(ACME, ny("2024-01-08T12:00"), "stocks/ACME/quote");
    // The change is 0.04 less the previous close of 1.01 / 24. The day's open is the lowest price of the year.
    expect(json).toMatchObject({ price: 0.04, change: -0.00208333, week_52_high: 0.0425, week_52_low: 0.04 });
  });
});

test("a price with more decimals than its instrument keeps six significant digits", async () => {
  const fine = market({
    mainCalendar: "24/7",
    instruments: [crypto("SHIBBTC", "SHIB", { currency: "BTC" })],
    series: [
      series(
        "SHIBBTC",
        "1h",
        "2024-01-01T00:00 2.15e-10 2.2e-10 2.1e-10 2.1654321e-10 1\n2024-01-02T00:00 2.15e-10 2.2e-10 2.1e-10 2.2e-10 1",
        "UTC",
      ),
    ],
  });
  const { json } = await askOnce(fine, Date.UTC(2024, 0, 2, 1), "crypto/SHIB/quote?vs_currency=BTC");
  expect(json).toMatchObject({ price: 2.2e-10, ath: 2.2e-10, change_24h: 3.45679e-12 });
});

/** Daily prices in cents that move by 2% to 12% a day, with splits that together reach up to 10,000 for 1. */
const splitMarket = fc
  .record({
    start: fc.integer({ min: 2000, max: 90_000 }),
    moves: fc.array(fc.tuple(fc.boolean(), fc.double({ min: 0.02, max: 0.12, noNaN: true })), {
      minLength: 60,
      maxLength: 60,
    }),
    splits: fc.array(fc.tuple(fc.integer({ min: 1, max: 59 }), fc.constantFrom(2, 3, 7, 10, 20, 24, 100, 1.5)), {
      maxLength: 5,
    }),
  })
  .map(({ start, moves, splits }) => {
    const ratios = new Map<number, number>();
    let total = 1;
    for (const [day, ratio] of splits) {
      if (ratios.has(day) || total * ratio > 10_000) continue;
      ratios.set(day, ratio);
      total *= ratio;
    }
    const cents: number[] = [];
    let price = start * total;
    for (const [i, [up, size]] of moves.entries()) {
      price = (price * (up ? 1 + size : 1 - size)) / (ratios.get(i) ?? 1);
      cents.push(Math.max(1, Math.round(price)));
    }
    return { cents, ratios };
  });

function recordedOf(cents: readonly number[], ratios: ReadonlyMap<number, number>): RecordedMarket {
  const close = Float64Array.from(cents, (one) => one / 100);
  const time = Float64Array.from(cents, (_, i) => FIRST + i * DAY);
  const volume = new Float64Array(cents.length).fill(1000);
  return market({
    mainCalendar: "24/7",
    instruments: [stock("ACME", { calendar: "24/7", zone: "UTC" })],
    series: [{ symbol: "ACME", bars: new Bars("1d", { time, open: close, high: close, low: close, close, volume }) }],
    actions: [...ratios]
      .toSorted(([a], [b]) => a - b)
      .map(([day, ratio]) => split("ACME", new Date(FIRST + day * DAY).toISOString().slice(0, 10), ratio)),
  });
}

property([splitMarket], { numRuns: 40 })(
  "prices after splits of up to 10,000 for 1 keep six digits, so that indicators computed from them match the server's",
  async ({ cents, ratios }) => {
    const server = await servedMarket(recordedOf(cents, ratios), FIRST + 60 * DAY);
    try {
      const ask = asking(server);
      const { body, json } = await ask("stocks/ACME/history?period=max");
      const served = Float64Array.from(json.data, (bar: { close: number }) => bar.close);
      expect(served).toHaveLength(60);
      for (const [i, cent] of cents.entries()) {
        let exact = cent / 100;
        for (const [day, ratio] of ratios) if (day > i) exact /= ratio;
        expect(Math.abs(served[i]! / exact - 1)).toBeLessThanOrEqual(5.1e-6);
      }
      // Checks that no price has ten or more digits.
      expect(body).not.toMatch(/"(?:open|high|low|close|adj_close)":[\d.]*[1-9]\d{9}/);
      const { indicators } = (await ask("stocks/ACME/indicators?indicators=sma,ema,rsi&period=14")).json;
      expect(Math.abs(ta.sma(served, 14).at(-1)! / indicators.sma.value - 1)).toBeLessThan(1e-5);
      expect(Math.abs(ta.ema(served, 14).at(-1)! / indicators.ema.value - 1)).toBeLessThan(1e-5);
      // Rounding may change a close by 5 millionths, and so a move of 2% by 1 in 2,000.
      expect(Math.abs(ta.rsi(served, 14).at(-1)! - indicators.rsi.value)).toBeLessThan(0.05);
    } finally {
      await server.close();
    }
  },
);
