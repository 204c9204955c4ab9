import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { progressText } from "../../src/cli/output/trial-progress.ts";
import { heatmapText } from "../../src/cli/output/heatmap-text.ts";
import { callApart, FROM_SOURCE, plainEnvironment } from "./apart.ts";
import { samplePrices } from "./sample-prices.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import type { Answer } from "./call.ts";

const folder = temporaryFolder();
const prices = join(folder, "prices.csv");

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
const calls = {
  sweep: swept,
  csv: [...swept, "--csv"],
  json: [...swept, "--json", "--journal", join(folder, "trials.ndjson")],
  resumed: [...swept, "--json", "--journal", join(folder, "trials.ndjson")],
  optimize: [
    "optimize",
    "sma-cross",
    "--data",
    prices,
    "--param",
    "fast=2..10",
    "--param",
    "slow=11..40",
    "--trials",
    "20",
    "--threads",
    "1",
    "--csv",
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
  ],
  monte: ["monte-carlo", "sma-cross", "--data", prices, "--runs", "200"],
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
  compare: ["compare", join(folder, "a"), join(folder, "b")],
  wrong: ["sweep", "sma-cross", "--data", prices, "--param", "fast=1..9"],
  notRun: ["compare", prices],
} as const;
const answers = new Map<string, Answer>();
const answer = (name: keyof typeof calls) => answers.get(name)!;

beforeAll(async () => {
  writeFileSync(prices, samplePrices(300));
  const found = await callApart(Object.values(calls));
  Object.keys(calls).forEach((name, i) => answers.set(name, found[i]!));
}, 60_000);

describe("sweep", () => {
  test("prints the best trials, how likely they were luck, and a picture", () => {
    const { out, code } = answer("sweep");
    expect(code).toBe(0);
    expect(out).toContain("sma-cross: 9 trials by highest sharpe");
    expect(out).toMatch(/rank +fast +slow +sharpe +total-return/);
    expect(out).toContain("chance of overfitting");
    expect(out).toContain("sharpe over fast (across, 3 to 9) and slow (down)");
  });

  test("prints the table as CSV and as JSON", () => {
    const lines = answer("csv").out.trim().split("\n");
    expect(lines).toHaveLength(10);
    const { trials, checksum } = JSON.parse(answer("json").out) as { trials: { params: object }[]; checksum: string };
    expect(trials).toHaveLength(9);
    expect(checksum).toMatch(/^[0-9a-f]{64}$/);
    expect(answer("resumed").out).toBe(answer("json").out);
    expect(readFileSync(join(folder, "trials.ndjson"), "utf8").trim().split("\n")).toHaveLength(10);
  });

  test("refuses values that the strategy does not allow", () => {
    expect(answer("wrong")).toMatchObject({ code: 1, out: "" });
    expect(answer("wrong").err).toContain("fast must be a whole number from 2 to 100, was 1");
  });

  test("killed in the middle it goes on where it was, to the same table", async () => {
    const journal = join(folder, "killed.ndjson");
    const args = (file: string) => [
      ...FROM_SOURCE,
      join(ROOT, "src/cli/main.ts"),
      "sweep",
      "sma-cross",
      "--data",
      join(ROOT, "data/sp500-2000.csv"),
      "--param",
      "fast=2..21",
      "--param",
      "slow=30..64",
      "--threads",
      "1",
      "--json",
      "--journal",
      file,
    ];
    const killed = spawn(process.execPath, args(journal), { env: plainEnvironment(), stdio: "ignore" });
    const lines = () => (existsSync(journal) ? readFileSync(journal, "utf8").split("\n").length : 0);
    while (lines() < 60 && killed.exitCode === null) await wait(20);
    killed.kill("SIGKILL");
    const kept = lines();
    expect(kept).toBeLessThan(700);
    const whole = join(folder, "whole.ndjson");
    const [resumed, fresh] = await callApart(
      [args(journal), args(whole)].map((all) => all.slice(FROM_SOURCE.length + 1)),
    );
    expect(resumed!.code).toBe(0);
    expect(resumed!.out).toBe(fresh!.out);
    expect(lines()).toBe(702);
  }, 60_000);
});

test("Ctrl-C leaves a journal and says how to go on", async () => {
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
  const all = [...FROM_SOURCE, join(ROOT, "src/cli/main.ts"), ...args, "--threads", "1", "--journal", journal];
  const stopped = spawn(process.execPath, all, { env: plainEnvironment(), stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  stopped.stderr.on("data", (chunk) => (said += String(chunk)));
  while (!existsSync(journal) || readFileSync(journal, "utf8").split("\n").length < 40) await wait(20);
  stopped.kill("SIGINT");
  const [code] = (await once(stopped, "exit")) as [number];
  expect(code).toBe(130);
  expect(said).toBe(`hindcast: stopped: ${journal} holds the trials that ran; the same command goes on with them\n`);
  expect(readFileSync(journal, "utf8").endsWith("\n")).toBe(true);
}, 60_000);

test("optimize prints as many trials as were asked for", () => {
  expect(answer("optimize").out.trim().split("\n")).toHaveLength(21);
});

test("walk-forward prints its windows and what the tests came to", () => {
  const { out } = answer("walk");
  expect(out).toContain("sma-cross: 4 windows by highest sharpe");
  expect(out).toContain("Out of sample, all tests as one account: Total return");
  expect(out).toMatch(/2020-01-01 +2020-04-09 +2020-05-29/);
});

test("monte-carlo prints intervals", () => {
  expect(answer("monte").out).toContain("200 histories of 300 sessions in blocks of 7 or so; 95% of them lie inside");
});

test("check says what it found", () => {
  expect(answer("lookahead").out).toContain("sma-cross decided the same at");
  expect(answer("warmup").out).toContain("bars of history on the trades are those of all 100 bars");
  expect(answer("doctor").out).toContain("doubtful");
});

test("compare puts runs side by side with what differs between them", () => {
  const { out } = answer("compare");
  expect(out).toMatch(/fast +10 +5/);
  expect(out).toMatch(/Sharpe ratio +-?\d/);
  expect(answer("notRun").err).toContain("must be a result.json of hindcast run");
});

test("progress tells rate and time left", () => {
  expect(progressText({ done: 1200, total: 5000, ran: 1000 }, 4000)).toBe(
    "1,200 of 5,000 trials (24%)  250 a second  16 s left",
  );
  expect(progressText({ done: 12, total: NaN, ran: 0 }, 100)).toBe("12 trials");
});

test("a heatmap is darkest where the metric is highest, and marks what did not run", () => {
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
