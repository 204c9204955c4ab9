import { afterAll, expect, test } from "vitest";
import { keyFor, servedSample } from "../support/served-sample.ts";

const server = await servedSample();
const headers = keyFor(server);
afterAll(() => server.close());

test("the clock endpoint reports the market time, the status and the next open and close", async () => {
  const answer = await server.inject({ url: "/v2/market-data/clock", headers });
  expect(answer.statusCode).toBe(200);
  // 2023-12-15 was a Friday: New York trades until 16:00 (UTC-5), and again on Monday from 9:30.
  expect(answer.json()).toEqual({
    timestamp: "2023-12-15T17:00:00.000Z",
    now: "2023-12-15T17:00:00.000Z",
    calendar: "XNYS",
    market_status: "open",
    next_open: "2023-12-18T14:30:00.000Z",
    next_close: "2023-12-15T21:00:00.000Z",
  });
});

test("the header X-As-Of reads the clock at an earlier time, and a later time is refused", async () => {
  const at = (asOf: string) =>
    server.inject({ url: "/v2/market-data/clock", headers: { ...headers, "X-As-Of": asOf } });
  const early = await at("2023-12-14T21:00:00.000Z");
  expect(early.json()).toMatchObject({ now: "2023-12-14T21:00:00.000Z", market_status: "post" });
  expect((await at("2023-12-15T17:00:00.000Z")).statusCode).toBe(200);
  const late = await at("2023-12-15T17:00:00.001Z");
  expect(late.statusCode).toBe(400);
  expect(late.json()).toMatchObject({
    error: { code: "INVALID_PARAMETERS", details: { errors: [{ in: "header", parameter: "X-As-Of" }] } },
    timestamp: "2023-12-15T17:00:00.000Z",
  });
  expect((await at("yesterday")).statusCode).toBe(400);
  // A date means midnight in New York, and a time without an offset is New York time.
  expect((await at("2023-12-15")).json()).toMatchObject({ now: "2023-12-15T05:00:00.000Z", market_status: "closed" });
  expect((await at("2023-12-15T10:00")).json()).toMatchObject({ now: "2023-12-15T15:00:00.000Z" });
  expect((await at("2023-12-16")).statusCode).toBe(400);
});

test("the error for a request with a valid header X-As-Of has the header's time as its timestamp", async () => {
  const timestampOf = async (url: string, asOf: string, more: object = {}) => {
    const answer = await server.inject({ url, headers: { ...headers, "X-As-Of": asOf }, ...more });
    return [answer.statusCode, answer.json<{ timestamp: string }>().timestamp];
  };
  const early = "2021-01-04T14:29:00.000Z";
  const now = "2023-12-15T17:00:00.000Z";
  expect(await timestampOf("/v2/market-data/stocks/NOPE/quote", "2021-01-04T14:29:00Z")).toEqual([404, early]);
  expect(await timestampOf("/v2/market-data/stocks/AAPL/history?interval=x", early)).toEqual([400, early]);
  const payload = { symbols: [] };
  expect(await timestampOf("/v2/market-data/stocks/quotes", early, { method: "POST", payload })).toEqual([400, early]);
  expect(await timestampOf("/v2/market-data/clock", "yesterday")).toEqual([400, now]);
  expect(await timestampOf("/v2/market-data/clock", "2024-01-02")).toEqual([400, now]);
  expect(await timestampOf("/v2/trading/account", early)).toEqual([400, now]);
});

test("the clock endpoint refuses an unknown calendar", async () => {
  const answer = await server.inject({ url: "/v2/market-data/clock?calendar=XXXX", headers });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    error: {
      code: "INVALID_PARAMETERS",
      details: { errors: [{ in: "query", parameter: "calendar", reason: "calendar_unknown", value: "XXXX" }] },
    },
  });
});

test("a request for quotes of several symbols with X-As-Of gets the quotes at that time", async () => {
  const asOf = { ...headers, "X-As-Of": "2023-12-15T16:00:00.000Z" };
  const body = { symbols: ["AAPL"], fields: ["price"] };
  const url = "/v2/market-data/stocks";
  const several = await server.inject({ method: "POST", url: `${url}/quotes`, headers: asOf, payload: body });
  const one = await server.inject({ url: `${url}/AAPL/quote`, headers: asOf });
  const { price } = one.json<{ price: number }>();
  expect(several.json()).toMatchObject({ quotes: { AAPL: { price } }, timestamp: asOf["X-As-Of"] });
  const now = await server.inject({ url: `${url}/AAPL/quote`, headers });
  expect(now.json<{ price: number }>().price).not.toBe(price);
});
