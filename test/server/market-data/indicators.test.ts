import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { Bars } from "../../../src/market/bars.ts";
import { indicators } from "../../../src/indicators/catalog.ts";
import { macd } from "../../../src/indicators/macd.ts";
import { snakeCase } from "../../../src/primitives/member-names.ts";
import { INDICATOR_NAMES, oscillatorLabel, servedIndicator } from "../../../src/server/market-data/indicators.ts";
import { MARKET_DATA_DEFAULTS } from "../../../src/server/market-data/market-data-settings.ts";
import { askOnce, asking } from "../../support/served-market.ts";
import { market, ny, series, stock } from "../../support/recorded-by-hand.ts";
import { servedSample } from "../../support/served-sample.ts";
import { property } from "../../support/property.ts";

const server = await servedSample();
const ask = asking(server);
afterAll(() => server.close());

function barsOfCloses(closes: readonly number[]): Bars {
  const close = Float64Array.from(closes);
  const time = close.map((_, i) => i * 86_400_000);
  return new Bars("1d", { time, open: close, high: close, low: close, close, volume: close });
}

describe("the six indicators of the emulated service", () => {
  test("have the fields of the emulated service and the values of the library", async () => {
    const { status, json } = await ask("stocks/AAPL/indicators?indicators=sma,ema,rsi,macd,bollinger,stoch");
    expect(status).toBe(200);
    expect(json.symbol).toBe("AAPL");
    expect(json.timestamp).toBe("2023-12-15T17:00:00.000Z");
    expect(Object.keys(json.indicators)).toEqual(["sma", "ema", "rsi", "macd", "bollinger", "stoch"]);
    const number = expect.any(Number);
    const { sma, ema, rsi, macd: lines, bollinger, stoch } = json.indicators;
    expect(sma).toEqual({ value: number, period: 14 });
    expect(ema).toEqual({ value: number, period: 14 });
    expect(rsi).toEqual({ value: number, period: 14, signal: "neutral" });
    expect(lines).toEqual({
      macd: number,
      signal: "bullish",
      signal_line: number,
      signal_label: "bullish",
      histogram: number,
      fast_period: 12,
      slow_period: 26,
      signal_period: 9,
    });
    expect(bollinger).toEqual({
      upper: number,
      middle: number,
      lower: number,
      period: 14,
      std_dev: 2,
      bandwidth: number,
      percent_b: number,
    });
    expect(stoch).toEqual({ k: number, d: number, period: 14, smooth_k: 3, smooth_d: 3, signal: "neutral" });
    // At noon the session of the 15th is not over, so the last daily bar is that of the 14th.
    const history = await ask("stocks/AAPL/history?period=1y");
    expect(history.json.data.at(-1).timestamp).toBe("2023-12-14T05:00:00.000Z");
    const closes = history.json.data.slice(-14).map((bar: { close: number }) => bar.close);
    expect(sma.value).toBeCloseTo(closes.reduce((sum: number, close: number) => sum + close) / 14, 2);
    expect(bollinger.middle).toBe(sma.value);
    expect(lines.histogram).toBeCloseTo(lines.macd - lines.signal_line, 9);
  });

  test("use the requested period, except for MACD, whose periods are fixed", async () => {
    const { json } = await ask("stocks/AAPL/indicators?indicators=sma,%20rsi,macd,bollinger,stoch,sma&period=5");
    expect(Object.keys(json.indicators)).toEqual(["sma", "rsi", "macd", "bollinger", "stoch"]);
    for (const name of ["sma", "rsi", "bollinger", "stoch"]) expect(json.indicators[name].period).toBe(5);
    expect(json.indicators.macd.slow_period).toBe(26);
  });

  test("can include MACD's signal as a plain number", async () => {
    const other = await servedSample({ marketData: { macdSignal: "number" } });
    const { json } = await asking(other)("stocks/AAPL/indicators?indicators=macd");
    const { signal, signal_line, signal_label } = json.indicators.macd;
    expect(signal).toBe(signal_line);
    expect(signal_label).toBe("bullish");
    await other.close();
  });

  property([fc.array(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), { minLength: 34, maxLength: 60 })])(
    "include MACD's histogram as the difference of the rounded values, with a matching label",
    (closes) => {
      const bars = barsOfCloses(closes);
      const entry = servedIndicator("macd", 14).entry(bars, MARKET_DATA_DEFAULTS) as Record<string, number | string>;
      const shown = (entry["macd"] as number) - (entry["signal_line"] as number);
      expect(Math.abs((entry["histogram"] as number) - shown)).toBeLessThanOrEqual(1e-9);
      expect(entry["macd"]).toBeCloseTo(macd(bars.close, 12, 26, 9).macd.at(-1)!, 3);
      const sign = Math.sign(entry["histogram"] as number);
      expect(entry["signal"]).toBe(sign > 0 ? "bullish" : sign < 0 ? "bearish" : "neutral");
    },
  );

  test("label an RSI of 70 or more as overbought and of 30 or less as oversold", () => {
    expect([70, 69.99999999, 30, 30.00000001].map((value) => oscillatorLabel(value, 30, 70))).toEqual([
      "overbought",
      "neutral",
      "oversold",
      "neutral",
    ]);
    const rising = barsOfCloses([1, 2, 3, 4]);
    expect(servedIndicator("rsi", 3).entry(rising, MARKET_DATA_DEFAULTS)).toEqual({
      value: 100,
      period: 3,
      signal: "overbought",
    });
  });
});

