import { describe, expect, test } from "vitest";
import { importMarket } from "../../src/data/importing/import-market.ts";
import type { ImportSettings } from "../../src/data/importing/importer.ts";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { MarketHistory } from "../../src/data/view/market-history.ts";
import { HindcastError } from "../../src/primitives/errors.ts";
import { DAY_MS } from "../../src/time/civil-date.ts";
import { formatDate, formatInstant } from "../../src/time/instant.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();

/** Daily bars of a symbol: day of June 2022 and close. Made up. */
const bars = (symbol: string, ...days: readonly (readonly [day: number, close: number])[]): string =>
  days.map(([day, close]) => `2022-06-${`${day}`.padStart(2, "0")},${symbol},${`${close},`.repeat(4)}9\n`).join("");

async function recorded(rows: string, extra = "", settings: ImportSettings = {}): Promise<RecordedMarket> {
  const file = files.write("bars.csv", `date,symbol,open,high,low,close,volume${extra}\n${rows}`);
  return (await importMarket({ importer: "bars", files: [{ file }], settings })).market;
}

async function imported(importer: string, text: string, into: RecordedMarket, settings: ImportSettings = {}) {
  const file = files.write(`${importer}.csv`, text);
  return importMarket({ importer, files: [{ file }], into, settings });
}

async function refusal(importer: string, text: string, into: RecordedMarket): Promise<string> {
  const error: unknown = await imported(importer, text, into).catch((thrown: unknown) => thrown);
  return error instanceof HindcastError ? error.message.replaceAll(`${files.folder}/`, "") : "imported";
}

/** Days of June and closes of each series. */
function closesOf({ series }: RecordedMarket): Record<string, readonly (readonly [number, number])[]> {
  return Object.fromEntries(
    series.map(({ symbol, bars: { time, close } }) => [
      symbol,
      Array.from(time, (start, i) => [new Date(start).getUTCDate(), close[i]!] as const),
    ]),
  );
}

describe("a table of changed symbols", () => {
  const FB = bars("FB", [7, 190], [8, 196]);
  const META = bars("META", [9, 184], [10, 176]);

  test("joins the data under the old symbol and under the new one into one series", async () => {
    const before = await recorded(FB + META);
    const actions = "symbol,date,kind,ratio,amount\nFB,2022-06-08,dividend,,0.5\n";
    const withAction = (await imported("actions", actions, before)).market;
    const { market, report } = await imported("renames", "date,from,to\n2022-06-09,FB,META\n", withAction);
    expect(closesOf(market)).toEqual({
      META: [
        [7, 190],
        [8, 196],
        [9, 184],
        [10, 176],
      ],
    });
    expect(market.instruments.map(({ symbol }) => symbol)).toEqual(["META"]);
    expect(market.actions.map(({ symbol, cash }) => [symbol, cash])).toEqual([["META", 0.5]]);
    expect(market.notes).toContain("META had the symbol FB before 2022-06-09.");
    expect(
      market.facts.map(({ symbol, kind, value, knownAt }) => [symbol, kind, value, formatInstant(knownAt)]),
    ).toEqual([
      ["META", "name", "FB", "2022-06-07T04:00:00.000Z"],
      ["META", "name", "META", "2022-06-09T04:00:00.000Z"],
    ]);
    expect(report.refused.count).toBe(0);
  });

  test("shows the old name until the change", async () => {
    const { market } = await imported("renames", "date,from,to\n2022-06-09,FB,META\n", await recorded(FB + META));
    const history = new MarketHistory(market);
    const nameAt = (date: string) => history.at(Date.parse(`${date}T21:00Z`)).instrument("META").name;
    expect([nameAt("2022-06-08"), nameAt("2022-06-09")]).toEqual(["FB", "META"]);
  });

  test("renames data for which nothing is recorded under the new symbol, and follows several changes", async () => {
    const table = "effective_date,old,new\n2022-06-15,BBB,CCC\n2022-06-10,AAA,BBB\n2022-06-10,ZZZ,YYY\n";
    const { market } = await imported("renames", table, await recorded(bars("AAA", [8, 1], [9, 2])));
    expect(closesOf(market)).toEqual({
      CCC: [
        [8, 1],
        [9, 2],
      ],
    });
    expect(market.instruments[0]).toMatchObject({ symbol: "CCC", name: "CCC", base: "CCC" });
    expect(market.facts.map(({ value }) => value)).toEqual(["AAA", "BBB", "CCC"]);
    expect(market.notes.join(" ")).toContain("changes of 1 symbol are left out, which are not recorded");
  });

  test("may be a map file of LEAN, whose rows have the last day of a symbol", async () => {
    const { market } = await imported(
      "renames",
      "20120518,fb,Q\n20220608,fb,Q\n20501231,meta,Q\n",
      await recorded(FB + META),
    );
    expect(closesOf(market)["META"]!.length).toBe(4);
  });

  test("keeps own columns, without values where only the other symbol has them", async () => {
    const rows = FB.replaceAll(",9\n", ",9,5\n") + META.replaceAll(",9\n", ",9,6\n");
    const { market } = await imported("renames", "date,from,to\n2022-06-09,FB,META\n", await recorded(rows, ",mood"));
    expect([...market.series[0]!.columns!["mood"]!]).toEqual([5, 5, 6, 6]);
  });

  test("is refused if bars are recorded under the old symbol after the change, or under the new one before", async () => {
    const market = await recorded(bars("META", [6, 12]) + FB + META + bars("FB", [13, 20]));
    const message = await refusal("renames", "date,from,to\n2022-06-09,FB,META\n", market);
    expect(message).toBe(
      "nothing was imported: renames.csv, line 2: bars of 1d of META have 1 row before 2022-06-09, when FB became META, which may be of another company: import them under another symbol (2 in all: 2 rename_differs)",
    );
    const late = await recorded(FB + META + bars("FB", [13, 20]));
    expect(await refusal("renames", "date,from,to\n2022-06-09,FB,META\n", late)).toContain(
      "bars of 1d of FB have 1 row from 2022-06-09 on, when it became META, which may be of another company",
    );
    const london = await recorded(META, "", { instrument: { exchange: "XLON" } });
    const other = {
      ...london,
      instruments: [...(await recorded(FB)).instruments, ...london.instruments],
      calendars: [],
    };
    expect(await refusal("renames", "date,from,to\n2022-06-09,FB,META\n", other as RecordedMarket)).toContain(
      "zone of META must be that of FB, America/New_York, was Europe/London",
    );
    expect(await refusal("renames", "date,from,to\n2022-06-09,X,Y\n", market)).toContain(
      "has changes of X, without recorded bars: import their bars first",
    );
  });
});

