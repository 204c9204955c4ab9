import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { progressText } from "../../src/cli/output/progress.ts";
import { heatmapText } from "../../src/cli/output/trials-text.ts";
import { callInChild, COMMAND_LINE, hindcast, node, plainEnvironment } from "./child-process.ts";
import { samplePrices } from "./sample-prices.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { type Answer, withoutReadings } from "./answer.ts";

const folder = temporaryFolder();
const prices = join(folder, "prices.csv");
const loud = join(folder, "loud.ts");

const swept = [
  "sweep",
  "sma-cross",
  "--data",
  prices,
  "--param",
  "fast=3..9:3",
  "--param",
  "slow=12,20,30",
  "--threads",
  "1",
];
const out = (name: string) => join(folder, "out", name);
const calls = {
  sweep: [...swept, "--out", out("sweep")],
  plain: [...swept, "--out", out("plain"), "--no-report", "--quiet"],
  csv: [...swept, "--csv", "--table", out("tables/trials.parquet")],
  wrongTable: [...swept, "--table", "trials.xlsx"],
  json: [...swept, "--json", "--journal", join(folder, "trials.ndjson")],
  resumed: [...swept, "--json", "--journal", join(folder, "trials.ndjson")],
  optimize: [
    ..."optimize sma-cross --param fast=2..10 --param slow=11..40 --trials 20 --threads 1 --csv --data".split(" "),
    prices,
    "--out",
    out("sweep"),
  ],
  walk: [
    "walk-forward",
    "sma-cross",
    "--data",
    prices,
    "--param",
    "fast=3,6",
    "--param",
    "slow=12,20",
    "--train",
    "100",
    "--test",
    "50",
    "--threads",
    "1",
    "--out",
    out("walk"),
  ],
  monte: ["monte-carlo", "sma-cross", "--data", prices, "--runs", "200", "--out", out("monte")],
  monteJson: ["monte-carlo", "sma-cross", "--data", prices, "--runs", "20", "--json"],
  lookahead: ["check", "lookahead", "sma-cross", "--data", prices, "--moments", "6"],
  warmup: ["check", "warmup", "sma-cross", "--data", prices, "--param", "fast=5"],
  doctor: ["check", "run", "sma-cross", "--data", prices],
  run: ["run", "sma-cross", "--data", prices, "--out", join(folder, "a"), "--quiet", "--no-report"],
  runOther: [
    "run",
    "sma-cross",
    "--data",
    prices,
    "--param",
    "fast=5",
    "--out",
    join(folder, "b"),
    "--quiet",
    "--no-report",
  ],
  compare: ["compare", join(folder, "a"), join(folder, "b"), "--out", out("compare")],
  compareJson: ["compare", join(folder, "a"), join(folder, "b"), "--json"],
  loud: ["sweep", loud, "--data", prices, "--param", "period=3,5", "--threads", "1", "--csv"],
  wrong: ["sweep", "sma-cross", "--data", prices, "--param", "fast=1..9"],
  notRun: ["compare", prices],
  noRun: ["compare", join(folder, "never-run")],
} as const;
/** Source of a strategy that prints to the console. */
const LOUD = `
  import { defineStrategy, param } from "hindcast";
  export default defineStrategy({
    name: "loud",
    params: { period: param.integer({ default: 3 }) },
    onStart: () => console.log("a word of the strategy"),
    onBar: () => undefined,
  });
`;
const answers = new Map<string, Answer>();
const answer = (name: keyof typeof calls) => answers.get(name)!;

beforeAll(async () => {
  writeFileSync(prices, samplePrices(300));
  writeFileSync(loud, LOUD);
  const found = await callInChild(Object.values(calls));
  Object.keys(calls).forEach((name, i) => answers.set(name, found[i]!));
}, 60_000);

