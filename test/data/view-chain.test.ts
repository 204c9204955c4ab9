import { describe, expect, test } from "vitest";
import { blackScholes } from "../../src/pricing/black-scholes.ts";
import { MarketHistory } from "../../src/data/view/market-history.ts";
import { chain, day, dividend, fact, market, ny, series, split, stock } from "../support/recorded-by-hand.ts";

const MORNING = ny("2024-01-05T10:00");
const NOON = ny("2024-01-05T12:00");
const NEAR = day("2024-01-05");
const FAR = day("2024-01-19");
/** A Saturday, on which options usually expired until 2015; their last trading day was the Friday before. */
const SATURDAY = day("2024-01-13");
const CALL = 1;
const PUT = -1;

const OPTIONS = chain("ACME", [
  { time: MORNING, expiration: NEAR, strike: 100, right: CALL, last: 2 },
  { time: MORNING, expiration: FAR, strike: 100, right: CALL, bid: 3, ask: 4, last: 9, volume: 7, openInterest: 8 },
  { time: MORNING, expiration: FAR, strike: 100, right: PUT, last: 3 },
  { time: MORNING, expiration: FAR, strike: 105, right: CALL, bid: 1, ask: 2, impliedVolatility: 0.25, delta: 0.4 },
  { time: NOON, expiration: SATURDAY, strike: 100, right: CALL, last: 1 },
  { time: NOON, expiration: FAR, strike: 100, right: CALL, last: 5 },
]);
const DAYS = series("ACME", "1d", "2024-01-04 100 110 90 105 1\n2024-01-05 101 110 90 100 1");
const RATES = [fact("USD", "interest_rate", 0.05, ny("2024-01-02"))];
const parts = { instruments: [stock("ACME")], series: [DAYS], chains: [OPTIONS], facts: RATES };
const marketHistory = new MarketHistory(market(parts));

describe("the expirations of options at a point in time", () => {
  test("include those that a chain has already quoted and that are not yet past", () => {
    expect(marketHistory.at(MORNING, 6).expirations("ACME")).toEqual([]);
    expect(marketHistory.at(MORNING).expirations("ACME")).toEqual([NEAR, FAR]);
    expect(marketHistory.at(NOON).expirations("ACME")).toEqual([NEAR, SATURDAY, FAR]);
    expect(marketHistory.at(ny("2024-01-05T15:59")).expirations("ACME")).toEqual([NEAR, SATURDAY, FAR]);
    expect(marketHistory.at(ny("2024-01-05T16:00"), 1).expirations("ACME")).toEqual([SATURDAY, FAR]);
    expect(marketHistory.at(ny("2024-01-12T16:00")).expirations("ACME")).toEqual([FAR]);
    expect(marketHistory.at(ny("2024-01-19T16:00")).expirations("ACME")).toEqual([]);
  });
});

