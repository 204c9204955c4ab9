import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { withoutReadings } from "./answer.ts";
import { call } from "./call.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const PRICES = join(ROOT, "data/sp500-2000.csv");
const SAMPLE = join(ROOT, "data/sample");
const folder = temporaryFolder();
const TRIALS = ["sma-cross", "--data", PRICES];

test.each([
  [
    ["sweep", ...TRIALS],
    2,
    "--param is missing: give values to try, such as --param NAME=5,10,20; sma-cross has fast, slow",
  ],
  [
    ["sweep", ...TRIALS, "--param", "fast=5,10", "--objective", "shrpe"],
    1,
    '--objective must be a name of "hindcast list metrics", was "shrpe" (did you mean sharpe?)',
  ],
  [
    ["sweep", ...TRIALS, "--param", "fast=5,10", "--objective", "lowest:zzz"],
    1,
    '--objective must be a name of "hindcast list metrics", was "zzz"',
  ],
  [["sweep", ...TRIALS, "--param", "fast=5,10", "--top", "0"], 1, '--top must be a whole number above 0, was "0"'],
  [
    ["sweep", ...TRIALS, "--param", "fast=5,10", "--csv", "--json"],
    2,
    "option '--csv' cannot be used with option '--json'; see hindcast help sweep",
  ],
  [
    ["indicators", "compute", "--data", PRICES, "--indicator", "rsi", "--symbol", ""],
    1,
    '--symbol must be a symbol, or symbols separated by commas, was ""',
  ],
  [["run", ...TRIALS, "--symbol", " "], 1, '--symbol must be a symbol, or symbols separated by commas, was " "'],
  [
    ["indicators", "compute", "--data", PRICES, "--indicator", "rsy"],
    1,
    'indicator must be a name of "hindcast list indicators", was "rsy" (did you mean rsi?)',
  ],
  [
    ["sweep", ...TRIALS, "--param", "fast=5,10", "--samples", "random:5:6"],
    1,
    '--samples must be random:COUNT, sobol:COUNT or grid, was "random:5:6"',
  ],
  [
    ["walk-forward", ...TRIALS, "--param", "fast=5,10", "--trials", "10"],
    2,
    "--trials needs --method tpe or --method genetic",
  ],
  [
    ["monte-carlo", ...TRIALS, "--method", "trade-shuffle", "--block", "5"],
    2,
    "--block needs --method bootstrap: trade-shuffle has no blocks",
  ],
  [
    ["worker", "--data", PRICES, "--redis", "redis://127.0.0.1:1", "--intrabar", "drill-down"],
    1,
    "drill-down needs a recording with bars finer than 1d",
  ],
  [["data", "nowhere"], 1, "recording not found: nowhere"],
  [["data", PRICES], 1, `${PRICES} is not a recording but a file`],
  [["explain", "sharp"], 2, 'unknown name "sharp" (did you mean sharpe, deflated-sharpe or probabilistic-sharpe?)'],
  [["run", ...TRIALS, "--from", "2001-01-01", "--from", "2002-01-01"], 1, "--from was given twice"],
  [["run", ...TRIALS, "--symbol", "A", "--symbol=A"], 1, "--symbol was given twice"],
  [["serve", "--data", SAMPLE, "--data", SAMPLE, "--print-config"], 1, "--data was given twice"],
  [["keys", "create", "--state", "a.db", "--state", "b.db"], 1, "--state was given twice"],
] as const)("hindcast %j is refused with an error that says what to change", async (args, code, message) => {
  expect(withoutReadings(await call(args))).toEqual({ code, out: "", err: `hindcast: ${message}\n` });
});

test("intraday bars without a calendar cause a warning that says how to declare one", async () => {
  const text = "date,open,high,low,close\n2024-01-08T14:30:00Z,1,1,1,1\n2024-01-08T14:31:00Z,1,1,1,1\n";
  const minutes = temporaryFolder({ "minutes.csv": text });
  const { out } = await call(["run", "buy-and-hold", "--data", join(minutes, "minutes.csv")]);
  expect(out).toContain(
    "warning: No calendar is declared: each day of UTC counts as a session of intraday bars, for day orders, anchored indicators and annualized metrics. Declare one with --calendar, or give the series a calendar.\n",
  );
});

test("hindcast indicators compute requires --symbol for a recording with several symbols", async () => {
  const { code, err } = await call(["indicators", "compute", "--data", SAMPLE, "--indicator", "rsi"]);
  expect(code).toBe(2);
  expect(err).toMatch(/^hindcast: --symbol must be one of AAPL, .*, USDJPY, was not given\n$/);
});

test.each([["list"], ["revoke", "4fT2mQxZ81ab"], ["rotate", "4fT2mQxZ81ab"]])(
  "hindcast keys %s does not create a state file if none exists at the given path",
  async (...args) => {
    const state = join(folder, "markt.db");
    const err = `hindcast: state file not found: ${state}\n`;
    expect(await call(["keys", ...args, "--state", state])).toEqual({ code: 1, out: "", err });
    expect(existsSync(state)).toBe(false);
  },
);
