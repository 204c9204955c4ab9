import { describe, expect, test } from "vitest";
import { type ImportRequest, importMarket } from "../../src/data/importing/import-market.ts";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { writeRecording } from "../../src/data/recording/write-recording.ts";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { HindcastError } from "../../src/primitives/errors.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();
const rows = "date,open,high,low,close,volume\n2024-01-03,50,50,50,50,9\n2024-01-04,50,50,50,50,9\n";
const DAY = 86_400_000;

test.each([
  [{ exDate: "2024-01-05", price: 0 }, { price: 0 }],
  [{ exDate: "2024-01-05" }, {}],
])("a delisting declared in the import settings is recorded and loaded: %j", async (delisted, price) => {
  const file = files.write("gone.csv", rows);
  const { market } = await importMarket({
    importer: "bars",
    files: [{ file, symbol: "GONE" }],
    settings: { delisted },
  });
  const action = { symbol: "GONE", kind: "delisting", exDate: Date.UTC(2024, 0, 5) / DAY, ratio: 1, cash: 0 };
  expect(market.actions).toEqual([{ ...action, ...price, currency: "USD" }]);
  const folder = `${file}-recording-${Object.keys(price).length}`;
  await writeRecording(folder, market);
  expect((await (await openRecording(folder)).load()).market().actions).toEqual(market.actions);
});

test("an import that declares a delisting at a negative price is refused", async () => {
  const file = files.write("gone.csv", rows);
  const settings = { delisted: { exDate: "2024-01-05", price: -1 } };
  await expect(importMarket({ importer: "bars", files: [{ file, symbol: "GONE" }], settings })).rejects.toThrow(
    HindcastError,
  );
});

const later = "symbol,date,kind,price\nGONE,2024-01-05,delisting,1\n";

async function gone(delisted = "2024-01-05"): Promise<RecordedMarket> {
  const sources = [{ file: files.write("gone.csv", rows), symbol: "GONE" }];
  return (await importMarket({ importer: "bars", files: sources, settings: { delisted: { exDate: delisted } } }))
    .market;
}

async function refusalOf(request: ImportRequest): Promise<string> {
  const error: unknown = await importMarket(request).catch((thrown: unknown) => thrown);
  return error instanceof HindcastError ? error.message.replaceAll(`${files.folder}/`, "") : "imported";
}

test("a second, different delisting of a symbol is refused unless it replaces the recorded one", async () => {
  const table = "symbol,date,kind,amount,price\nGONE,2024-01-04,dividend,0.5,\nGONE,2024-01-05,delisting,,\n";
  const bars = await importMarket({
    importer: "bars",
    files: [{ file: files.write("gone.csv", rows), symbol: "GONE" }],
  });
  const first = { importer: "actions", files: [{ file: files.write("first.csv", table) }], into: bars.market };
  const into = (await importMarket(first)).market;
  const second = files.write("second.csv", "symbol,date,kind,price\nGONE,2024-01-08,delisting,1\n");
  const request = { importer: "actions", files: [{ file: second }], into };
  expect(await refusalOf(request)).toBe(
    "nothing was imported: second.csv, delisting of GONE at 2024-01-08: exDate must be 2024-01-05, as in the data already recorded or imported, was 2024-01-08. --replace replaces the recorded delisting",
  );
  const { market } = await importMarket({ ...request, mode: "replace" });
  // A new delisting leaves the dividend as it is.
  expect(market.actions.map(({ kind, exDate, price }) => [kind, exDate - 19_726, price])).toEqual([
    ["dividend", 0, undefined],
    ["delisting", 4, 1],
  ]);
  expect(await refusalOf({ ...request, files: [{ file: files.write("price.csv", later) }] })).toContain(
    "delisting of GONE at 2024-01-05: price must be none",
  );
  const both = `${later}GONE,2024-01-09,delisting,1\n`;
  expect(await refusalOf({ ...request, files: [{ file: files.write("both.csv", both) }], mode: "replace" })).toContain(
    "delisting of GONE at 2024-01-09: exDate must be 2024-01-05, as in the data already recorded or imported",
  );
});

