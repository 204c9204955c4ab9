import { expect, test } from "vitest";
import { HindcastError } from "../../src/primitives/errors.ts";
import type { ImportSettings } from "../../src/data/importing/importer.ts";
import { importMarket } from "../../src/data/importing/import-market.ts";
import type { ImportReport } from "../../src/data/importing/import-report.ts";
import { IMPORT_SAMPLES } from "../support/import-samples.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();

/** The refused rows of an import of one file, each with line, reason and message; `FILE` replaces the file's path. */
async function refused(
  importer: string,
  content: string,
  settings: ImportSettings = {},
): Promise<readonly (readonly [line: number | null, reason: string, message: string])[]> {
  const file = files.write("ACME.csv", content);
  const request = { importer, files: [{ file }], settings };
  const error: unknown = await importMarket(request).catch((thrown: unknown) => thrown);
  if (!(error instanceof HindcastError)) throw new Error(`expected a HindcastError, got ${String(error)}`);
  const { list } = (error.details["report"] as ImportReport).refused;
  return list.map(({ line, reason, message }) => [line, reason, message.replaceAll(file, "FILE")]);
}

const table = (...rows: readonly string[]): string => `${["date,open,high,low,close,volume", ...rows].join("\n")}\n`;
const bar = (date: string): string => `${date},100,102,99,101,5000`;

test.each([
  ["crypto", "Asia/Tokyo", "24/7", "UTC"],
  ["forex", "UTC", "FX", "America/New_York"],
] as const)(
  "the import of daily bars of %s in the zone %s is refused, because they would be known before they end",
  async (assetClass, zone, calendar, days) => {
    // The dates are a Tuesday and a Wednesday; in this zone, each bar would belong to the session of the day before.
    const content = table(bar("2024-01-09"), bar("2024-01-10"));
    const message = `FILE must give ACME a zone whose midnights are those of the calendar ${calendar} (${days}) for bars of 1d, was ${zone}. The zone of dates in the file is a separate option (--time-zone)`;
    expect(await refused("bars", content, { instrument: { assetClass, zone } })).toEqual([
      [null, "setting_invalid", message],
    ]);
    const file = files.write("DAYS.csv", content);
    const settings = { timeZone: zone, instrument: { assetClass } };
    const { market } = await importMarket({ importer: "bars", files: [{ file }], settings });
    expect(market.instruments[0]!.zone).toBe(days);
  },
);

test("a row with the time 24:00 is refused as unreadable, not as a mix of UTC offsets", async () => {
  const content = table(bar("2020-01-02T10:00"), bar("2020-01-02T11:00"), bar("2020-01-02T24:00"));
  expect((await refused("bars", content)).map(([, reason]) => reason)).toEqual(["unreadable_cell"]);
});

test("the import option skipBadRows skips all lines of a bad row with line breaks in quoted cells", async () => {
  const note = `"before
2024-01-02T09:40,7,7,7,7,7,inside
behind"`;
  const content = `time,open,high,low,close,volume,note
2024-01-02T09:30,1,2,1,2,1,${note}
2024-01-02T09:31,much,2,1,2,1,${note}
2024-01-02T09:32,1,2,1,2,1,${note}
2024-01-02T09:33,1,2,1,2,"1
2024-01-02T09:34,1,2,1,2,1,last
`;
  const [file, settings] = [files.write("NOTES.csv", content), { interval: "1m", skipBadRows: true } as const];
  const { market, report } = await importMarket({ importer: "bars", files: [{ file }], settings });
  const minutes = Array.from(market.series[0]!.bars.time, (time) => new Date(time).toISOString().slice(14, 16));
  expect(minutes).toEqual(["30", "32", "34"]);
  expect(report.refused.list.map(({ line }) => line)).toEqual([5, 11]);
});

test("a local time that does not exist because clocks go forward is refused or skipped as a bad row", async () => {
  const content = `date,time,open,high,low,close
2024-03-08,09:30,1,1,1,1
2024-03-10,02:30,2,2,2,2
2024-03-10,02:31,3,3,3,3
2024-03-11,09:30,4,4,4,4
2024-03-11,09:31,0,5,0,5
`;
  const settings = { interval: "1m" } as const;
  expect((await refused("bars", content, settings)).map(([line, reason]) => [line, reason])).toEqual([
    [3, "unreadable_cell"],
    [4, "unreadable_cell"],
    [6, "price_not_above_zero"],
  ]);
  const request = { importer: "bars", files: [{ file: files.write("TWO.csv", content) }] };
  const { market } = await importMarket({ ...request, settings: { ...settings, skipBadRows: true } });
  expect([...market.series[0]!.bars.close]).toEqual([1, 4]);
});

test("an imported trade at a local time that does not exist is refused because clocks go forward", async () => {
  const content = "time,price,size\n2024-03-08T09:30,1,1\n2024-03-10T02:30,1,1\n";
  expect((await refused("ticks", content, { interval: "1m" }))[0]![2]).toBe(
    'FILE, line 3, column time: must be a time that the clocks of America/New_York show, not one that they skip when they go forward, was "2024-03-10T02:30"',
  );
});

test("imported rows with times outside the range of all calendars are refused with their line numbers", async () => {
  expect(await refused("bars", table(bar("9999-12-30")), { interval: "1d" })).toEqual([
    [2, "no_session", "FILE, line 2: a bar of 1d must contain a session of XNYS, was 9999-12-30"],
  ]);
  const digits = "9".repeat(400);
  expect(await refused("ticks", `time,price,size\n${digits},100,5\n`, { interval: "1m" })).toEqual([
    [
      2,
      "unreadable_cell",
      expect.stringContaining("column time: must be a number since 1970 within the years 1 to 9999, was "),
    ],
  ]);
});

test("a UTF-8 byte order mark at the start of an imported JSON or NDJSON file is ignored", async () => {
  const line = (time: string) => `{"time":"${time}","open":1,"high":1,"low":1,"close":1}\n`;
  const file = files.write("MARKED.ndjson", `\uFEFF${line("2024-01-02T09:30")}${line("2024-01-02T09:31")}`);
  const { market } = await importMarket({ importer: "bars", files: [{ file }] });
  expect(market.series[0]!.bars.length).toBe(2);
  const answer = { file: files.write("marked.json", `\uFEFF${IMPORT_SAMPLES["history"]!.content}`) };
  expect((await importMarket({ importer: "history", files: [answer] })).market.series).toHaveLength(1);
});
