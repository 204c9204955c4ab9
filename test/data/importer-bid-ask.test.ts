import { describe, expect, test } from "vitest";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { importMarket } from "../../src/data/importing/import-market.ts";
import type { ImportSettings } from "../../src/data/importing/importer.ts";
import { MarketHistory } from "../../src/data/view/market-history.ts";
import { formatInstant } from "../../src/time/instant.ts";
import { ny } from "../support/recorded-by-hand.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();

/** Imports bars with the given bid opens and closes. The range is one point wider on each side; asks are 0.2 above bids. */
async function marketOf(
  rows: readonly (readonly [time: string, open: number, close: number])[],
  settings: ImportSettings,
): Promise<RecordedMarket> {
  const prices = (open: number, close: number) => [open, Math.max(open, close) + 1, Math.min(open, close) - 1, close];
  const lines = rows.map(([time, open, close]) =>
    [time, ...prices(open, close), ...prices(open + 0.2, close + 0.2)].join(","),
  );
  const header = "time,bid_open,bid_high,bid_low,bid_close,ask_open,ask_high,ask_low,ask_close";
  const file = files.write("ACME.csv", `${[header, ...lines].join("\n")}\n`);
  return (await importMarket({ importer: "bid-ask", files: [{ file }], settings })).market;
}

/** The time and the bid of each imported quote. */
async function bidsOf(...given: Parameters<typeof marketOf>): Promise<readonly (readonly [string, number])[]> {
  const { time, bid } = (await marketOf(...given)).quotes[0]!;
  return Array.from(time, (instant, i) => [formatInstant(instant).slice(0, 16), bid[i]!]);
}

// New York is 5 hours behind UTC in winter, 4 in summer. 4 July 2024 was a holiday; the day before closed at 13:00.

describe("quotes imported from bars with bid and ask prices", () => {
  test("are at the open and the close of each session if the bars are daily", async () => {
    const stock: ImportSettings = { instrument: { assetClass: "stock" }, timeZone: "America/New_York" };
    const rows = [
      ["2024-07-02", 99, 100],
      ["2024-07-03", 101, 102],
      ["2024-07-05", 103, 104],
    ] as const;
    expect(await bidsOf(rows, stock)).toEqual([
      ["2024-07-02T13:30", 99],
      ["2024-07-02T20:00", 100],
      ["2024-07-03T13:30", 101],
      ["2024-07-03T17:00", 102],
      ["2024-07-05T13:30", 103],
      ["2024-07-05T20:00", 104],
    ]);
    const marketHistory = new MarketHistory(await marketOf(rows, stock));
    // At 9:29 on Friday its open is still unknown, so the quote is the close of Wednesday.
    expect(marketHistory.at(ny("2024-07-05T09:29")).quote("ACME")).toMatchObject({
      bid: 102,
      ask: 102.2,
      price: 102.1,
    });
    expect(marketHistory.at(ny("2024-07-05T09:30")).quote("ACME")).toMatchObject({
      bid: 103,
      ask: 103.2,
      price: 103.1,
    });
  });

  test("are at 17:00 New York time for daily bars of a currency pair; at equal times the close is kept", async () => {
    const pair: ImportSettings = { instrument: { assetClass: "forex" } };
    // The dates of these bars are a Thursday, a Friday and a Monday.
    const rows = [
      ["2024-01-04", 99, 100],
      ["2024-01-05", 101, 102],
      ["2024-01-08", 103, 104],
    ] as const;
    expect(await bidsOf(rows, pair)).toEqual([
      ["2024-01-03T22:00", 99],
      ["2024-01-04T22:00", 100],
      ["2024-01-05T22:00", 102],
      ["2024-01-07T22:00", 103],
      ["2024-01-08T22:00", 104],
    ]);
  });

  test("are at the first open and the last close of each week if the bars are weekly", async () => {
    const stock: ImportSettings = {
      instrument: { assetClass: "stock" },
      timeZone: "America/New_York",
      interval: "1wk",
    };
    // Monday 15 January 2024 was a holiday.
    const rows = [
      ["2024-01-08", 99, 100],
      ["2024-01-15", 101, 102],
    ] as const;
    expect(await bidsOf(rows, stock)).toEqual([
      ["2024-01-08T14:30", 99],
      ["2024-01-12T21:00", 100],
      ["2024-01-16T14:30", 101],
      ["2024-01-19T21:00", 102],
    ]);
  });

  test("are at the session's open or close if an hourly bar contains that time", async () => {
    const stock: ImportSettings = { instrument: { assetClass: "stock" }, timeZone: "America/New_York", interval: "1h" };
    // The session of 2 January 2024 lasted from 9:30 to 16:00.
    const rows = [
      ["2024-01-02T09:00", 99, 100],
      ["2024-01-02T10:00", 101, 102],
      ["2024-01-02T15:30", 103, 104],
    ] as const;
    expect(await bidsOf(rows, stock)).toEqual([
      ["2024-01-02T14:30", 99],
      ["2024-01-02T15:00", 100],
      ["2024-01-02T16:00", 102],
      ["2024-01-02T20:30", 103],
      ["2024-01-02T21:00", 104],
    ]);
  });
});
