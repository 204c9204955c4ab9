import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { withoutReadings } from "../cli/answer.ts";
import { call } from "../cli/call.ts";
import { samplePrices } from "../cli/sample-prices.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { ROOT } from "../house/source-files.ts";

// The command line refuses each call in one line that says what is wrong, what was found and where. Expected lines are literal, except for
// names of strategies.

const HEAD = "date,open,high,low,close,volume\n";
const folder = temporaryFolder({
  "prices.csv": samplePrices(),
  "empty.csv": "",
  "header.csv": HEAD,
  "no-close.csv": "date,open,high,low,volume\n2020-01-01,1,2,1,1\n",
  "unsorted.csv": `${HEAD}2020-01-02,1,2,1,1,1\n2020-01-01,1,2,1,1,1\n2020-01-03,1,2,1,1,1\n`,
  "twice.csv": `${HEAD}2020-01-01,1,2,1,1,1\n2020-01-01,1,2,1,1,1\n`,
  "nan.csv": `${HEAD}2020-01-01,1,2,1,NaN,1\n`,
  "text.csv": `${HEAD}2020-01-01,1,2,1,1,1\n2020-01-02,1,two,1,1,1\n`,
  "low.csv": `${HEAD}2020-01-01,1,2,1.5,1,1\n`,
  "cut.csv.gz": Uint8Array.of(0x1f, 0x8b, 8, 0),
});

