import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { callInChild } from "./child-process.ts";
import { call } from "./call.ts";
import { samplePrices } from "./sample-prices.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const data = join(temporaryFolder({ "prices.csv": samplePrices() }), "prices.csv");
const RUN = ["sma-cross", "--data", data, "--param", "fast=3", "--param", "slow=8"];

test.each([
  ["monte-carlo", ...RUN, "--runs", "20"],
  ["check", "lookahead", ...RUN, "--moments", "2"],
  ["check", "run", ...RUN],
  ["check", "warmup", ...RUN],
])("hindcast %s %s wraps its lines to a narrow terminal, but not in a pipe", async (...args) => {
  const [narrow, piped] = [await call(args, { columns: 50, env: { NO_COLOR: "1" } }), await call(args)];
  expect(Math.max(...narrow.out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(50);
  expect(Math.max(...piped.out.split("\n").map((line) => line.length))).toBeGreaterThan(50);
  expect(narrow.out.split(/\s+/)).toEqual(piped.out.split(/\s+/));
});

const TRIALS = ["sma-cross", "--data", data, "--param", "fast=2,3", "--param", "slow=8,9", "--threads", "1"];
const SWEEP = ["sweep", ...TRIALS];
const ONE_SLOW = SWEEP.map((word) => (word === "slow=8,9" ? "slow=8" : word));
const WALK = ["walk-forward", ...TRIALS, "--train", "40", "--test", "20"];
const widest = (text: string) => Math.max(...text.split("\n").map((line) => line.length));

/** Output of each call in `CALLS`, by its key. */
const printed = new Map<string, string>();
const CALLS = {
  "sweep 50": [SWEEP, 50],
  "sweep 60": [SWEEP, 60],
  "sweep piped": [SWEEP, undefined],
  "walk-forward 60": [WALK, 60],
  "walk-forward piped": [WALK, undefined],
  "one slow 70": [ONE_SLOW, 70],
  "one slow 56": [ONE_SLOW, 56],
  "one slow 34": [ONE_SLOW, 34],
} as const;

beforeAll(async () => {
  const calls = Object.values(CALLS);
  const answers = await callInChild(
    calls.map(([args]) => args),
    undefined,
    calls.map(([, columns]) => columns),
  );
  Object.keys(CALLS).forEach((name, i) => printed.set(name, answers[i]!.out));
}, 60_000);

test("a sweep prints its findings on overfitting in columns even on a narrow terminal", () => {
  expect(printed.get("sweep 50")).toMatch(
    /\n {2}loss out of sample +\d+\.\d\d% {2}how often the\n {34}best trial of\n {34}one half of the\n {34}data loses money\n {34}in the other\n {34}half\n/,
  );
});

test.each([
  ["sweep", ["rank", "fast", "slow", "sharpe"]],
  ["walk-forward", ["tested", "to", "fast", "slow", "trained", "tested"]],
])("the table of hindcast %s fits a narrow terminal and has all columns in a pipe", (command, headings) => {
  const [narrow, piped] = [printed.get(`${command} 60`)!, printed.get(`${command} piped`)!];
  expect(widest(narrow)).toBeLessThanOrEqual(60);
  expect(narrow.split(/\s+/)).toEqual(expect.arrayContaining(headings));
  expect(widest(piped)).toBeGreaterThan(60);
});

test("a table of trials that is too wide drops parameters with a single value, but keeps the objective and the return", () => {
  const table = (columns: number) =>
    printed.get(`one slow ${columns}`)!.split("\n\n")[2]!.replaceAll(/ +/g, " ").split("\n").slice(0, 2);
  expect(table(70)).toEqual(["rank fast slow sharpe total-return cagr max-drawdown trades", expect.any(String)]);
  expect(table(56)).toEqual([" total- max-", "rank fast sharpe return cagr drawdown trades"]);
  expect(table(34)).toEqual([" total-", "rank fast sharpe return"]);
});

test("hindcast compare prints runs one below the other if the terminal is too narrow", async () => {
  const runs = ["a", "b", "c"].map((name) => join(temporaryFolder(), name));
  for (const out of runs) await call(["run", ...RUN, "--out", out, "--quiet", "--no-report"]);
  const { out } = await call(["compare", ...runs], { columns: 50, env: { NO_COLOR: "1" } });
  expect(out.match(/^fast +3$/gm)).toHaveLength(3);
  expect(out.match(/^Total return +-?[\d.]+%$/gm)).toHaveLength(3);
});

test("the output of hindcast run fits a terminal with 40 columns", async () => {
  const { out } = await call(["run", ...RUN], { columns: 40, env: { NO_COLOR: "1" } });
  expect(out).toMatch(/\nFinal equity +[\d,.]+/);
  expect(widest(out)).toBeLessThanOrEqual(40);
});
