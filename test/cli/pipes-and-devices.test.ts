import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { node, COMMAND_LINE } from "./child-process.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const { folder } = temporaryFiles();
const PATIENCE_MS = 20_000;

/** Creates a named pipe without a writer. A program that opens or reads it would wait forever. */
function createPipe(name: string): string {
  const file = join(folder, name);
  execFileSync("mkfifo", [file]);
  return file;
}

describe.skipIf(process.platform === "win32")("a pipe or a device in place of a file", () => {
  const prices = join(folder, "prices.csv");
  writeFileSync(prices, `date,open,high,low,close\n2020-01-02,1,1,1,1\n2020-01-03,1,1,1,1\n`);
  mkdirSync(join(folder, "saved"));
  const csv = createPipe("pipe.csv");
  const parquet = createPipe("pipe.parquet");
  const ndjson = createPipe("pipe.ndjson");
  const strategy = createPipe("pipe.ts");
  const json = createPipe("pipe.json");
  createPipe("saved/result.json");
  const journal = createPipe("pipe.journal");
  const state = createPipe("pipe.db");
  const sweep = ["sweep", "sma-cross", "--data", prices, "--param", "fast=2..4", "--journal"];

  // Each case has the use of the file, the error message, and the arguments of the command.
  test.each<[what: string, refusal: string, ...words: string[]]>([
    ["prices as CSV", `${csv} must be a file, was a pipe`, "run", "sma-cross", "--data", csv],
    ["prices as Parquet", `${parquet} must be a file, was a pipe`, "run", "sma-cross", "--data", parquet],
    ["prices as NDJSON", `${ndjson} must be a file, was a pipe`, "run", "sma-cross", "--data", ndjson],
    ["prices on a device", `/dev/zero must be a file, was a device`, "run", "sma-cross", "--data", "/dev/zero"],
    [
      "a file to import",
      `${csv} must be a file, was a pipe`,
      "import",
      "bars",
      `A=${csv}`,
      "--into",
      join(folder, "market"),
    ],
    [
      "a device to import",
      `/dev/zero must be a file, was a device`,
      "import",
      "bars",
      "A=/dev/zero",
      "--into",
      join(folder, "market"),
    ],
    ["a strategy", `${strategy} must be a file, was a pipe`, "run", strategy, "--data", prices],
    [
      "the result of a run in its folder",
      `result.json must be the result of a run, was a pipe`,
      "compare",
      join(folder, "saved"),
      prices,
    ],
    ["the result of a run", `${json} must be the result of a run, was a pipe`, "compare", json, json],
    ["a journal", `${journal} must be a file, was a pipe`, ...sweep, journal],
    ["a state", `${state} cannot be used: it is a pipe`, "keys", "list", "--state", state],
  ])("is refused at once if it is given as %s", async (_, refusal, ...words) => {
    const { code, err } = await node([COMMAND_LINE, ...words], folder, PATIENCE_MS);
    expect(err).toContain(refusal);
    expect(code).toBe(1);
  });
});
