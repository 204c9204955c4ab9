import { afterAll, describe, expect, test } from "vitest";
import { asking } from "../../support/served-market.ts";
import { servedSample } from "../../support/served-sample.ts";

const server = await servedSample();
const ask = asking(server);
afterAll(() => server.close());

describe("the calendar endpoint", () => {
  test("lists the sessions between two dates, including early closes", async () => {
    const { status, json } = await ask("calendar?calendar=XNYS&start=2023-11-23&end=2023-11-27");
    expect(status).toBe(200);
    // Thanksgiving is a holiday. On the next day the session closes at 13:00 in New York (UTC-5), and extended hours end at 17:00.
    expect(json).toEqual({
      calendar: "XNYS",
      sessions: [
        {
          date: "2023-11-24",
          open: "2023-11-24T14:30:00.000Z",
          close: "2023-11-24T18:00:00.000Z",
          early_close: true,
          pre_open: "2023-11-24T09:00:00.000Z",
          post_close: "2023-11-24T22:00:00.000Z",
        },
        {
          date: "2023-11-27",
          open: "2023-11-27T14:30:00.000Z",
          close: "2023-11-27T21:00:00.000Z",
          early_close: false,
          pre_open: "2023-11-27T09:00:00.000Z",
          post_close: "2023-11-28T01:00:00.000Z",
        },
      ],
    });
  });

  test("uses by default the main calendar and 30 days from the current session on", async () => {
    const { json } = await ask("calendar");
    expect(json.calendar).toBe("XNYS");
    expect(json.sessions[0].date).toBe("2023-12-15");
    expect(json.sessions.at(-1).date).toBe("2024-01-12");
    expect(json.sessions).toHaveLength(19);
  });

  test.each([
    ["calendar=XXXX", "calendar", "calendar_unknown"],
    ["start=2023-13-01", "start", "date_invalid"],
    ["start=2023-02-29", "start", "date_invalid"],
    ["start=1799-12-31", "start", "date_out_of_range"],
    ["start=2200-01-01", "start", "date_out_of_range"],
    ["start=2199-12-01&end=2200-01-01", "end", "date_out_of_range"],
    ["start=2024-01-02&end=2024-01-01", "end", "date_range_empty"],
    ["start=2000-01-01&end=2023-01-01", "end", "too_many_records"],
    ["from=2023-01-01", "from", "is unknown"],
  ])("refuses the query %s", async (query, parameter, reason) => {
    const { status, json } = await ask(`calendar?${query}`);
    expect(status).toBe(400);
    expect(json.error.details.errors).toEqual([expect.objectContaining({ in: "query", parameter, reason })]);
  });
});

describe("the endpoint that lists symbols", () => {
  test("describes each instrument as known at the market time", async () => {
    const { json } = await ask("symbols?query=gold");
    expect(json).toEqual({
      symbols: [
        {
          symbol: "GC=F",
          name: "Gold, joined futures (synthetic)",
          asset_class: "commodity",
          exchange: "XCEC",
          currency: "USD",
          calendar: "CMES",
          role: "trade",
          contracts: [],
          tick_size: 0.1,
          lot_size: 1,
          multiplier: 100,
          decimals: 1,
          first: "2021-01-03T23:00:00.000Z",
          last: "2023-12-15T17:00:00.000Z",
          intervals: ["1h", "1d"],
        },
      ],
      next_page_token: null,
    });
  });

  test("returns pages that together contain each symbol once", async () => {
    const all = (await ask("symbols")).json.symbols.map((one: { symbol: string }) => one.symbol);
    expect(all).toHaveLength(17);
    const pages: string[] = [];
    let token = "";
    do {
      const { json } = await ask(`symbols?limit=5${token}`);
      pages.push(...json.symbols.map((one: { symbol: string }) => one.symbol));
      token = json.next_page_token === null ? "" : `&page_token=${json.next_page_token}`;
    } while (token !== "");
    expect(pages).toEqual(all);
  });

  test("ignores an empty query text", async () => {
    expect((await ask("symbols?query=")).json).toEqual((await ask("symbols")).json);
  });

  test("filters by asset class, and excludes symbols that are not listed yet at the requested time", async () => {
    const coins = await ask("symbols?asset_class=crypto");
    expect(coins.json.symbols.map((one: { symbol: string }) => one.symbol)).toEqual(["BTCUSD", "ETHUSD", "SOLUSD"]);
    // ARM is listed on 2022-03-01, SIH24 on 2023-01-03.
    const before = await ask("symbols", undefined, { "X-As-Of": "2022-02-28T21:00:00.000Z" });
    const symbols = before.json.symbols.map((one: { symbol: string }) => one.symbol);
    expect(symbols).toHaveLength(15);
    expect(symbols).not.toContain("ARM");
  });

  test.each([
    ["limit=0", "limit"],
    ["limit=1001", "limit"],
    ["asset_class=stocks", "asset_class"],
    ["query=%00", "query"],
    ["query=Bit%0Acoin", "query"],
    ["query=%C2%85", "query"],
    ["page_token=%2A", "page_token"],
    ["page_token=A", "page_token"],
  ])("refuses the query %s", async (query, parameter) => {
    const { status, json } = await ask(`symbols?${query}`);
    expect(status).toBe(400);
    expect(json.error.details.errors[0].parameter).toBe(parameter);
  });
});

test("market data requested as of an earlier time contain nothing later", async () => {
  const asOf = { "X-As-Of": "2022-02-28T21:00:00.000Z" };
  const arm = await ask("stocks/ARM/quote", undefined, asOf);
  expect([arm.status, arm.json.error.details.suggestion]).toEqual([404, null]);
  expect((await ask("stocks/ARM/quote")).status).toBe(200);
  const { json } = await ask("stocks/AAPL/quote", undefined, asOf);
  expect(json).toMatchObject({ timestamp: "2022-02-28T21:00:00.000Z", market_status: "post" });
  // The split of 4 for 1 is in November 2023. Before the split, unadjusted prices are as traded.
  const raw = await ask("stocks/AAPL/history?period=1d&adjust=false", undefined, asOf);
  expect(json.price).toBe(raw.json.data[0].close);
});
