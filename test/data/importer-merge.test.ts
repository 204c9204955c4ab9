import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { HindcastError } from "../../src/primitives/errors.ts";
import type { ImportSettings } from "../../src/data/importing/importer.ts";
import { type Imported, importMarket } from "../../src/data/importing/import-market.ts";
import type { ImportReport } from "../../src/data/importing/import-report.ts";
import type { ImportMode } from "../../src/data/importing/merge-tables.ts";
import type { Refusal } from "../../src/data/importing/refusals.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();
const FIRST = Date.UTC(2024, 0, 1);

/** A CSV file of hourly bars from rows of an hour, counted from the start of 2024, and a close. */
function hours(name: string, closes: readonly (readonly [hour: number, close: number])[], header = "volume"): string {
  const rows = closes.map(([hour, close]) => {
    const time = new Date(FIRST + hour * 3_600_000).toISOString();
    return `${time},${close},${close},${close},${close},1`;
  });
  return files.write(name, `${[`time,open,high,low,close,${header}`, ...rows].join("\n")}\n`);
}

interface Call {
  readonly into?: RecordedMarket;
  readonly mode?: ImportMode;
  readonly settings?: ImportSettings;
  readonly importer?: string;
}

function importing(paths: readonly string[], { settings, importer = "bars", ...call }: Call = {}): Promise<Imported> {
  const sources = paths.map((file) => ({ file, symbol: "ACME" }));
  const hourly = { interval: "1h", ...settings } as const;
  return importMarket({ importer, files: sources, settings: hourly, ...call });
}

async function refusals(imported: Promise<unknown>): Promise<readonly Pick<Refusal, "reason" | "field" | "message">[]> {
  const error: unknown = await imported.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HindcastError)) throw new Error(`expected a HindcastError, got ${String(error)}`);
  const report = error.details["report"] as ImportReport;
  return report.refused.list.map(({ reason, field, message }) => ({
    reason,
    field,
    message: message.replaceAll(`${files.folder}/`, ""),
  }));
}

const closes = ({ market }: Imported): readonly number[] => [...market.series[0]!.bars.close];

describe("importing several files with bars of one symbol and interval", () => {
  test("joins their bars into one series in any order of files, even if the files overlap", async () => {
    const paths = [
      hours("c.csv", [
        [4, 14],
        [5, 15],
      ]),
      hours("a.csv", [
        [0, 10],
        [1, 11],
      ]),
      hours("b.csv", [
        [1, 11],
        [2, 12],
        [4, 14],
      ]),
    ];
    const imported = await importing(paths);
    expect(closes(imported)).toEqual([10, 11, 12, 14, 15]);
    expect(imported.report.tables).toEqual([
      {
        kind: "bars",
        symbol: "ACME",
        interval: "1h",
        change: "new",
        rows: 5,
        added: 5,
        first: "2024-01-01T00:00:00.000Z",
        last: "2024-01-01T05:00:00.000Z",
      },
    ]);
  });

  test("is refused if two files have different values for the same bar", async () => {
    const paths = [
      hours("a.csv", [
        [0, 10],
        [1, 11],
      ]),
      hours("b.csv", [
        [1, 11.5],
        [2, 12],
      ]),
    ];
    expect(await refusals(importing(paths, { settings: { skipBadRows: true } }))).toEqual([
      {
        reason: "overlap_differs",
        field: "open",
        message:
          "b.csv, bars of 1h of ACME at 2024-01-01T01:00:00.000Z (row 1): open must be 11, as in the data already recorded or imported, was 11.5",
      },
    ]);
  });

  test("is refused if the files have different columns", async () => {
    const paths = [hours("a.csv", [[0, 10]]), hours("b.csv", [[1, 11]], "adj close")];
    expect(await refusals(importing(paths))).toMatchObject([{ reason: "other_columns" }]);
  });
});

