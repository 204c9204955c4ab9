import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { COMMAND_LINE, hindcast, plainEnvironment } from "../cli/child-process.ts";
import { withoutReadings } from "../cli/answer.ts";
import { call } from "../cli/call.ts";
import { samplePrices } from "../cli/sample-prices.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { ROOT } from "../house/source-files.ts";

const folder = temporaryFolder({
  "prices.csv": samplePrices(),
  "prices.csv.gz": gzipSync(samplePrices()),
  "other.csv": samplePrices(120, 2),
});
const file = (name: string) => join(folder, name);
const RUN = ["run", "sma-cross", "--param", "fast=3", "--param", "slow=8"];
const SAMPLE = join(ROOT, "data/sp500-2000.csv");

interface Result extends Readonly<Record<string, unknown>> {
  readonly symbols: readonly string[];
  readonly fillHash: string;
  readonly fingerprint: string;
  readonly summary: Readonly<Record<string, number>>;
  readonly counts: Readonly<Record<string, number>>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly from: number;
}

async function result(...args: string[]): Promise<Result> {
  const { code, out, err } = withoutReadings(await call([...args, "--json"]));
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as Result;
}

test("hindcast run prints figures, trades, an equity chart and notes, and the paths of its files", async () => {
  const out = file("out");
  const answer = await call([...RUN, "--data", file("prices.csv"), "--symbol", "SWING", "--out", out]);
  expect(answer).toMatchObject({ code: 0, err: "" });
  expect(answer.out).toMatch(
    /^prices\.csv: CSV with commas; .*, UTC\)\.\n\nsma-cross \(fast 3, slow 8\)\nSWING {2}1d {2}2020-01-01 to 2020-04-29 {2}120 bars\n/,
  );
  expect(answer.out.match(/CSV with commas/g)).toHaveLength(1);
  expect(answer.out).toMatch(/^Total return +-?\d+\.\d\d% +-?\d+\.\d\d%$/m);
  expect(answer.out).toMatch(/^best +2020-/m);
  expect(answer.out).toContain("⠤⠤ strategy");
  // 120 bars give only a few round trips for a strategy with two parameters.
  expect(answer.out).toMatch(
    /^caution: \d+ closed trades? for 2 parameters: fewer than 30 trades say little about future results\.$/m,
  );
  const places = `Report: ${join(out, "report.html")}\nData: ${join(out, "result.json")}, trades.csv, equity.csv\n`;
  expect(answer.out.endsWith(`\n\n${places}`)).toBe(true);
  expect(answer.out).not.toContain("\u001B");

  expect(readdirSync(out)).toEqual(["equity.csv", "report.html", "result.json", "trades.csv"]);
  const json = JSON.parse(readFileSync(join(out, "result.json"), "utf8")) as Result;
  expect(readFileSync(join(out, "trades.csv"), "utf8").split("\n").length - 2).toBe(
    json.counts["trades"]! + json.counts["openTrades"]!,
  );
  expect(readFileSync(join(out, "equity.csv"), "utf8").split("\n")).toHaveLength(122);
});

test("hindcast run --json prints only the result to standard output, which equals the result in the file", async () => {
  const out = file("json");
  const {
    code,
    out: text,
    err,
  } = await call([...RUN, "--data", file("prices.csv"), "--json", "--out", out, "--no-report"]);
  expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^prices\.csv: CSV with commas; .*\n$/) });
  expect(JSON.parse(text)).toMatchObject({
    strategy: "sma-cross",
    params: { fast: 3, slow: 8 },
    findings: [{ code: "few-trades", severity: "caution" }],
  });
  expect(readdirSync(out)).toEqual(["equity.csv", "result.json", "trades.csv"]);
  const { equity, buyAndHold, indicators, ...facts } = JSON.parse(text) as Result;
  expect([equity, buyAndHold, indicators].every((each) => typeof each === "object")).toBe(true);
  expect(readFileSync(join(out, "result.json"), "utf8")).toBe(`${JSON.stringify(facts)}\n`);
});

