import { join } from "node:path";
import { expect, test } from "vitest";
import { readRunData } from "../../src/cli/commands/open-run.ts";
import type { DataFile } from "../../src/cli/options/data.ts";
import { call } from "./call.ts";
import { samplePrices } from "./sample-prices.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder({
  "prices.csv": samplePrices(20),
  "more.csv": samplePrices(20),
  "mood.csv": "date,mood,published\n2020-01-01,0.25,2020-01-01 12:00\n2020-01-02,0.5,2020-01-03 06:00\n",
  "score.csv": "date,score\n2020-01-01,3\n",
  "by-symbol.csv": "date,symbol,mood\n2020-01-01,A,1\n2020-01-01,B,2\n",
});
const at = (name: string) => join(folder, name);
const A: DataFile = { file: at("prices.csv"), symbols: ["A"] };
const B: DataFile = { file: at("more.csv"), symbols: ["B"] };

/** First three values of the column `mood` of each symbol. */
async function moods(data: readonly DataFile[], join: readonly DataFile[], known: { lag?: string; knownAt?: string }) {
  const { series } = await readRunData({ strategies: "", param: [], report: false, data, join, ...known }, {});
  return series.map(({ columns }) => [...columns!["mood"]!].slice(0, 3));
}

test("--join reads a file whose values are known after --lag, or at the times in the column of --known-at", async () => {
  const mood = [{ file: at("mood.csv") }];
  expect(await moods([A], mood, { lag: "1d" })).toEqual([[0.25, 0.5, 0.5]]);
  expect(await moods([A], mood, { lag: "36h" })).toEqual([[NaN, 0.25, 0.5]]);
  expect(await moods([A], mood, { knownAt: "published" })).toEqual([[0.25, 0.25, 0.5]]);
});

test("a joined file with symbols belongs to their bars, and SYMBOL=FILE to one symbol", async () => {
  expect(await moods([A, B], [{ file: at("by-symbol.csv") }], { lag: "1d" })).toEqual([
    [1, 1, 1],
    [2, 2, 2],
  ]);
  expect(await moods([A, B], [{ file: at("mood.csv"), symbols: ["B"] }], { lag: "1d" })).toEqual([
    [NaN, NaN, NaN],
    [0.25, 0.5, 0.5],
  ]);
});

test("a joined file is read in the zone of the bars, and in the zone of --zone if they have several", async () => {
  const minutes = temporaryFolder({
    "bars.csv":
      "time,open,high,low,close\n2024-01-02T09:30,1,1,1,1\n2024-01-02T09:31,1,1,1,1\n2024-01-02T09:32,1,1,1,1\n",
    "score.csv": "time,mood\n2024-01-02T09:32,5\n",
  });
  const options = { strategies: "", param: [], report: false, join: [{ file: join(minutes, "score.csv") }], lag: "0" };
  const data = [{ file: join(minutes, "bars.csv"), symbols: ["A"] }];
  const { series, notes } = await readRunData({ ...options, data, calendar: "XNYS" }, {});
  expect([...series[0]!.columns!["mood"]!]).toEqual([NaN, 5, 5]); // bars close at 9:31, 9:32 and 9:33
  expect(notes).toContain("score.csv: times without an offset from UTC are read in the time zone America/New_York.");

  const sample = [{ file: join(import.meta.dirname, "../../data/sample") }];
  const several = { ...options, data: sample, symbol: ["AAPL", "BTCUSD"], interval: "1d" as const };
  await expect(readRunData(several, {})).rejects.toThrow(
    "--zone must name the time zone of score.csv, since it joins bars of several: America/New_York, UTC",
  );
});

const run = (...args: readonly string[]) =>
  call(["run", "buy-and-hold", "--data", at("prices.csv"), "--no-report", ...args]);

test("the result of a run says when joined values are known", async () => {
  const { code, out } = await run("--join", at("mood.csv"), "--lag", "1d", "--json");
  expect(code).toBe(0);
  expect(out).toContain("Joined to the bars: mood. A value is known 1d after the time of its row.");
});

test("--join may be repeated for more files", async () => {
  const { code, out } = await run("--join", at("mood.csv"), "--join", at("score.csv"), "--lag", "1d", "--json");
  expect(code).toBe(0);
  expect(out).toContain("Joined to the bars: mood.");
  expect(out).toContain("Joined to the bars: score.");
});

test.each([
  [
    ["--join", at("mood.csv")],
    2,
    "--lag TIME after the time of its row (0, 90m, 1d), or the time in a column, --known-at COLUMN",
  ],
  [
    ["--join", at("mood.csv"), "--lag", "1d", "--known-at", "published"],
    2,
    "--join must know when a value is known: either",
  ],
  [["--lag", "1d"], 2, "--lag and --known-at belong to --join FILE, which is missing"],
  [
    ["--join", at("mood.csv"), "--lag", "soon"],
    1,
    'lag must be 0, or a number of s, m, h, d or wk, such as 1d, was "soon"',
  ],
])("a join that does not state the time of knowledge is refused: %j", async (args, code, text) => {
  const refused = await run(...args);
  expect(refused.code).toBe(code);
  expect(refused.err).toContain(text);
});