test("bid and ask bars in two files are imported to the same quotes as in one file", async () => {
  const header = "time,bid_open,bid_high,bid_low,bid_close,ask_open,ask_high,ask_low,ask_close";
  const row = (time: string, open: number) => `${time},${open},1.2,1,1.15,${open + 0.01},1.3,1.1,1.16`;
  const january = [row("2024-01-31T22:00", 1.1), row("2024-01-31T23:00", 1.1)];
  const february = [row("2024-02-01T00:00", 1.12), row("2024-02-01T01:00", 1.1)];
  const write = (name: string, rows: readonly string[]) => files.write(name, `${[header, ...rows].join("\n")}\n`);
  const [one, two] = [write("2024-01.csv", january), write("2024-02.csv", february)];
  const settings = { instrument: { assetClass: "forex" } } as const;
  const read = { importer: "bid-ask", settings } as const;
  const whole = await importing([write("whole.csv", [...january, ...february])], read);
  // At midnight, the quote of January's last close is kept rather than that of February's first open.
  expect(whole.market.quotes[0]!.bid[2]).toBe(1.15);
  expect((await importing([two, one], read)).market.quotes).toEqual(whole.market.quotes);
  const before = (await importing([one], read)).market;
  const appended = await importing([two], { ...read, into: before, mode: "append" });
  expect(appended.market.quotes).toEqual(whole.market.quotes);
});

describe("importing into a recording that already has data", () => {
  const recorded = async () =>
    (
      await importing([
        hours("a.csv", [
          [0, 10],
          [1, 11],
        ]),
      ])
    ).market;

  test("is refused by default only for a symbol and interval that the recording has", async () => {
    const into = await recorded();
    const more = hours("b.csv", [[2, 12]]);
    expect(await refusals(importing([more], { into }))).toEqual([
      {
        reason: "recorded_already",
        field: null,
        message: "bars of 1h of ACME are already recorded: replace them (--replace) or append to them (--append)",
      },
    ]);
    const { market } = await importing([more], { into, settings: { interval: "15m" } });
    expect(market.series.map(({ bars }) => [bars.interval, bars.length])).toEqual([
      ["1h", 2],
      ["15m", 1],
    ]);
  });

  test("replaces or extends the recorded bars, depending on the option mode", async () => {
    const into = await recorded();
    const more = hours("b.csv", [
      [1, 11],
      [2, 12],
    ]);
    const replaced = await importing([more], { into, mode: "replace" });
    expect(closes(replaced)).toEqual([11, 12]);
    expect(replaced.report.tables[0]).toMatchObject({ change: "replaced", rows: 2, added: 2 });
    const appended = await importing([more], { into, mode: "append" });
    expect(closes(appended)).toEqual([10, 11, 12]);
    expect(appended.report.tables[0]).toMatchObject({ change: "appended", rows: 3, added: 1 });
    const other = hours("c.csv", [[1, 11.5]]);
    expect(await refusals(importing([other], { into, mode: "append" }))).toMatchObject([{ reason: "overlap_differs" }]);
  });

  test("keeps the recorded number of decimals of the currency", async () => {
    const settings: ImportSettings = { instrument: { currency: "USDT", currencyDecimals: 2 } };
    const { market: into } = await importing([hours("a.csv", [[0, 10]])], { settings });
    const more = hours("b.csv", [[1, 11]]);
    for (const mode of ["append", "replace"] as const) {
      const { market } = await importing([more], { into, mode, settings: { instrument: { currency: "USDT" } } });
      expect(market.instruments[0]!.currencyDecimals).toBe(2);
    }
  });

  test("keeps the recorded instrument, and is refused with another zone or price basis", async () => {
    const settings: ImportSettings = { instrument: { exchange: "XLON", currency: "GBP", tick: 0.5 } };
    const { market: into } = await importing([hours("a.csv", [[0, 10]])], { settings });
    const more = hours("b.csv", [[1, 11]]);
    const { market } = await importing([more], { into, mode: "append" });
    expect(market.instruments).toEqual(into.instruments);
    expect(market.calendars.map(({ name }) => name)).toEqual(["XLON"]);

    const call = { into, mode: "append", settings: { instrument: { priceBasis: "fully_adjusted" } } } as const;
    expect(await refusals(importing([more], call))).toEqual([
      {
        reason: "instrument_differs",
        field: "priceBasis",
        message:
          "b.csv: priceBasis of ACME must be raw, as in the data already recorded or imported, was fully_adjusted",
      },
    ]);
    const moved = { into, mode: "replace", settings: { instrument: { exchange: "XTKS" } } } as const;
    expect((await importing([more], moved)).market.instruments[0]).toMatchObject({ zone: "Asia/Tokyo", tick: 0.5 });
    const other = { into, mode: "replace", settings: { instrument: { assetClass: "crypto" } } } as const;
    expect((await importing([more], other)).market.instruments[0]).toMatchObject({ calendar: "24/7", currency: "USD" });
    const whole = await importing([more], { ...call, mode: "replace" });
    expect(whole.market.instruments[0]!.priceBasis).toBe("fully_adjusted");
    const coins = { into, mode: "replace", settings: { instrument: { currency: "BTC" } } } as const;
    expect((await importing([more], coins)).market.instruments[0]).toMatchObject({ currencyDecimals: 8, tick: 0.5 });
    const settled = await importing([more], { into, settings: { interval: "15m", instrument: { tick: 0.1 } } });
    expect(settled.market.instruments[0]!.tick).toBe(0.1);
  });

  test("keeps the recording's name, license, calendars and notes", async () => {
    const settings = { instrument: { assetClass: "crypto" } } as const;
    const first = await importMarket({
      importer: "bars",
      files: [{ file: hours("a.csv", [[0, 10]]), symbol: "XUSD" }],
      settings: { ...settings, interval: "1h" },
      name: "mine",
      licence: "CC0",
    });
    const { market } = await importing([hours("b.csv", [[1, 11]])], { into: first.market });
    expect(market).toMatchObject({ name: "mine", licence: "CC0", provenance: "recorded", mainCalendar: "24/7" });
    expect(market.calendars.map(({ name }) => name)).toEqual(["24/7", "XNYS"]);
    expect(market.notes.slice(0, first.market.notes.length)).toEqual(first.market.notes);
  });
});

