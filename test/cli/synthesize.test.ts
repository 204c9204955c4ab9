import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { call } from "./call.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder();
const place = (name: string) => join(folder, name);
const DECEMBER = ["--from", "2023-12-01", "--to", "2023-12-29"];

test("hindcast synthesize writes a recording and prints its contents with a note that the prices are synthetic", async () => {
  const out = place("market");
  const { code, out: text, err } = await call(["synthesize", "--out", out, ...DECEMBER, "--minutes", "KO,SPY"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const lines = text.split("\n");
  expect(lines[0]).toBe(
    `${out}: Synthetic sample market, 17 instruments (stock 7, crypto 3, commodity 3, forex 3, etf 1)`,
  );
  expect(lines[1]).toMatch(/^bars [\d,]+, quotes [\d,]+, options [\d,]+, actions \d, facts \d+$/);
  expect(lines[2]).toMatch(/^\d+ files and manifest\.json, \d\.\d MB$/);
  expect(lines.slice(3)).toEqual(["Synthetic data: no price is real.", ""]);
  const recording = await openRecording(out);
  await recording.verify();
  expect(recording.manifest.provenance).toBe("synthetic");
  expect(recording.intervals("SPY")).toEqual(["1m", "1d"]);
  expect(recording.intervals("AAPL")).toEqual(["1d"]);
});

test("hindcast synthesize refuses to replace a recording without --force", async () => {
  const out = place("kept");
  const write = (...more: string[]) => call(["synthesize", "--out", out, ...DECEMBER, ...more]);
  expect((await write()).code).toBe(0);
  const before = readFileSync(join(out, "manifest.json"), "utf8");
  expect(await write("--seed", "7")).toEqual({
    code: 1,
    out: "",
    err: `hindcast: --out ${out} exists already: use --force to replace it\n`,
  });
  expect(readFileSync(join(out, "manifest.json"), "utf8")).toBe(before);
  expect((await write("--seed", "7", "--force")).code).toBe(0);
  expect(readFileSync(join(out, "manifest.json"), "utf8")).not.toBe(before);
});

test("hindcast synthesize --force refuses to replace a folder that is not a recording", async () => {
  const out = place("mine");
  mkdirSync(out);
  writeFileSync(join(out, "thesis.txt"), "years of work");
  expect((await call(["synthesize", "--out", out, ...DECEMBER, "--force"])).code).toBe(1);
  expect(readFileSync(join(out, "thesis.txt"), "utf8")).toBe("years of work");
});

test.each([
  [["--seed", "much"], '--seed must be a number, was "much"'],
  [["--seed", "1.5"], "seed must be a whole number from 0 to 4294967295, was 1.5"],
  [["--from", "2023-13-01"], '--from must be a date with a month from 01 to 12, was "2023-13-01"'],
  [["--from", "2024-01-02"], "from must not be after to, was 2024-01-02 after 2023-12-29"],
  [["--minutes", "BTCUSD"], 'symbol must be one of AAPL, AMC, AMZN, ARM, GOOGL, KO, MSFT, SPY, was "BTCUSD"'],
])("hindcast synthesize %j writes nothing and fails with a one-line error", async (args, message) => {
  const out = place("never");
  const { code, out: text, err } = await call(["synthesize", "--out", out, ...args]);
  expect({ code, text, err }).toEqual({ code: 1, text: "", err: `hindcast: ${message}\n` });
  expect(existsSync(out)).toBe(false);
});
