import { describe, expect, test } from "vitest";
import { adjust, adjustedClose } from "../../src/market/adjust.ts";
import { actionFactors } from "../../src/market/action-factors.ts";
import { Bars } from "../../src/market/bars.ts";
import type { CorporateAction } from "../../src/market/corporate-action.ts";
import { forwardFactors } from "../../src/market/forward-factors.ts";
import type { Interval } from "../../src/time/interval.ts";
import { zoneOf } from "../../src/time/zone.ts";
import { dayOf, newYork } from "../support/hand-calendar.ts";
import { instantIn } from "../support/timed-bars.ts";

const NY = "America/New_York";
const options = { calendar: newYork };

const split = (date: string, ratio: number): CorporateAction => ({
  symbol: "A",
  kind: "split",
  exDate: dayOf(date),
  ratio,
  cash: 0,
  currency: "USD",
});
const dividend = (date: string, cash: number): CorporateAction => ({
  symbol: "A",
  kind: "dividend",
  exDate: dayOf(date),
  ratio: 1,
  cash,
  currency: "USD",
});

/** Bars with the same open, high, low and close. */
function flat(prices: Readonly<Record<string, number>>, interval: Interval = "1d"): Bars {
  const time = Float64Array.from(Object.keys(prices), (text) =>
    text.length > 10 ? instantIn(NY, text) : zoneOf(NY).toInstant(dayOf(text) * 86_400_000),
  );
  const price = Float64Array.from(Object.values(prices));
  const volume = price.map(() => 1000);
  return new Bars(interval, { time, open: price, high: price, low: price, close: price, volume });
}

/** A 4:1 split on Wednesday, 19 February 2020, and a dividend of 2 on Friday. */
const days = flat({ "2020-02-14": 400, "2020-02-18": 400, "2020-02-19": 100, "2020-02-20": 100, "2020-02-21": 98 });
const actions = [dividend("2020-02-21", 2), split("2020-02-19", 4)];

describe("prices adjusted as of a date", () => {
  test("before a split are divided by the split's ratio, and volumes are multiplied by the ratio", () => {
    const adjusted = adjust(days, actions, dayOf("2020-02-20"), options);
    expect([...adjusted.open]).toEqual([100, 100, 100, 100, 98]);
    expect([...adjusted.volume]).toEqual([4000, 4000, 1000, 1000, 1000]);
    expect(adjusted.adjClose).toEqual(adjusted.close);
    expect(adjusted.time).toBe(days.time);
  });

  test("before an ex-date are reduced by the dividend as a fraction of the previous close", () => {
    // The dividend of 2 on a close of 100 multiplies earlier prices by 0.98.
    const adjusted = adjust(days, actions, dayOf("2020-02-21"), options);
    for (const close of adjusted.close) expect(close).toBeCloseTo(98, 12);
    expect([...adjusted.volume]).toEqual([4000, 4000, 1000, 1000, 1000]);
    expect([...adjust(days, actions, dayOf("2020-02-21"), { ...options, dividends: false }).close]).toEqual([
      100, 100, 100, 100, 98,
    ]);
  });

  test("equal the raw prices if the date is before the first ex-date", () => {
    expect([...adjustedClose(days, actions, dayOf("2020-02-18"), options)]).toEqual([...days.close]);
  });

  test("as of an ex-date are adjusted even if the bar of the ex-date is not there yet", () => {
    expect([...adjustedClose(days.slice(0, 2), actions, dayOf("2020-02-19"), options)]).toEqual([100, 100]);
  });

  test("before a reverse split are multiplied by the inverse of its ratio", () => {
    const bars = flat({ "2020-02-18": 1, "2020-02-19": 10 });
    const adjusted = adjust(bars, [split("2020-02-19", 0.1)], dayOf("2020-02-19"), options);
    expect([...adjusted.close]).toEqual([10, 10]);
    expect([...adjusted.volume]).toEqual([100, 1000]);
  });

  test("treat a dividend on the day of a split as paid per share before the split", () => {
    const bars = flat({ "2020-02-18": 400, "2020-02-19": 98 });
    const both = [split("2020-02-19", 4), dividend("2020-02-19", 8)];
    expect(adjustedClose(bars, both, dayOf("2020-02-19"), options)[0]).toBeCloseTo(98, 12);
  });

  test("are reduced by the sum of two dividends on one ex-date", () => {
    const bars = flat({ "2020-02-18": 100, "2020-02-19": 90 });
    const two = [dividend("2020-02-19", 4), dividend("2020-02-19", 6)];
    expect(adjustedClose(bars, two, dayOf("2020-02-19"), options)[0]).toBeCloseTo(90, 12);
  });

  test("date bars in the exchange's zone, so that evening bars in New York come before a split on the next date", () => {
    const hours = flat({ "2020-02-18 15:30": 400, "2020-02-18 19:30": 400, "2020-02-19 09:30": 100 }, "30m");
    expect([...adjustedClose(hours, [split("2020-02-19", 4)], dayOf("2020-02-19"), options)]).toEqual([100, 100, 100]);
    expect([...adjustedClose(hours, [split("2020-02-19", 4)], dayOf("2020-02-19"), { zone: NY })]).toEqual([
      100, 100, 100,
    ]);
  });

  test("are reduced by the dividend as a fraction of the last close of regular hours, not of extended hours", () => {
    const hours = flat({ "2020-02-18 15:30": 100, "2020-02-18 19:30": 50, "2020-02-19 09:30": 90 }, "30m");
    expect(adjustedClose(hours, [dividend("2020-02-19", 10)], dayOf("2020-02-19"), options)[0]).toBeCloseTo(90, 12);
  });

  test("of minute bars use the factors of a daily reference series if there is one", () => {
    const minutes = flat({ "2020-02-20 15:59": 101, "2020-02-21 09:30": 98 }, "1m");
    const { price } = forwardFactors(minutes, actions, { ...options, dividends: true, reference: days });
    const daily = forwardFactors(days, actions, { ...options, dividends: true });
    expect([...price]).toEqual([daily.price[3], daily.price[4]]);
  });
});

