import { describe, expect, test } from "vitest";
import { Compile } from "typebox/compile";
import { History, type HistoryQuery } from "../../../src/schemas/history.ts";
import { BarCache } from "../../../src/server/market-data/bar-cache.ts";
import { historyBytes, historyPageOf } from "../../../src/server/market-data/history.ts";
import { MARKET_DATA_DEFAULTS } from "../../../src/server/market-data/market-data-settings.ts";
import { MarketHistory } from "../../../src/data/view/market-history.ts";
import { market, ny, series, split, stock } from "../../support/recorded-by-hand.ts";

/** Prices with more decimals than the API shows by default, and a split of 3 for 1 on 2024-01-09. */
const DAYS = series(
  "ACME",
  "1d",
  `2024-01-05 100.123456789 104 99 102.3333333333 1000.5
   2024-01-08 103 108 102 106 2000
   2024-01-09 35 36 34 35.1 6000
   2024-01-10 35 36 34 35.2 6000`,
);
const RECORDED = market({
  instruments: [stock("ACME"), stock("ADJ", { priceBasis: "fully_adjusted" })],
  series: [DAYS, { symbol: "ADJ", bars: DAYS.bars }],
  actions: [split("ACME", "2024-01-09", 3)],
});

function answer(symbol: string, query: Partial<HistoryQuery>) {
  const view = new MarketHistory(RECORDED).at(ny("2024-01-10T12:00"));
  const server = { marketData: MARKET_DATA_DEFAULTS };
  const call = {
    view,
    query: { period: "1mo", interval: "1d", adjust: true, ...query },
    server,
    session: { lockstep: true },
  } as const;
  const json = JSON.parse(historyBytes(historyPageOf(call, view.instrument(symbol)), new BarCache()).toString("utf8"));
  expect(Compile(History).Errors(json)).toEqual([]);
  return json;
}

describe("price history in a session that runs in lockstep with its client", () => {
  test("has the recorded prices if requested without adjustment, and each bar's factors of later splits", () => {
    const { data, meta } = answer("ACME", { adjust: false });
    expect(data).toHaveLength(3);
    expect(data[0]).toEqual({
      timestamp: "2024-01-05T05:00:00.000Z",
      open: 100.123456789,
      high: 104,
      low: 99,
      close: 102.3333333333,
      volume: 1001,
      adj_close: 102.3333333333 / 3,
      volume_exact: 1000.5,
      price_factor: 1,
      split_factor: 1,
    });
    expect(data[2]).toMatchObject({
      close: 35.1,
      adj_close: 35.1,
      volume_exact: 6000,
      price_factor: 3,
      split_factor: 3,
    });
    expect(meta.total_records).toBe(3);
  });

  test("can be unadjusted even if the recorded prices are adjusted", () => {
    const { data } = answer("ADJ", { adjust: false });
    expect(data[2]).toMatchObject({ close: 35.1, adj_close: 35.1, price_factor: 1, split_factor: 1 });
  });

  test("has all digits of adjusted prices", () => {
    const { data } = answer("ACME", {});
    expect(data[0].open).toBe(100.123456789 * (1 / 3));
    expect(data[0]).not.toHaveProperty("price_factor");
  });

  test("is available in pages, and refuses intervals that are not recorded", () => {
    const first = answer("ACME", { adjust: false, limit: 2 });
    const second = answer("ACME", { adjust: false, limit: 2, page_token: first.next_page_token });
    expect([...first.data, ...second.data]).toEqual(answer("ACME", { adjust: false }).data);
    expect(answer("ACME", { adjust: false, period: "1d" }).data).toEqual([]);
    expect(() => answer("ACME", { adjust: false, interval: "1wk" })).toThrow(
      expect.objectContaining({
        details: { errors: [expect.objectContaining({ reason: "interval_unavailable", allowed: ["1d"] })] },
      }),
    );
  });
});