test("hindcast run --no-equity writes no curves, and deletes the file with curves of an earlier run", async () => {
  const out = file("no-equity");
  const args = [...RUN, "--data", file("prices.csv"), "--out", out, "--no-report"];
  await call(args);
  const { out: text } = await call([...args, "--no-equity"]);
  expect(text).toContain(`Data: ${join(out, "result.json")}, trades.csv\n`);
  expect(readdirSync(out)).toEqual(["result.json", "trades.csv"]);
  expect(await call(["compare", out])).toMatchObject({
    code: 1,
    err: `hindcast: ${join(out, "equity.csv")} is missing, but a comparison needs the equity curve: run the backtest again without --no-equity\n`,
  });
});

test("hindcast compare reads results whose curves are in the same file or in a separate one", async () => {
  const out = file("with-curves");
  const whole = file("whole.json");
  const { out: text } = await call([...RUN, "--data", file("prices.csv"), "--json", "--out", out, "--no-report"]);
  writeFileSync(whole, text);
  const pages = await Promise.all(
    [out, whole].map(async (run, i) => {
      const folder = file(`compared-${i}`);
      expect(await call(["compare", run, "--out", folder])).toMatchObject({ code: 0, err: "" });
      return readFileSync(join(folder, "compare.html"), "utf8").replaceAll(run, "RUN");
    }),
  );
  expect(pages[0]).toBe(pages[1]);
});

test("hindcast run --quiet prints nothing", async () => {
  expect(await call([...RUN, "--data", file("prices.csv"), "--quiet"])).toEqual({ code: 0, out: "", err: "" });
});

test("the command line prints colors only on terminals", async () => {
  const { out } = await call([...RUN, "--data", file("prices.csv")], { columns: 100 });
  expect(out).toContain("\u001B[");
});

test("a gzipped data file gives the same fills as the plain file", async () => {
  const plain = await result(...RUN, "--data", file("prices.csv"));
  const packed = await result(...RUN, "--data", file("prices.csv.gz"));
  expect(packed.fillHash).toBe(plain.fillHash);
  expect(plain.counts["fills"]).toBeGreaterThan(0);
});

test("several data files make one market, whatever their order", async () => {
  const both = await result(...RUN, "--data", `A=${file("prices.csv")}`, "--data", `B=${file("other.csv")}`);
  const turned = await result(...RUN, "--data", `B=${file("other.csv")}`, "--data", `A=${file("prices.csv")}`);
  expect(both.symbols).toEqual(["A", "B"]);
  expect(both.counts["bars"]).toBe(240);
  expect(turned.fingerprint).toBe(both.fingerprint);
  const one = await result(
    ...RUN,
    "--data",
    `A=${file("prices.csv")}`,
    "--data",
    `B=${file("other.csv")}`,
    "--symbol",
    "B",
  );
  expect(one.symbols).toEqual(["B"]);
});

test("every command-line option for the account changes a setting of the run", async () => {
  const options = "--cash 5000 --currency EUR --commission per-share:amount=0.01,minimum=1 --slippage bps:5";
  const more = "--risk-free 0.02 --seed 7 --warmup 20 --zone America/New_York --from 2020-02-03 --to 2020-03-31";
  const { settings, from } = await result(...RUN, "--data", file("prices.csv"), ...`${options} ${more}`.split(" "));
  expect(settings).toMatchObject({
    cash: 5000,
    currency: "EUR",
    commission: { model: "per-share", amount: 0.01, minimum: 1, maximumShare: 1 },
    slippage: { model: "bps", bps: 5 },
    riskFreeRate: 0.02,
    seed: 7,
    warmupBars: 20,
    zone: "America/New_York",
    from: "2020-02-03",
    to: "2020-03-31",
  });
  expect(new Date(from).toISOString()).toBe("2020-02-03T05:00:00.000Z");
});

test("hindcast run --lot allows quantities below one", async () => {
  const whole = await result(...RUN, "--data", file("prices.csv"), "--cash", "50");
  const parts = await result(...RUN, "--data", file("prices.csv"), "--cash", "50", "--lot", "0.001");
  expect([whole.counts["fills"], whole.counts["rejected"]! > 0]).toEqual([0, true]);
  expect(parts.counts["fills"]).toBeGreaterThan(0);
});

