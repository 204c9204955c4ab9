import { join } from "node:path";
import { expect, test } from "vitest";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { dayOf } from "../support/hand-calendar.ts";
import { call } from "./call.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Rows of a contract: day of March 2024, close and volume. Made up. */
const bars = (symbol: string, rows: readonly (readonly [string, number, number])[]): string =>
  rows
    .map(([day, close, volume]) => `2024-03-${day},${symbol},${close},${close},${close},${close},${volume}\n`)
    .join("");

const folder = temporaryFolder({
  "es.csv": `date,symbol,open,high,low,close,volume\n${bars("ESH24", [
    ["11", 100, 90],
    ["12", 101, 40],
    ["13", 102, 10],
    ["14", 103, 10],
    ["15", 104, 1],
  ])}${bars("ESM24", [
    ["11", 111, 5],
    ["12", 113, 60],
    ["13", 114, 80],
    ["14", 116, 80],
    ["15", 117, 90],
    ["18", 118, 95],
  ])}`,
  "early.csv": `date,symbol,open,high,low,close,volume\n${bars("ESH24", [
    ["11", 100, 5],
    ["12", 101, 4],
    ["13", 102, 3],
  ])}${bars("ESM24", [
    ["11", 111, 60],
    ["12", 113, 70],
    ["13", 114, 80],
  ])}`,
  "more.csv": `date,symbol,open,high,low,close,volume\n${bars("ESM24", [["19", 120, 99]])}`,
  "contracts.csv": `raw_symbol,expiration,tick\nESH24,2024-03-15T13:30:00.000000000Z,0.25\nESM24,2024-06-21T13:30:00.000000000Z,0.25\nESU24,2024-09-20T13:30:00.000000000Z,0.25\n`,
  "renames.csv": "date,from,to\n2024-03-18,ESH24,ESH4\n",
  "twice.csv": "symbol,expiry\nESH24,2024-03-15\nESH24,2024-03-18\nESM24,\n",
  "others.csv": "symbol,expiry\nCLH24,2024-03-15\n",
  "nothing.csv": "symbol,date\nESH24,2024-03-15\n",
});
const at = (name: string): string => join(folder, name);
const into = at("market");
const importBars = ["import", "bars", at("es.csv"), "--asset-class", "commodity", "--multiplier", "50", "--into"];
const joinEs = (...more: readonly string[]) =>
  call(["continuous", "ES", "--into", into, "--roll", "volume", "--adjust", "difference", ...more]);