test("importing files into a synthetic recording is refused", async () => {
  const path = hours("real.csv", [[0, 10]]);
  const { market } = await importing([path]);
  const into: RecordedMarket = { ...market, name: "made up", provenance: "synthetic" };
  await expect(importing([hours("more.csv", [[1, 11]])], { into, mode: "append" })).rejects.toMatchObject({
    code: "IMPORT_REFUSED",
    message:
      "made up is a synthetic recording, into which no files can be imported, since real and synthetic data are never mixed",
  });
});

describe("imported corporate actions", () => {
  const bars = () => hours("a.csv", [[0, 10]]);
  const factors = (ratio: number) => files.write("factors.csv", `20240105,1,${1 / ratio},10\n20501231,1,1,0\n`);

  test("are recorded once, and refused when a later import gives other values", async () => {
    const { market: into } = await importing([bars()], { importer: "lean", settings: { factors: factors(2) } });
    const again = await importing([bars()], {
      into,
      importer: "lean",
      mode: "append",
      settings: { factors: factors(2) },
    });
    expect(again.market.actions).toEqual(into.actions);
    expect(again.report.actions).toEqual([{ symbol: "ACME", splits: 1, dividends: 0, delistings: 0 }]);
    const other = { into, importer: "lean", settings: { factors: factors(3) } } as const;
    expect(await refusals(importing([bars()], { ...other, mode: "append" }))).toEqual([
      {
        reason: "overlap_differs",
        field: "ratio",
        message:
          "a.csv, split of ACME at 2024-01-08: ratio must be 2, as in the data already recorded or imported, was 3",
      },
    ]);
    const replaced = await importing([bars()], { ...other, mode: "replace" });
    expect(replaced.market.actions.map(({ ratio }) => ratio)).toEqual([3]);
  });
});

test("importing hourly bars gives the same series however they are divided among files", async () => {
  const hour = fc.nat(40);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uniqueArray(hour, { minLength: 1 }), { minLength: 1, maxLength: 4 }),
      async (dealt) => {
        const paths = dealt.map((some, at) =>
          hours(
            `${at}.csv`,
            some.toSorted((a, b) => a - b).map((each) => [each, each + 1] as const),
          ),
        );
        const all = [...new Set(dealt.flat())].toSorted((a, b) => a - b).map((each) => each + 1);
        expect(closes(await importing(paths))).toEqual(all);
      },
    ),
    { numRuns: 50 },
  );
});
