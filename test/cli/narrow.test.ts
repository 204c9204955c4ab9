import { join } from "node:path";
import { expect, test } from "vitest";
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
])("%s %s keeps to the width of a narrow terminal, and to one line a sentence elsewhere", async (...args) => {
  const [narrow, piped] = [await call(args, { columns: 50, env: { NO_COLOR: "1" } }), await call(args)];
  expect(Math.max(...narrow.out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(50);
  expect(Math.max(...piped.out.split("\n").map((line) => line.length))).toBeGreaterThan(50);
  expect(narrow.out.split(/\s+/)).toEqual(piped.out.split(/\s+/));
});

test("what is said of luck stands in columns, on a narrow terminal too", async () => {
  const args = ["sweep", "sma-cross", "--data", data, "--param", "fast=2,3", "--param", "slow=8,9", "--threads", "1"];
  const { out } = await call(args, { columns: 50, env: { NO_COLOR: "1" } });
  expect(out).toMatch(
    /\n {2}loss out of sample +\d+\.\d\d% {2}of the splits\n {34}lose money in\n {34}the other half\n/,
  );
});