describe("hindcast sweep", () => {
  test("prints the best trials, the chance of overfitting and a heatmap", () => {
    const { out, code } = answer("sweep");
    expect(code).toBe(0);
    expect(out).toContain("sma-cross: 9 trials by highest sharpe");
    expect(out).toMatch(/rank +fast +slow +sharpe +total-return/);
    expect(out).toContain("chance of overfitting");
    expect(out).toContain("sharpe over fast (across, 3 to 9) and slow (down)");
  });

  test("writes a report and a table of the trials, and prints their paths", () => {
    const places = `Report: ${out("sweep")}/sweep.html\nData: ${out("sweep")}/sweep.csv, sweep.json\n`;
    expect(answer("sweep").out.endsWith(`\n\n${places}`)).toBe(true);
    expect(readFileSync(join(out("sweep"), "sweep.html"), "utf8")).toContain(
      "<title>sma-cross: parameter sweep · Hindcast",
    );
    expect(readdirSync(out("plain"))).toEqual(["sweep.csv", "sweep.json"]);
    expect(answer("plain")).toEqual({ code: 0, out: "", err: "" });
    // The command optimize wrote to the same folder and kept the files of the sweep.
    const names = ["sweep", "optimize"].flatMap((name) =>
      [".html", ".csv", ".json"].map((ending) => `${name}${ending}`),
    );
    expect(readdirSync(out("sweep")).toSorted()).toEqual(names.toSorted());
    const { findings } = JSON.parse(readFileSync(join(out("plain"), "sweep.json"), "utf8")) as { findings: object[] };
    // The best of nine trials over 300 bars has few trades.
    expect(findings).toContainEqual(expect.objectContaining({ code: "few-trades", severity: "caution" }));
  });

  test("prints only the table to standard output even if the strategy prints, with one thread and with two", async () => {
    const threads = await hindcast(calls.loud.map((word) => (word === "1" ? "2" : word)));
    for (const { code, out: text } of [answer("loud"), threads]) {
      expect(code).toBe(0);
      expect(text.split("\n").map((line) => line.split(",")[0])).toEqual(["rank", "1", "2", ""]);
    }
    expect(threads.err).toContain("a word of the strategy");
  }, 60_000);

  test("prints the table as CSV or JSON, and the same JSON from a journal of finished trials", () => {
    const lines = answer("csv").out.trim().split("\n");
    expect(lines).toHaveLength(10);
    const { trials, checksum } = JSON.parse(answer("json").out) as { trials: { params: object }[]; checksum: string };
    expect(trials).toHaveLength(9);
    expect(checksum).toMatch(/^[0-9a-f]{64}$/);
    expect(answer("resumed").out).toBe(answer("json").out);
    expect(readFileSync(join(folder, "trials.ndjson"), "utf8").trim().split("\n")).toHaveLength(10);
  });

  test("refuses parameter values that the strategy does not allow", () => {
    expect(withoutReadings(answer("wrong"))).toMatchObject({ code: 1, out: "" });
    expect(answer("wrong").err).toContain("fast must be a whole number from 2 to 100, was 1");
  });

  test.concurrent("resumes a killed sweep from its journal and prints the table of an uninterrupted sweep", async () => {
    const journal = join(folder, "killed.ndjson");
    const args = (file: string) => [
      COMMAND_LINE,
      "sweep",
      "sma-cross",
      "--data",
      join(ROOT, "data/sp500-2000.csv"),
      "--param",
      "fast=2..11",
      "--param",
      "slow=30..54",
      "--threads",
      "1",
      "--json",
      "--journal",
      file,
    ];
    const killed = spawn(process.execPath, args(journal), { env: plainEnvironment(), stdio: "ignore" });
    const lines = () => (existsSync(journal) ? readFileSync(journal, "utf8").split("\n").length : 0);
    while (lines() < 30 && killed.exitCode === null) await wait(20);
    killed.kill("SIGKILL");
    const kept = lines();
    expect(kept).toBeLessThan(250);
    const whole = join(folder, "whole.ndjson");
    const [resumed, fresh] = await Promise.all([node(args(journal)), node(args(whole))]);
    expect(resumed.code).toBe(0);
    expect(resumed.out).toBe(fresh.out);
    expect(lines()).toBe(252);
  }, 60_000);
});