test("futures are imported, get their expirations from a table, and are joined into a continuous series", async () => {
  expect((await call([...importBars, into])).err).toBe("");
  expect((await joinEs()).err).toContain(
    "ESH24 has no expiration: import a table of expirations with hindcast import contracts",
  );
  const { err, out } = await call(["import", "contracts", at("contracts.csv"), "--into", into]);
  expect(err).toBe("");
  expect(out).toContain("contracts.csv: expirations of 2 contracts, from 2024-03-15 to 2024-06-21.");
  expect(out).toContain("contracts.csv: expirations of 1 symbol are left out, which are not recorded.");
  const dry = await joinEs("--dry-run");
  expect(dry.out).toBe(
    `${[
      "ES: 6 bars of 1d",
      "interval  last bar before the roll  from   to",
      "1d        2024-03-12                ESH24  ESM24",
      "Dry run: nothing was written.",
    ].join("\n")}\n`,
  );
  const joined = await joinEs("--quiet");
  expect(joined).toEqual({ code: 0, out: "", err: "" });

  const recording = await openRecording(into);
  const es = recording.instruments.find(({ symbol }) => symbol === "ES")!;
  expect(es).toMatchObject({ contracts: ["ESH24", "ESM24"], continuous: true, multiplier: 50, calendar: "CMES" });
  expect(es.expiration).toBeUndefined();
  expect(recording.instruments[0]!.expiration).toBe(dayOf("2024-03-15"));
  const { series } = await recording.marketData({ symbols: ["ES"] });
  expect(series.map(({ instrument }) => instrument.symbol)).toEqual(["ESH24", "ESM24", "ES"]);
  expect([...series[2]!.bars.close]).toEqual([100, 101, 102, 104, 105, 106]);
  expect([...series[2]!.columns!["contract"]!]).toEqual([0, 1, 1, 1, 1, 1]);
  expect([...series[2]!.columns!["contract_close"]!]).toEqual([100, 101, 114, 116, 117, 118]);
  // Later bars keep the expiration, and leave the bars of the series as they are.
  const more = await call(["import", "bars", at("more.csv"), "--interval", "1d", "--append", "--into", into]);
  expect(more.err).toBe("");
  expect(more.out).toContain("ES is joined from these contracts: run hindcast continuous ES again.");
  await joinEs("--quiet");
  const longer = await openRecording(into);
  expect(longer.instruments.find(({ symbol }) => symbol === "ESM24")!.expiration).toBe(dayOf("2024-06-21"));
  const { series: after } = await longer.marketData({ symbols: ["ES"] });
  expect([...after[2]!.bars.close]).toEqual([100, 101, 102, 104, 105, 106, 108]);
  expect(longer.manifest.notes.filter((note) => note.startsWith("ES is"))).toEqual([
    "ES is a continuous series of ESH24, ESM24, rolled by volume and adjusted by difference.",
  ]);

  const onto = ["import", "bars", `ES=${at("more.csv")}`, "--interval", "1d", "--append", "--into", into];
  expect((await call(onto)).err).toContain(
    "ES is joined from contracts. Import bars of the contracts, and run hindcast continuous ES again; or give the file another symbol",
  );
  expect((await call(["import", "renames", at("renames.csv"), "--into", into])).err).toBe("");
  const renamed = await openRecording(into);
  expect(renamed.instruments.find(({ symbol }) => symbol === "ES")!.contracts).toEqual(["ESH4", "ESM24"]);
  expect(renamed.instruments.find(({ symbol }) => symbol === "ESH4")!.expiration).toBe(dayOf("2024-03-15"));
});

test("a roll at the close of the first bar is printed", async () => {
  const early = at("early");
  await call(["import", "bars", at("early.csv"), "--asset-class", "commodity", "--into", early]);
  await call(["import", "contracts", at("contracts.csv"), "--into", early]);
  const { err, out } = await call(["continuous", "ES", "--into", early, "--roll", "volume", "--adjust", "none"]);
  expect(err).toBe("");
  expect(out.split("\n").slice(0, 3)).toEqual([
    "ES: 3 bars of 1d",
    "interval  last bar before the roll  from   to",
    "1d        2024-03-11                ESH24  ESM24",
  ]);
});

test("tables of expirations and continuous series that cannot be right are refused", async () => {
  const other = at("other");
  await call([...importBars, other]);
  const importTable = async (name: string) => (await call(["import", "contracts", at(name), "--into", other])).err;
  const twice = await importTable("twice.csv");
  expect(twice).toContain("ESH24 must have one expiration, has 2024-03-15 and 2024-03-18");
  expect(twice).toContain("the expiration of ESM24 must be a date, was empty");
  expect(await importTable("others.csv")).toContain(
    "has expirations of CLH24, without recorded bars: import their bars first",
  );
  expect(await importTable("nothing.csv")).toContain(
    "must have the columns symbol, expiration; its columns are symbol, date",
  );
  const continuous = async (...args: readonly string[]) =>
    (await call(["continuous", ...args, "--into", other, "--roll", "volume", "--adjust", "none"])).err;
  expect(await continuous("CL")).toContain(
    "no contract of CL, such as CLH24, is recorded. State the contracts if they have other symbols; recorded are ESH24, ESM24",
  );
  expect(await continuous("ES", "--contracts", "ESZ24")).toContain("the contract ESZ24 is not recorded");
  await call(["import", "contracts", at("contracts.csv"), "--into", other]);
  expect(await continuous("ESM24", "--contracts", "ESH24")).toContain(
    "ESM24 is recorded, and not as a continuous series of contracts: choose another symbol",
  );
  expect((await call(["continuous", "ES", "--into", other, "--roll", "oi", "--adjust", "none"])).err).toContain(
    '--roll must be one of calendar, volume, open-interest, was "oi"',
  );
});