test.each(["indicators", "strategies", "metrics"])(
  "hindcast list %s prints a table into a pipe, and with --json the same entries as JSON",
  async (what) => {
    const table = await call(["list", what]);
    const json = JSON.parse((await call(["list", what, "--json"])).out) as { name: string }[];
    expect(table).toMatchObject({ code: 0, err: "" });
    const names = table.out
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(" ")[0]);
    expect(names).toEqual(json.map(({ name }) => name));
    expect(names.length).toBeGreaterThan(5);
  },
);

test("hindcast list indicators prints parameters and the index of each output's first value", async () => {
  const { out } = await call(["list", "indicators"]);
  expect(out).toMatch(
    /^macd +Moving average convergence divergence +source +fast=12 slow=26 signal=9 alignSeeds=false +25, 33$/m,
  );
  const narrow = await call(["list", "metrics"], { columns: 80, env: { NO_COLOR: "1" } });
  expect(Math.max(...narrow.out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
});

test("hindcast list indicators --json has the memory, scale, range and names in other programs of each indicator", async () => {
  const all = JSON.parse((await call(["list", "indicators", "--json"])).out) as { name: string }[];
  const of = (name: string) => all.find((one) => one.name === name);
  expect(of("rsi")).toMatchObject({
    memory: "recursive",
    compounds: false,
    outputs: [{ name: "value", firstValue: 14, scale: { source: 0 }, range: [0, 100] }],
  });
  expect(of("macd")).toMatchObject({ compat: { talib: { alignSeeds: true } } });
  expect(of("sma")).toMatchObject({ memory: "window", compat: {}, outputs: [{ scale: { source: 1 }, range: null }] });
});

test("hindcast run prints lines that fit a narrow terminal", async () => {
  const args = ["run", "sma-cross", "--data", join(ROOT, "data/sample"), "--symbol", "SPY"];
  const { out } = await call(args, { columns: 60, env: { NO_COLOR: "1" } });
  expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(60);
  expect(out).toContain(
    "\nwarning: 1 trade still open at the end: marked at the last\n  price, not counted among closed trades.\n",
  );
});

test("hindcast --version prints the version of the package", async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  expect(await call(["--version"])).toEqual({ code: 0, out: `${version}\n`, err: "" });
});

test.each([["--help"], ["help", "run"], ["run", "--help"], ["help", "list"]])(
  "hindcast %s %s prints help with examples",
  async (...args) => {
    const { code, out, err } = await call(args);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^Usage: hindcast /);
    expect(out).toContain("\nExamples:\n  hindcast ");
  },
);

test("the hindcast process prints a run of the sample data only to standard output", async () => {
  const answer = await hindcast(["run", "sma-cross", "--data", SAMPLE, "--symbol", "^GSPC"]);
  expect(answer).toMatchObject({ code: 0, err: "" });
  expect(answer.out).toContain("^GSPC  1d  2000-01-03 to 2020-04-17  5,105 bars\n");
});

test("the hindcast process exits with 1 for bad input and with 2 for a wrong call", async () => {
  const [input, usage] = await Promise.all([hindcast(["run", "sma-cross", "--data", "none.csv"]), hindcast(["walk"])]);
  expect(input).toEqual({
    code: 1,
    out: "",
    err: "hindcast: file not found: none.csv\n",
  });
  expect(usage).toEqual({ code: 2, out: "", err: "hindcast: unknown command 'walk'; see hindcast help\n" });
});

test("the hindcast process succeeds if the program that reads its output stops early", async () => {
  const args = [COMMAND_LINE, "run", "sma-cross", "--data", SAMPLE, "--json"];
  const child = spawn(process.execPath, args, { env: plainEnvironment(), stdio: ["ignore", "pipe", "pipe"] });
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  child.stdout.once("data", () => child.stdout.destroy());
  const code = await new Promise<number>((resolve) => child.once("close", resolve));
  expect(withoutReadings({ code, out: "", err })).toEqual({ code: 0, out: "", err: "" });
});
