import { expect, test } from "vitest";
import { askOnce } from "../../support/served-market.ts";
import { day, market, ny, series, stock } from "../../support/recorded-by-hand.ts";

const GONE = market({
  instruments: [stock("GONE"), stock("STAY")],
  series: [
    series("GONE", "1d", "2024-01-04 50 50 50 50 9\n2024-01-05 50 50 50 50 9"),
    series("STAY", "1d", "2024-01-04 9 9 9 9 9\n2024-01-05 9 9 9 9 9\n2024-01-08 9 9 9 9 9\n2024-01-09 9 9 9 9 9"),
  ],
  actions: [
    { symbol: "GONE", kind: "delisting", exDate: day("2024-01-08"), ratio: 1, cash: 0, price: 0, currency: "USD" },
  ],
});

test("a delisted symbol is reported as delisted from its delisting date on, with its final price", async () => {
  const before = await askOnce(GONE, ny("2024-01-05T17:00"), "stocks/GONE/actions");
  expect(before.json).toEqual({ symbol: "GONE", actions: [] });
  const after = await askOnce(GONE, ny("2024-01-08T12:00"), "stocks/GONE/actions");
  expect(after.json).toEqual({
    symbol: "GONE",
    actions: [{ kind: "delisting", ex_date: "2024-01-08", ratio: 1, cash: 0, price: 0, currency: "USD" }],
  });
});
