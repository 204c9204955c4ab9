import { describe, expect, test } from "vitest";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { importMarket } from "../../src/data/importing/import-market.ts";
import type { ImportSettings } from "../../src/data/importing/importer.ts";
import { formatInstant } from "../../src/time/instant.ts";
import { IMPORT_SAMPLES } from "../support/import-samples.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();
const HOUR_MS = 3_600_000;
const SAMPLE = IMPORT_SAMPLES["ticks"]!;

async function marketOf(content: string, settings?: ImportSettings): Promise<RecordedMarket> {
  const file = files.write(SAMPLE.file, content);
  return (await importMarket({ importer: "ticks", files: [{ file }], settings: { ...SAMPLE.settings, ...settings } }))
    .market;
}

/** The bars of a market as rows of ISO time, open, high, low, close and volume. */
function rowsOf(market: RecordedMarket): readonly (readonly (string | number)[])[] {
  const { time, open, high, low, close, volume } = market.series[0]!.bars;
  return Array.from(time, (start, i) => [formatInstant(start), open[i]!, high[i]!, low[i]!, close[i]!, volume[i]!]);
}

describe("imported ticks", () => {
  test("become bars of the requested interval, and quotes at each change of bid or ask", async () => {
    const market = await marketOf(SAMPLE.content);
    expect(rowsOf(market)).toEqual([
      ["2024-01-02T14:30:00.000Z", 100, 101, 99.5, 99.5, 8],
      ["2024-01-02T14:32:00.000Z", 99.6, 99.6, 99.6, 99.6, 4],
    ]);
    const { time, bid, ask } = market.quotes[0]!;
    expect(Array.from(time, (instant, i) => [formatInstant(instant).slice(14), bid[i], ask[i]])).toEqual([
      ["30:00.123Z", 99.9, 100.1],
      ["30:59.999Z", 99.4, 99.6],
      ["31:00.000Z", 99.5, 99.7],
    ]);
  });

  test.each([
    ["1h", ["06:00", "07:00"]],
    ["4h", ["05:00"]],
  ] as const)("are grouped into bars of %s that are aligned to midnight of the exchange", async (interval, starts) => {
    // The times, in nanoseconds, are 1:59 and 3:01 in New York on 10 March 2024, when clocks went forward at 2:00.
    const content = "ts,price,size\n1710053940000000001,10,1\n1710054060000000000,11,1\n";
    const instrument = { calendar: "24/7", zone: "America/New_York" };
    const market = await marketOf(content, { interval, instrument });
    expect(rowsOf(market).map(([time]) => String(time).slice(11, 16))).toEqual(starts);
  });

  test.each([
    // Clocks in New York went back at 2:00 on 3 November 2024: trades at 0:30, 1:10 (twice), 3:45, 4:15 and 23:30.
    [
      "America/New_York",
      "1h",
      "2024-11-03",
      ["04:30", "05:10", "06:10", "08:45", "09:15", "28:30"],
      [4, 5, 6, 8, 9, 28],
    ],
    [
      "America/New_York",
      "90m",
      "2024-11-03",
      ["04:30", "05:10", "06:10", "08:45", "09:15", "28:30"],
      [4, 5.5, 8.5, 28],
    ],
    ["America/New_York", "4h", "2024-11-03", ["04:30", "05:10", "06:10", "08:45", "09:15", "28:30"], [4, 8, 28]],
    // Clocks on Lord Howe Island went back by half an hour on 7 April 2024, so 1:45 occurred twice.
    ["Australia/Lord_Howe", "1h", "2024-04-06", ["14:45", "15:15"], [14, 15]],
  ] as const)(
    "of the zone %s become bars of at most %s on a day when clocks change",
    async (zone, interval, date, times, hours) => {
      const start = Date.parse(date);
      const rows = times.map((time) => start + Number(time.slice(0, 2)) * HOUR_MS + Number(time.slice(3)) * 60_000);
      const content = `ts,price,size\n${rows.map((time) => `${time},10,1\n`).join("")}`;
      const market = await marketOf(content, { interval, instrument: { calendar: "24/7", zone } });
      expect(Array.from(market.series[0]!.bars.time, (time) => (time - start) / HOUR_MS)).toEqual(hours);
    },
  );

  test("become one daily bar per session, known when the session closes", async () => {
    const content = `time,price,size
2024-01-07T18:00,1,1
2024-01-08T16:59:59.999,2,1
2024-01-08T17:00,3,1
2024-01-09T12:00,4,1
`;
    const settings = { interval: "1d", instrument: { assetClass: "forex" } } as const;
    // In this calendar, trades on Sunday evening belong to Monday's session, and those on Monday evening to Tuesday's.
    expect(rowsOf(await marketOf(content, settings))).toEqual([
      ["2024-01-08T05:00:00.000Z", 1, 2, 1, 2, 2],
      ["2024-01-09T05:00:00.000Z", 3, 4, 3, 4, 2],
    ]);
  });

  test("after the close of a session do not enter a bar that ends at the close", async () => {
    // The day after Thanksgiving closes at 13:00 in New York, which is 18:00 UTC.
    const content = `time,price,size
2023-11-24T12:30,1,1
2023-11-24T12:59:59,2,1
2023-11-24T13:00,3,1
2023-11-24T15:59,4,1
2023-11-24T16:00,5,1
`;
    expect(rowsOf(await marketOf(content, { interval: "4h" }))).toEqual([
      ["2023-11-24T17:00:00.000Z", 1, 2, 1, 2, 2],
      ["2023-11-24T18:00:00.000Z", 3, 4, 3, 4, 2],
      ["2023-11-24T21:00:00.000Z", 5, 5, 5, 5, 1],
    ]);
  });

  test("outside regular hours are left out of daily bars", async () => {
    const content = `time,price,size
2024-01-08T09:29,9,1
2024-01-08T09:30,1,1
2024-01-08T15:59:59,2,1
2024-01-08T16:00,9,1
`;
    const market = await marketOf(content, { interval: "1d" });
    expect(rowsOf(market)).toEqual([["2024-01-08T05:00:00.000Z", 1, 2, 1, 2, 2]]);
    expect(market.notes[0]).toBe(
      "ACME: bars of 1d are built from 4 trades, one per session of XNYS; trades outside its regular hours are left out.",
    );
  });

  test("with times in fractional seconds get times rounded down to the millisecond", async () => {
    const times = ["1731117074.850", "1731117074.8519", "1731182267.291", "1731182268", "1731182268.3"];
    const rows = times.map((time) => `${time},10,1,9,${time.slice(-3)}\n`).join("");
    const market = await marketOf(`ts,price,size,bid,ask\n${rows}`, { interval: "1m" });
    expect([...market.quotes[0]!.time]).toEqual([
      1_731_117_074_850, 1_731_117_074_851, 1_731_182_267_291, 1_731_182_268_000, 1_731_182_268_300,
    ]);
  });

  test("with times in nanoseconds get times rounded down to the millisecond, so they stay in their minute", async () => {
    const content = "ts,price,size\n1704205799999999999,10,1\n1704205800000000000,11,1\n";
    const market = await marketOf(content, { interval: "1m" });
    expect(rowsOf(market).map(([time, open]) => [time, open])).toEqual([
      ["2024-01-02T14:29:00.000Z", 10],
      ["2024-01-02T14:30:00.000Z", 11],
    ]);
  });
});