describe("recorded prices that are already adjusted", () => {
  const restated = flat({ "2020-02-14": 100, "2020-02-18": 100, "2020-02-19": 100, "2020-02-20": 100 });

  test("for splits get no further split factor, and a dividend is a fraction of the unadjusted close", () => {
    // A dividend of 8 on the unadjusted close of 400 equals 2 on the recorded close of 100.
    const list = [dividend("2020-02-18", 8), split("2020-02-20", 4)];
    const basis = { ...options, basis: "split_adjusted" } as const;
    for (const asOf of ["2020-02-18", "2020-02-20"]) {
      const adjusted = adjust(restated, list, dayOf(asOf), basis);
      expect(adjusted.close[0]).toBeCloseTo(98, 12);
      expect([...adjusted.close.subarray(1)]).toEqual([100, 100, 100]);
      expect(adjusted.volume).toEqual(restated.volume);
    }
  });

  test("for splits and dividends get the factor 1 for every bar", () => {
    const { price, split } = forwardFactors(days, actions, { ...options, basis: "fully_adjusted", dividends: true });
    expect([...price, ...split]).toEqual(Array(10).fill(1));
  });
});

describe("forward adjustment factors", () => {
  test("start at 1, grow with each split, and include dividends if the option dividends is set", () => {
    const { price, split } = forwardFactors(days, actions, options);
    expect([...price]).toEqual([1, 1, 4, 4, 4]);
    expect([...split]).toEqual([1, 1, 4, 4, 4]);
    const both = forwardFactors(days, actions, { ...options, dividends: true });
    expect(both.price[4]).toBeCloseTo(4 / 0.98, 12);
    expect([...both.split]).toEqual([1, 1, 4, 4, 4]);
  });

  test("ignore splits and dividends on or before the date of the first bar", () => {
    const early = [split("2020-02-14", 2), dividend("2020-01-10", 1)];
    expect([...forwardFactors(days, early, { ...options, dividends: true }).price]).toEqual(Array(5).fill(1));
  });

  test("of a weekly bar that contains a split equal the factors of its last session", () => {
    const weeks = flat({ "2020-02-10": 400, "2020-02-18": 98 }, "1wk");
    expect([...forwardFactors(weeks, actions, options).price]).toEqual([1, 4]);
    expect([...adjustedClose(weeks, actions, dayOf("2020-02-20"), options)]).toEqual([100, 98]);
  });
});

describe("adjust", () => {
  test.each([
    [
      "a ratio of 0",
      split("2020-02-19", 0),
      "ratio of the split of A on 2020-02-19 must be a finite number above 0, was 0",
    ],
    [
      "negative cash",
      dividend("2020-02-19", -1),
      "cash of the dividend of A on 2020-02-19 must be a finite number of at least 0, was -1",
    ],
    [
      "a dividend above the close",
      dividend("2020-02-19", 400),
      "the dividend of A on 2020-02-19 must be below the previous close, 400, was 400",
    ],
    [
      "a delisting with only its kind and date",
      { kind: "delisting", exDate: dayOf("2020-02-19") } as CorporateAction,
      'action 1 ({"kind":"delisting","exDate":18311}) lacks symbol, ratio, cash, currency. Every action needs symbol, kind, exDate, ratio, cash, currency: use ratio 1 unless it is a split, and cash 0 unless it is a dividend. A delisting may have a price.',
    ],
    [
      "a date that is a text",
      { ...split("2020-02-19", 2), exDate: "2020-02-19" as unknown as number },
      'exDate of the split of A must be a whole number of days since 1970-01-01, was "2020-02-19"',
    ],
    [
      "a negative price",
      { ...split("2020-02-19", 1), kind: "delisting" as const, price: -1 },
      "price of the delisting of A on 2020-02-19 must be a finite number of at least 0, was -1",
    ],
    ["null", null as unknown as CorporateAction, "action 1 must be an object, was null"],
  ])("throws for an invalid split or dividend: %s", (_, action, message) => {
    expect(() => actionFactors([action], days, { ...options, dividends: true })).toThrow(
      expect.objectContaining({ code: "RECORDING_INVALID", message }),
    );
  });
});
