import { join } from "node:path";
import { anchorOf } from "hindcast";
import { macd, rsi, sma, vwap } from "hindcast/indicators";
import { readBars } from "hindcast/data";
import { expect, test } from "vitest";
import { call } from "../cli/call.ts";
import { samplePrices } from "../cli/sample-prices.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";

const folder = temporaryFolder({
  "prices.csv": samplePrices(60),
  "other.csv": samplePrices(60, 2),
  "quiet.csv": "date,open,high,low,close\n2024-01-08,1,3,1,2\n2024-01-09,2,4,2,3\n2024-01-10,3,5,3,4\n",
});
const file = join(folder, "prices.csv");
const compute = (...args: string[]) => call(["indicators", "compute", "--data", file, ...args]);

/** Line that the command prints on `prices.csv`, whose 60 days begin on 2020-01-01. */
const NOTES = [
  "prices.csv: CSV with commas; prices, 60 bars of 1d from 2020-01-01 to 2020-02-29; times from date (ISO 8601, UTC).",
];

test("hindcast indicators prints indicator columns after the bars, one per output, empty before the first value", async () => {
  const { code, out, err } = await compute("--indicator", "rsi:14,macd,sma:10:source=volume");
  expect({ code, err: err.trimEnd().split("\n") }).toEqual({ code: 0, err: NOTES });
  const lines = out
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  expect(lines[0]!.join()).toBe(
    "time,open,high,low,close,volume,rsi:14,macd.macd,macd.signal,macd.histogram,sma:10:source=volume",
  );
  expect(lines).toHaveLength(61);
  const { bars } = (await readBars(file)).series[0]!;
  const { signal } = macd(bars);
  lines.slice(1).forEach((cells, i) => {
    expect(Number(cells[4])).toBe(bars.close[i]);
    const expected = [rsi(bars, 14)[i], signal[i], sma(bars.volume, 10)[i]];
    expect([cells[6], cells[8], cells[10]]).toEqual(
      expected.map((value) => (Number.isNaN(value) ? "" : String(value))),
    );
  });
});

test("hindcast indicators --json prints the columns as JSON, with null for missing values", async () => {
  const { out } = await compute("--indicator", "sma:2", "--indicator", "bollinger:20:2.5", "--out", "json");
  const json = JSON.parse(out) as { time: string[]; close: number[]; indicators: Record<string, (number | null)[]> };
  expect(json.time[0]).toBe("2020-01-01T00:00:00.000Z");
  expect(json.indicators["sma:2"]!.slice(0, 2)).toEqual([null, (json.close[0]! + json.close[1]!) / 2]);
  expect(Object.keys(json.indicators)).toContain("bollinger:20:2.5.percentB");
});

test("hindcast indicators prints notes about the data with the columns, such as missing volumes", async () => {
  const args = ["indicators", "compute", "--data", join(folder, "quiet.csv"), "--indicator", "mfi:2"];
  const { out, err } = await call(args);
  // Without volume there is no money flow, so the money flow index is 50.
  expect(out.trimEnd().split("\n").at(-1)).toBe("2024-01-10T00:00:00.000Z,3,5,3,4,0,50");
  expect(err).toContain("no volume column, so every volume is 0.\n");
  const json = await call([...args, "--out", "json"]);
  expect(json.err).toBe(err);
  expect(JSON.parse(json.out)).toMatchObject({
    notes: [expect.stringContaining("no volume column, so every volume is 0.")] as unknown,
  });
});

test("hindcast indicators starts an anchored indicator with each session by default", async () => {
  const { out, err } = await compute("--indicator", "vwap,vwap:anchor=session,vwap:2:anchor=month,pivots:anchor=none");
  expect(err.trimEnd().split("\n")).toEqual(NOTES);
  const [header, ...rows] = out
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  const column = (name: string) => rows.map((cells) => cells[header!.indexOf(name)]!);
  const { bars } = (await readBars(file)).series[0]!;
  const { high, low, close, volume } = bars;
  const monthly = vwap(high, low, close, volume, anchorOf(bars, "month"), 2);
  expect(column("vwap:2:anchor=month.upper").map(Number)).toEqual([...monthly.upper]);
  expect(column("vwap.vwap")).toEqual(column("vwap:anchor=session.vwap"));
  // These bars are sessions of one bar each.
  expect(Number(column("vwap.vwap")[9])).toBeCloseTo((high[9]! + low[9]! + close[9]!) / 3, 10);
  expect(new Set(column("pivots:anchor=none.pivot"))).toEqual(new Set([""]));
});

test.each([
  [["--indicator", "vwap:anchor=year"], 1, "anchor must be one of session, week, month, none"],
  [["--indicator", "rsii"], 1, 'indicator must be a name of "hindcast list indicators", was "rsii"'],
  [["--indicator", "rsi:0"], 1, "period must be a whole number above 0, was 0"],
  [["--indicator", "rsi:x"], 1, '--indicator rsi:x must be numbers, or PARAM=VALUE, after colons, was "x"'],
  [["--indicator", "ema:0x10"], 1, '--indicator ema:0x10 must be numbers, or PARAM=VALUE, after colons, was "0x10"'],
  [["--indicator", "rsi:1e999"], 1, "period must be a whole number above 0, was Infinity"],
  [["--indicator", "rsi:14:period=15"], 1, "--indicator rsi:14:period=15: period must be given once"],
  [["--indicator", "sma:5:source=open:source=low"], 1, "source was given twice"],
  [["--indicator", "rsi:14:seed=first"], 1, 'rsi has no parameter "seed"; it has period'],
  [["--indicator", "rsi:__proto__=4"], 1, 'rsi has no parameter "__proto__"; it has period'],
  [["--indicator", "sma:5:source=price"], 1, "--indicator sma:5:source=price: source must be given as source=FIELD"],
  [["--indicator", "rsi", "--data", join(folder, "other.csv")], 1, "--data must be one file"],
  [["--indicator", "rsi", "--out", "xml"], 2, "--out"],
  [[], 2, "--indicator"],
] as const)("hindcast indicators refuses the arguments %j in one line", async (args, code, words) => {
  const answer = await compute(...args);
  expect({ code: answer.code, out: answer.out }).toEqual({ code, out: "" });
  expect(answer.err).toContain(words);
  expect(answer.err.trimEnd().split("\n").length).toBeLessThanOrEqual(2);
});