describe("a table of listings", () => {
  const rows = bars("ACME", [6, 5], [7, 6], [8, 10], [9, 11], [10, 12]) + bars("BETA", [8, 1], [9, 2]);

  test("records delistings with their prices for many symbols at once", async () => {
    const table =
      "ticker,ipo_date,delisted,price\nACME,2022-06-01,2022-06-13,12.5\nBETA,2022-06-08,2022-06-10,\nGONE,2022-06-08,,\n";
    const { market } = await imported("listings", table, await recorded(rows));
    expect(
      market.actions.map(({ symbol, kind, exDate, price }) => [symbol, kind, formatDate(exDate * DAY_MS), price]),
    ).toEqual([
      ["BETA", "delisting", "2022-06-10", undefined],
      ["ACME", "delisting", "2022-06-13", 12.5],
    ]);
    expect(market.notes.join(" ")).toContain("listings.csv: listings of 2 symbols, and 2 delistings.");
    expect(market.notes.join(" ")).toContain("listings of 1 symbol are left out, which are not recorded");
    expect(closesOf(market)["ACME"]!.length).toBe(5);
  });

  test("is refused for bars before a listing and after a delisting, which skipBadRows leaves out with a note", async () => {
    const table = "symbol,listed,delisted\nACME,2022-06-08,2022-06-10\nBETA,2022-06-08,\n";
    const market = await recorded(rows);
    expect(await refusal("listings", table, market)).toBe(
      "nothing was imported: listings.csv, line 2: bars of 1d of ACME have 2 rows before its listing on 2022-06-08, which may be of another company. --skip-bad-rows leaves them out; to keep them, import them under another symbol (2 in all: 2 outside_listing)",
    );
    const { market: cut, report } = await imported("listings", table, market, { skipBadRows: true });
    expect(closesOf(cut)).toEqual({
      ACME: [
        [8, 10],
        [9, 11],
      ],
      BETA: [
        [8, 1],
        [9, 2],
      ],
    });
    expect(report.refused.byReason).toEqual({ outside_listing: 2 });
    expect(cut.notes).toContain("bars of 1d of ACME have 2 rows before its listing on 2022-06-08, which are left out.");
    expect(cut.notes).toContain("bars of 1d of ACME have 1 row after its delisting on 2022-06-10, which are left out.");
    // What was given is unchanged.
    expect(closesOf(market)["ACME"]!.length).toBe(5);
  });

  test("is refused for a delisting that is not after the listing, and for a negative price", async () => {
    const market = await recorded(rows);
    expect(await refusal("listings", "symbol,listed,delisted\nACME,2022-06-13,2022-06-13\n", market)).toContain(
      "ACME must be delisted after its listing on 2022-06-13, was on 2022-06-13",
    );
    expect(
      await refusal("listings", "symbol,listed,delisted,price\nACME,2022-06-01,2022-06-13,-1\n", market),
    ).toContain("a price must not be negative, was -1");
  });
});

test("a table of actions has delistings of many symbols with their prices", async () => {
  const symbols = Array.from({ length: 300 }, (_, at) => `S${at}`);
  const into = await recorded(symbols.map((symbol) => bars(symbol, [8, 10], [9, 11])).join(""));
  const table = `symbol,date,kind,price\n${symbols.map((symbol, at) => `${symbol},2022-06-10,delisting,${at % 2 === 0 ? at / 4 : ""}\n`).join("")}`;
  const { market } = await imported("actions", table, into);
  expect(market.actions.length).toBe(300);
  const priceOf = new Map(market.actions.map(({ symbol, price }) => [symbol, price]));
  expect([priceOf.get("S0"), priceOf.get("S1"), priceOf.get("S10")]).toEqual([0, undefined, 2.5]);
});