test("bars from a delisting on are refused in every import, and left out with skipBadRows", async () => {
  const file = files.write("gone.csv", rows);
  const declared = {
    importer: "bars",
    files: [{ file, symbol: "GONE" }],
    settings: { delisted: { exDate: "2024-01-04" } },
  };
  const message =
    "gone.csv: bars of 1d of GONE have 1 row after its delisting on 2024-01-04, which may be of another company. --skip-bad-rows leaves them out; to keep them, import them under another symbol";
  expect(await refusalOf(declared)).toBe(`nothing was imported: ${message}`);
  const { market, report } = await importMarket({ ...declared, settings: { ...declared.settings, skipBadRows: true } });
  expect(market.series[0]!.bars.time.length).toBe(1);
  expect(report.tables).toMatchObject([{ rows: 1, added: 1 }]);
  expect(market.notes).toContain(
    "bars of 1d of GONE have 1 row after its delisting on 2024-01-04, which are left out.",
  );
  const into = (await importMarket({ importer: "bars", files: [{ file, symbol: "GONE" }] })).market;
  const early = files.write("early.csv", later.replace("05", "04"));
  expect(await refusalOf({ importer: "actions", files: [{ file: early }], into })).toContain(
    "early.csv: bars of 1d of GONE have 1 row after its delisting on 2024-01-04",
  );
  const more = files.write("more.csv", "date,open,high,low,close,volume\n2024-01-08,50,50,50,50,9\n");
  const append = {
    importer: "bars",
    files: [{ file: more, symbol: "GONE" }],
    settings: { interval: "1d" },
    into: await gone(),
    mode: "append",
  };
  expect(await refusalOf(append as ImportRequest)).toContain(
    "more.csv: bars of 1d of GONE have 1 row after its delisting on 2024-01-05",
  );
});

describe("a table of expirations", () => {
  const wheat =
    "symbol,date,open,high,low,close,volume\nZWH24,2024-03-13,5,5,5,5,9\nZWH24,2024-03-14,5,5,5,5,9\nZWH24,2024-03-15,5,5,5,5,9\n";
  const recorded = async (): Promise<RecordedMarket> => {
    const sources = [{ file: files.write("wheat.csv", wheat) }];
    const settings = { instrument: { assetClass: "commodity", calendar: "CMES" } } as const;
    return (await importMarket({ importer: "bars", files: sources, settings })).market;
  };
  const expiring = (into: RecordedMarket, expiration: string): ImportRequest => ({
    importer: "contracts",
    files: [{ file: files.write(`${expiration}.csv`, `symbol,expiration\nZWH24,${expiration}\n`) }],
    into,
  });
  const dayOf = (date: string): number => Date.parse(date) / DAY;

  test("is refused if another expiration is recorded, unless it replaces this one", async () => {
    const { market: into } = await importMarket(expiring(await recorded(), "2024-03-15"));
    expect((await importMarket(expiring(into, "2024-03-15"))).market.instruments[0]!.expiration).toBe(
      dayOf("2024-03-15"),
    );
    const other = expiring(into, "2024-03-18");
    expect(await refusalOf(other)).toBe(
      "nothing was imported: 2024-03-18.csv: the expiration of ZWH24 must be 2024-03-15, as in the data already recorded or imported, was 2024-03-18. --replace replaces the recorded expiration",
    );
    const { market } = await importMarket({ ...other, mode: "replace" });
    expect(market.instruments[0]!.expiration).toBe(dayOf("2024-03-18"));
    expect(market.series[0]!.bars.time.length).toBe(3);
    const twice = {
      ...other,
      files: [...other.files, ...expiring(into, "2024-03-19").files],
      mode: "replace",
    } as const;
    expect(await refusalOf(twice)).toContain("the expiration of ZWH24 must be 2024-03-18");
  });

  test("is refused if bars of the contract are recorded after it, which skipBadRows leaves out", async () => {
    const early = expiring(await recorded(), "2024-03-13");
    expect(await refusalOf(early)).toBe(
      "nothing was imported: 2024-03-13.csv: bars of 1d of ZWH24 have 2 rows after its expiration on 2024-03-13, which may be of another contract. --skip-bad-rows leaves them out; to keep them, import them under another symbol",
    );
    const { market } = await importMarket({ ...early, settings: { skipBadRows: true } });
    expect(market.series[0]!.bars.time.length).toBe(1);
  });
});