describe("a price history that is too short", () => {
  const few = market({
    instruments: [stock("ACME")],
    series: [series("ACME", "1d", "2024-01-04 1 2 1 2 9\n2024-01-05 2 3 1 2 9\n2024-01-08 2 3 2 3 9")],
  });

  test("is reported for each requested indicator that needs more bars", async () => {
    const at = (query: string) => askOnce(few, ny("2024-01-08T20:00"), `stocks/ACME/indicators?${query}`);
    const { status, json } = await at("indicators=sma,macd,rsi&period=3");
    expect(status).toBe(400);
    expect(json.error).toMatchObject({
      code: "INVALID_PARAMETERS",
      details: {
        errors: [
          { in: "query", reason: "insufficient_data", indicator: "macd", required: 34, available: 3 },
          { in: "query", reason: "insufficient_data", indicator: "rsi", required: 4, available: 3 },
        ],
      },
    });
    expect((await at("indicators=sma&period=3")).json.indicators.sma).toEqual({ value: 2.333333333, period: 3 });
    expect((await at("indicators=sma&period=4")).status).toBe(400);
  });

  test("does not count the incomplete bar of the current session", async () => {
    const { json } = await askOnce(few, ny("2024-01-08T12:00"), "stocks/ACME/indicators?indicators=sma&period=3");
    expect(json.error.details.errors[0]).toMatchObject({ required: 3, available: 2 });
  });
});

describe("the endpoint for indicators", () => {
  test("offers all indicators of the library, with outputs and parameters by name, and numbers or null", async () => {
    const names = Object.keys(indicators).filter((name) => !["beta", "correlation", "cross"].includes(name));
    expect(INDICATOR_NAMES).toEqual(expect.arrayContaining(names));
    const own = names.filter((name) => !["sma", "ema", "rsi", "macd", "bollinger"].includes(name));
    for (let i = 0; i < own.length; i += 60) {
      const some = own.slice(i, i + 60);
      const { status, json } = await ask(`stocks/AAPL/indicators?indicators=${some.join(",")}`);
      expect(status).toBe(200);
      for (const name of some) {
        const { params, ...outputs } = json.indicators[name];
        const { spec } = indicators[name]!;
        expect(Object.keys(outputs)).toEqual(Object.keys(spec.outputs).map(snakeCase));
        expect(Object.keys(params)).toEqual(Object.keys(spec.params).map(snakeCase));
        if ("period" in params) expect(params.period).toBe(14);
        for (const value of Object.values(outputs)) if (value !== null) expect(value).toBeTypeOf("number");
      }
    }
  });

  test("refuses unknown names and indicators that need a second symbol", async () => {
    const { status, json } = await ask("stocks/AAPL/indicators?indicators=sma,smaa,correlation,,constructor");
    expect(status).toBe(400);
    const { errors } = json.error.details;
    expect(errors.map((one: { value: string }) => one.value)).toEqual(["smaa", "correlation", "", "constructor"]);
    expect(errors[0]).toMatchObject({ parameter: "indicators", reason: "indicator_unknown", suggestion: "sma" });
    expect(errors[0].allowed).toContain("rsi");
  });
});

test.each([
  ["", "indicators"],
  ["indicators=", "indicators"],
  ["indicators=sma&period=0", "period"],
  ["indicators=sma&period=1001", "period"],
  ["indicators=sma&period=1.5", "period"],
  ["indicators=sma&period=0x10", "period"],
  ["indicators=sma&period=%2B5", "period"],
  ["indicators=sma&length=5", "length"],
])(`the endpoint for indicators refuses the query "%s"`, async (query, parameter) => {
  const { status, json } = await ask(`stocks/AAPL/indicators?${query}`);
  expect(status).toBe(400);
  expect(json.error.details.errors).toEqual([expect.objectContaining({ in: "query", parameter })]);
});