test.concurrent("hindcast sweep keeps its journal at Ctrl-C and says how to resume", async () => {
  const journal = join(folder, "stopped.ndjson");
  const args = [
    "sweep",
    "sma-cross",
    "--data",
    join(ROOT, "data/sp500-2000.csv"),
    "--param",
    "fast=2..41",
    "--param",
    "slow=42..142",
  ];
  const all = [COMMAND_LINE, ...args, "--threads", "1", "--journal", journal];
  const stopped = spawn(process.execPath, all, { env: plainEnvironment(), stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  stopped.stderr.on("data", (chunk) => (stderr += String(chunk)));
  while (!existsSync(journal) || readFileSync(journal, "utf8").split("\n").length < 40) await wait(20);
  stopped.kill("SIGINT");
  const [code] = (await once(stopped, "exit")) as [number];
  expect(code).toBe(130);
  expect(stderr).toBe(`hindcast: stopped: ${journal} contains the finished trials; repeat the command to continue\n`);
  expect(readFileSync(journal, "utf8").endsWith("\n")).toBe(true);
}, 60_000);

test("hindcast sweep --table writes the format of the file extension with the rows of the CSV output", async () => {
  const { buffer } = new Uint8Array(readFileSync(out("tables/trials.parquet")));
  const rows = await parquetReadObjects({ file: buffer });
  const [names, ...lines] = answer("csv")
    .out.trim()
    .split("\n")
    .map((line) => line.split(","));
  expect(rows).toHaveLength(9);
  expect(Object.keys(rows[0]!)).toEqual(names);
  const cell = (value: unknown) => (value === null ? "" : `${value as number}`);
  expect(rows.map((row) => Object.values(row).map(cell))).toEqual(lines);
  expect(answer("wrongTable").err).toContain(
    '--table must be a file that ends in .parquet, .csv or .csv.gz, was "trials.xlsx"',
  );
});

test("hindcast optimize prints the requested number of trials", () => {
  expect(answer("optimize").out.trim().split("\n")).toHaveLength(21);
});

test("hindcast walk-forward prints its windows and the result out of sample", () => {
  const { out } = answer("walk");
  expect(out).toContain("sma-cross: 4 windows by highest sharpe");
  expect(out).toContain("Out of sample, with all tests joined into one account: Total return");
  expect(out).toMatch(/2020-01-01 +2020-04-09 +2020-05-29/);
  expect(out).toContain("warning: 4 tests are few");
  expect(readdirSync(join(folder, "out/walk"))).toEqual(["walk-forward.html", "walk-forward.json", "windows.csv"]);
  expect(out).toContain(`Report: ${join(folder, "out/walk/walk-forward.html")}\n`);
});

test("hindcast monte-carlo prints confidence intervals", () => {
  expect(answer("monte").out).toContain(
    "200 histories of 300 sessions in blocks of about 7; the intervals contain 95% of them",
  );
  expect(readdirSync(out("monte"))).toEqual(["monte-carlo.html", "monte-carlo.json"]);
  const json = JSON.parse(answer("monteJson").out) as Record<string, unknown>;
  expect(json).toMatchObject({
    method: "bootstrap",
    runs: 20,
    warnings: expect.any(Array),
    findings: expect.any(Array),
  });
  expect(json).not.toHaveProperty("fan");
});

test("hindcast check lookahead, warmup and run print their findings", () => {
  expect(answer("lookahead").out).toContain(
    "No look-ahead bias found in sma-cross: its decisions stayed the same when the data after ",
  );
  expect(answer("warmup").out).toContain("bars of history, the trades are the same as with all 100 bars");
  expect(answer("doctor").out).toContain("caution");
});

test("hindcast compare prints the parameters and metrics of two runs side by side", () => {
  const { out: text } = answer("compare");
  expect(text).toMatch(/fast +10 +5/);
  expect(text).toMatch(/Sharpe ratio +-?\d/);
  expect(text).toContain(`Report: ${out("compare")}/compare.html`);
  expect(readdirSync(out("compare"))).toEqual(["compare.csv", "compare.html", "compare.json"]);
  const saved = JSON.parse(answer("compareJson").out) as readonly object[];
  expect(saved.map((run) => "equity" in run)).toEqual([false, false]);
  expect(answer("notRun").err).toContain("is not a result.json of hindcast run");
  expect(answer("noRun").err).toContain("result not found: ");
});

test("the progress line of a sweep shows the rate and the time left", () => {
  expect(progressText({ done: 1200, total: 5000, ran: 1000 }, 4000)).toBe(
    "1,200 of 5,000 trials (24%)  250 a second  16 s left",
  );
  expect(progressText({ done: 12, total: NaN, ran: 0 }, 100)).toBe("12 trials");
});

test("a heatmap is darkest at the highest metric and marks missing values", () => {
  const text = heatmapText({
    x: "fast",
    y: "slow",
    metric: "sharpe",
    columns: [1, 2],
    rows: [10, 20],
    values: Float64Array.of(0, 1, NaN, 0.5),
  });
  expect(text.split("\n").slice(1, 3)).toEqual(["  10     ████", "  20 ····▒▒▒▒"]);
});