const STRATEGIES = readdirSync(join(ROOT, "strategies"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => basename(file, ".ts"));
const KNOWN_STRATEGIES = `strategy must be the path of a file or one of ${STRATEGIES.toSorted().join(", ")}, was "nobody"`;

/** Runs a command line. `DIR` means the test's folder in arguments and in the expected error. */
async function refusal(line: string): Promise<{ code: number; out: string; err: string }> {
  const args = line.split(" ").map((word) => word.replace("DIR", folder));
  const { code, out, err } = withoutReadings(await call(args));
  return { code, out, err: err.replaceAll(folder, "DIR") };
}

const RUN = "run sma-cross --data DIR/prices.csv";

test.each([
  ["nothing.csv", "file not found: DIR/nothing.csv"],
  ["empty.csv", "DIR/empty.csv is empty: it needs a header and a row for each bar"],
  ["header.csv", "DIR/header.csv has no rows below its header"],
  [
    "no-close.csv",
    'DIR/no-close.csv must name time, open, high, low and close in its first line, missing close; the line is "date, open, high, low, volume". If a column has another name, give it, such as --columns "close=NAME"',
  ],
  [
    "unsorted.csv",
    "DIR/unsorted.csv, line 3: time must be after that of the previous bar, 2020-01-02T00:00:00.000Z, was 2020-01-01T00:00:00.000Z. To leave out bad rows, import the file with hindcast import bars --skip-bad-rows",
  ],
  [
    "twice.csv",
    'DIR/twice.csv, line 3: time must differ from that of the previous bar, was 2020-01-01T00:00:00.000Z again. If the file has several symbols, name their column, such as --columns "symbol=NAME". To leave out bad rows, import the file with hindcast import bars --skip-bad-rows',
  ],
  [
    "nan.csv",
    'DIR/nan.csv, line 2, column close: must be a number, was "NaN". To leave out bad rows, import the file with hindcast import bars --skip-bad-rows',
  ],
  [
    "text.csv",
    'DIR/text.csv, line 3, column high: must be a number, was "two". To leave out bad rows, import the file with hindcast import bars --skip-bad-rows',
  ],
  [
    "low.csv",
    "DIR/low.csv, line 2: open must be between low and high, 1.5 to 2, was 1; 1 more problem follows. To leave out bad rows, import the file with hindcast import bars --skip-bad-rows",
  ],
  ["cut.csv.gz", "DIR/cut.csv.gz must be a complete gzip file, but it ends early"],
  [
    "",
    "DIR/ is not a recording: it has no manifest.json. hindcast import bars FILE... --into DIR makes one of files of bars",
  ],
])("hindcast run refuses the data file %s", async (name, message) => {
  expect(await refusal(`run sma-cross --data DIR/${name}`)).toEqual({
    code: 1,
    out: "",
    err: `hindcast: ${message}\n`,
  });
});

test.each([
  // Calls with wrong strategies and strategy parameters.
  ["run nobody --data DIR/prices.csv", KNOWN_STRATEGIES],
  [`${RUN} --strategies DIR/none`, "folder of strategies not found: DIR/none"],
  [`run DIR/my.ts --data DIR/prices.csv`, "file not found: DIR/my.ts"],
  [`run DIR/my.py --data DIR/prices.csv`, "DIR/my.py must end in .ts, .mts, .js or .mjs"],
  [`${RUN} --param fas=5`, 'sma-cross has no parameter "fas"; it has fast, slow'],
  [`${RUN} --param fast=1`, "fast must be a whole number from 2 to 100, was 1"],
  [`${RUN} --param fast=9.5`, "fast must be a whole number from 2 to 100, was 9.5"],
  [`${RUN} --param fast=ten`, 'fast must be a whole number from 2 to 100, was "ten"'],
  [`${RUN} --param fast`, '--param must be NAME=VALUE, was "fast"'],
  [`${RUN} --param fast=5 --param fast=6`, "--param fast was given twice"],
  [`${RUN} --param fast=30 --param slow=30`, "sma-cross: fast must be below slow, were fast 30, slow 30"],
  // Calls with wrong symbols and dates.
  [`run sma-cross --data A=DIR/prices.csv --symbol B`, 'symbol must be one of A, was "B"'],
  [`${RUN} --data DIR/prices.csv`, "the data have prices twice"],
  [`run sma-cross --data A=`, '--data must be FILE or SYMBOL=FILE, was "A="'],
  [
    `${RUN} --from 2030-01-01`,
    /^the range has no bar: the data go from 2020-01-01 to 2020-04-29, the range goes from 2030-01-01 on$/,
  ],
  [
    `${RUN} --from 2020-03-01 --to 2020-02-01`,
    /^the range has no bar: .* the range goes from 2020-03-01 on and up to, not including, 2020-02-02$/,
  ],
  [`${RUN} --from 2021-02-29`, '--from must be a date that exists, 2021-02 has days 01 to 28, was "2021-02-29"'],
  [
    `${RUN} --to tomorrow`,
    '--to must be YYYY-MM-DD or YYYY-MM-DDTHH:mm[:ss[.sss]], with or without Z or an offset, was "tomorrow"',
  ],
  [
    `${RUN} --zone Mars/Olympus`,
    'zone must be a name of the IANA time-zone database, such as America/New_York or UTC, was "Mars/Olympus"',
  ],
  [
    `${RUN} --interval 24h`,
    'interval must be a whole number of seconds, minutes or hours below a day, such as 15s, 3m or 2h, or one of 1d, 5d, 1wk, 1mo, 3mo, was "24h"',
  ],
  [
    `${RUN} --interval 1wk`,
    'interval of DIR/prices.csv must not be longer than the usual step between its bars, 1d, was 1wk; a strategy can read longer bars with bars("1wk")',
  ],
  // Calls with wrong amounts of money.
  [`${RUN} --cash 1e300`, "cash must be above 0 and at most 10000000000000, was 1e+300"],
  [`${RUN} --cash -5`, "cash must be above 0 and at most 10000000000000, was -5"],
  [`${RUN} --cash much`, '--cash must be a number, was "much"'],
  [`${RUN} --currency usd`, '--currency must be three to five capital letters, such as USD, was "usd"'],
  [`${RUN} --commission -0.001`, "--commission rate must be a finite number from 0 to 1, was -0.001"],
  [`${RUN} --commission banana`, /^--commission must be one of .*per-share.*, was "banana"$/],
  [`${RUN} --slippage bps:-1`, "--slippage bps must be a finite number from 0 to 10000, was -1"],
  [`${RUN} --risk-free 50`, "--risk-free must be a finite number from -1 to 10, was 50"],
  [`${RUN} --lot 0`, "--lot must be a number above 0, was 0"],
  [`${RUN} --tick -1`, "--tick must be a number above 0, was -1"],
  [`${RUN} --seed -1`, "--seed must be a whole number from 0 to 4294967295, was -1"],
  [`${RUN} --warmup -2`, "--warmup must be a whole number of at least -1, was -2"],
  // Calls with wrong places for the output.
  [`${RUN} --out DIR/prices.csv/out`, "folder DIR/prices.csv/out cannot be written: a file has this name"],
])("hindcast %s is refused", async (line, message) => {
  const { code, out, err } = await refusal(line);
  const text = /^hindcast: (.*)\n$/.exec(err)?.[1];
  expect({ code, out, text }).toEqual({
    code: 1,
    out: "",
    text: typeof message === "string" ? message : expect.stringMatching(message),
  });
});

test.each([
  ["walk", "unknown command 'walk'; see hindcast help"],
  ["rum", "unknown command 'rum' (did you mean run?); see hindcast help"],
  ["run --data a.csv", "missing required argument 'strategy'; see hindcast help run"],
  [`${RUN} --banana 5`, "unknown option '--banana'; see hindcast help run"],
  [`${RUN} --fro 5`, "unknown option '--fro' (did you mean --from?); see hindcast help run"],
  [`${RUN} --cash`, "option '--cash <amount>' argument missing; see hindcast help run"],
  [`${RUN} another`, "too many arguments for 'run'. Expected 1 argument but got 2; see hindcast help run"],
  ["list", "missing required argument 'what'; see hindcast help list"],
  ["list cats", 'list must be followed by one of indicators, strategies, metrics, was "cats"'],
  ["--verson", "unknown option '--verson' (did you mean --version?); see hindcast help"],
])("hindcast %s is a wrong call and refused with exit code 2", async (line, message) => {
  expect(await refusal(line)).toEqual({ code: 2, out: "", err: `hindcast: ${message}\n` });
});

test("hindcast without a command prints the help and fails", async () => {
  const { code, out, err } = await call([]);
  expect(code).toBe(2);
  expect(out).toBe("");
  expect(err).toMatch(/^Usage: hindcast \[options\] \[command\]\n/);
});

test("a run with a wrong parameter writes no output files", async () => {
  await refusal(`${RUN} --out DIR/out --param fast=1`);
  expect(existsSync(join(folder, "out"))).toBe(false);
});

test("with HINDCAST_DEBUG the command line prints the error code and the stack below an error's message", async () => {
  const { err } = await call(["run", "nobody", "--data", "a.csv"], { env: { HINDCAST_DEBUG: "1" } });
  expect(err).toMatch(
    /^hindcast: strategy must be .*\nHindcastError \[STRATEGY_NOT_FOUND\]: strategy must be .*\n {4}at /,
  );
});