describe("an option chain at a point in time", () => {
  test("has the nearest expiration unless another is requested", () => {
    expect(marketHistory.at(MORNING).chain("ACME").expiration).toBe(NEAR);
    expect(marketHistory.at(ny("2024-01-05T16:00")).chain("ACME").expiration).toBe(SATURDAY);
    expect(marketHistory.at(MORNING).chain("ACME", FAR).expiration).toBe(FAR);
  });

  test("is the last snapshot of the expiration up to that time, with separate lists of calls and puts", () => {
    const morning = marketHistory.at(NOON, 6).chain("ACME", FAR);
    expect(morning).toMatchObject({ symbol: "ACME", expiration: FAR, time: MORNING });
    expect(morning.calls.map(({ strike }) => strike)).toEqual([100, 105]);
    expect(morning.puts.map(({ strike }) => strike)).toEqual([100]);
    expect(marketHistory.at(NOON).chain("ACME", FAR)).toMatchObject({
      time: NOON,
      calls: [{ strike: 100, last: 5 }],
      puts: [],
    });
    expect(marketHistory.at(NOON).chain("ACME", NEAR).time).toBe(MORNING);
  });

  test("keeps recorded volatilities and greeks, and computes missing ones", () => {
    const [call, recorded] = marketHistory.at(NOON, 6).chain("ACME", FAR).calls;
    expect(recorded).toMatchObject({ strike: 105, impliedVolatility: 0.25, delta: 0.4, volume: NaN });
    expect(recorded!.gamma).toBeGreaterThan(0);
    expect(recorded!.vega).toBeGreaterThan(0);
    expect(recorded!.theta).toBeLessThan(0);
    expect(call).toMatchObject({ last: 9, bid: 3, ask: 4, volume: 7, openInterest: 8 });
    // At the computed volatility, Black-Scholes gives 3.5, the middle of bid and ask; the underlying's price is 101.
    const years = (ny("2024-01-19T16:00") - MORNING) / (365 * 86_400_000);
    expect(blackScholes(CALL, 101, 100, years, 0.05, 0, call!.impliedVolatility)).toBeCloseTo(3.5, 10);
  });

  test("computes the volatility from the last price if bid or ask is missing", () => {
    const [put] = marketHistory.at(NOON, 6).chain("ACME", FAR).puts;
    const years = (ny("2024-01-19T16:00") - MORNING) / (365 * 86_400_000);
    expect(blackScholes(PUT, 101, 100, years, 0.05, 0, put!.impliedVolatility)).toBeCloseTo(3, 10);
    expect(put!.delta).toBeLessThan(0);
  });

  test("computes the volatility with the dividends of the past year unless a yield was recorded", () => {
    const years = (ny("2024-01-19T16:00") - MORNING) / (365 * 86_400_000);
    const volatility = (more: object) =>
      new MarketHistory(market({ ...parts, ...more })).at(NOON, 6).chain("ACME", FAR).calls[0]!.impliedVolatility;
    const actions = [
      dividend("ACME", "2023-06-01", 4),
      dividend("ACME", "2022-06-01", 50),
      split("ACME", "2023-07-01", 2),
    ];
    // After a 2-for-1 split, an earlier dividend of 4 counts as 2; the underlying's price is 101.
    expect(blackScholes(CALL, 101, 100, years, 0.05, 2 / 101, volatility({ actions }))).toBeCloseTo(3.5, 10);
    const facts = [...RATES, fact("ACME", "dividend_yield", 0.1, 0)];
    expect(blackScholes(CALL, 101, 100, years, 0.05, 0.1, volatility({ actions, facts }))).toBeCloseTo(3.5, 10);
  });

  test("has no greeks if no interest rate is known or no volatility matches the price", () => {
    const [call] = new MarketHistory(market({ ...parts, facts: [] })).at(NOON, 6).chain("ACME", FAR).calls;
    expect(call).toMatchObject({ impliedVolatility: NaN, delta: NaN, gamma: NaN, theta: NaN, vega: NaN, bid: 3 });
    const cheap = chain("ACME", [{ time: MORNING, expiration: FAR, strike: 50, right: CALL, last: 1 }]);
    const [below] = new MarketHistory(market({ ...parts, chains: [cheap] })).at(NOON).chain("ACME").calls;
    expect(below).toMatchObject({ last: 1, impliedVolatility: NaN, delta: NaN });
  });

  test("is refused for an unknown or past expiration, with a list of available expirations", () => {
    expect(() => marketHistory.at(MORNING).chain("ACME", SATURDAY)).toThrow(
      expect.objectContaining({
        code: "EXPIRATION_UNKNOWN",
        message: "expiration must be one of the options on ACME (2024-01-05, 2024-01-19), was 2024-01-13",
        details: { symbol: "ACME", expiration: SATURDAY, available: [NEAR, FAR] },
      }),
    );
    expect(() => marketHistory.at(ny("2024-01-19T16:00")).chain("ACME", FAR)).toThrow(
      expect.objectContaining({ code: "EXPIRATION_UNKNOWN" }),
    );
    const none = new MarketHistory(market({ ...parts, chains: [] })).at(NOON);
    expect(none.expirations("ACME")).toEqual([]);
    expect(() => none.chain("ACME")).toThrow(
      expect.objectContaining({ message: "expiration must be one of the options on ACME (none), there is none" }),
    );
  });
});
