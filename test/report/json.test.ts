import { backtest } from "hindcast";
import { expect, test } from "vitest";
import { resultJson } from "../../src/engine/result-json.ts";
import { changed, EIGHT_DAYS, eightDaysResult, MONDAY, scripted } from "./fixture.ts";

const DAY = 86_400_000;

test("result.json has every field of a result, in a fixed order", () => {
  expect(Object.keys(resultJson(eightDaysResult()))).toEqual([
    "engineVersion",
    "strategy",
    "params",
    "symbols",
    "interval",
    "from",
    "fromIso",
    "to",
    "toIso",
    "firstDate",
    "lastDate",
    "summary",
    "counts",
    "band",
    "warnings",
    "notes",
    "settings",
    "currencyDecimals",
    "fingerprint",
    "fillHash",
    "trades",
    "fills",
    "orders",
    "orderEvents",
    "entries",
    "equity",
    "buyAndHold",
    "indicators",
    "log",
  ]);
});

const DATES = [1, 2, 3, 4, 5, 6, 7, 8].map((day) => `2024-01-0${day}`);

test("result.json has columns as arrays of numbers, and fills with all their fields", () => {
  const json = resultJson(eightDaysResult());
  expect(json.equity).toEqual({
    time: [1, 2, 3, 4, 5, 6, 7, 8].map((day) => MONDAY + day * DAY),
    timeIso: [...DATES.slice(1), "2024-01-09"].map((date) => `${date}T00:00:00.000Z`),
    date: DATES,
    equity: [1000, 1100, 1150, 1200, 1200, 1080, 1100, 1080],
    cash: [1000, 500, 500, 1200, 1200, 600, 600, 1080],
    sessions: [0, 1, 2, 3, 4, 5, 6, 7],
    sessionDates: DATES,
  });
  expect((json.fills as object[])[0]).toEqual({
    id: 1,
    orderId: 1,
    symbol: "ACME",
    side: "buy",
    quantity: 50,
    price: 10,
    commission: 0,
    slippage: 0,
    time: MONDAY + DAY,
    timeIso: "2024-01-02T00:00:00.000Z",
    ambiguous: false,
    at: "open",
    note: 0,
    date: "2024-01-02",
    bar: 1,
  });
});

test("result.json has null for missing numbers and leaves out undefined fields", () => {
  const json = resultJson(backtest(scripted({}), EIGHT_DAYS));
  expect(json.summary).toMatchObject({ "win-rate": null, trades: 0, "total-return": 0 });
  const odd = resultJson(changed(eightDaysResult(), { params: { a: undefined, b: Infinity, c: null, d: 10n } }));
  expect(odd.params).toEqual({ b: null, c: null, d: "10" });
});

test("JSON.stringify writes a result as resultJson converts it, without NaN or Infinity", () => {
  const result = backtest(scripted({ 0: 50, 2: 0, 4: 40 }), EIGHT_DAYS, { cash: 1000 });
  const text = JSON.stringify(result);
  expect(text).toBe(JSON.stringify(resultJson(result)));
  // A value that JSON cannot represent would differ after a round trip.
  expect(JSON.parse(text)).toEqual(result.toJSON());
});

test("result.json states each time as epoch milliseconds and as text", () => {
  // An order of Monday's close fills at Tuesday's open; without a calendar, a session ends at midnight.
  const result = backtest(scripted({ 0: 50, 2: 0 }), EIGHT_DAYS, { cash: 1000 });
  const { fromIso, toIso, trades, orders, orderEvents, entries } = JSON.parse(JSON.stringify(result)) as Record<
    string,
    Record<string, unknown>[]
  >;
  expect([fromIso, toIso]).toEqual(["2024-01-01T00:00:00.000Z", "2024-01-09T00:00:00.000Z"]);
  expect(trades![0]).toMatchObject({
    entryTime: Date.UTC(2024, 0, 2),
    entryTimeIso: "2024-01-02T00:00:00.000Z",
    entryDate: "2024-01-02",
    exitTimeIso: "2024-01-04T00:00:00.000Z",
    exitDate: "2024-01-04",
  });
  expect(orders![0]).toMatchObject({ submittedAtIso: "2024-01-02T00:00:00.000Z", submittedDate: "2024-01-01" });
  expect(orders![0]).not.toHaveProperty("expiresAtIso");
  expect(orderEvents!.at(-1)).toMatchObject({ timeIso: "2024-01-04T00:00:00.000Z", date: "2024-01-03" });
  expect(entries![0]).toMatchObject({ kind: "deposit", timeIso: "2024-01-01T00:00:00.000Z", date: "2024-01-01" });
});

test("result.json is identical for identical runs and parses to the original value", () => {
  const text = JSON.stringify(resultJson(eightDaysResult()));
  expect(JSON.stringify(resultJson(eightDaysResult()))).toBe(text);
  expect(JSON.parse(text)).toEqual(resultJson(eightDaysResult()));
});
