import { sweep } from "hindcast/research";
import { expect, test } from "vitest";
import { trialsJson, trialsText } from "../../../src/cli/output/trials-text.ts";
import { smaCross } from "../../../strategies/sma-cross.ts";
import { walkMarket } from "../../research/walk.ts";

const data = walkMarket(200);
/** Periods of the slow average. This one is so long that the strategy never trades. */
const slow = [199];
const params = { fast: [3, 6], slow };
const terminal = { stdout: { write: () => true }, stderr: { write: () => true }, env: {} };

test("the text and JSON output of a sweep warn if trials have no value of the objective", async () => {
  const result = await sweep(smaCross, data, { params, objective: "win-rate" });
  const warning = "2 of 2 trials have no win-rate and are ranked last.";
  expect(trialsText(result, 10, terminal)).toContain(`\n\nwarning: ${warning}\n\n`);
  const { warnings } = JSON.parse([...trialsJson(result)].join("")) as { warnings: string[] };
  expect(warnings).toEqual([warning, ...result.run().warnings]);
});

test("the warning about trials without an objective uses the singular for a single trial", async () => {
  const result = await sweep(smaCross, data, { params: { fast: [3], slow }, objective: "win-rate" });
  const text = trialsText(result, 10, terminal);
  expect(text).toContain("sma-cross: 1 trial by highest win-rate\n");
  expect(text).toContain("warning: 1 of 1 trial has no win-rate and is ranked last.\n");
});

test("a sweep prints no warning about missing objectives if all trials have a value", async () => {
  const result = await sweep(smaCross, data, { params, objective: "total-return" });
  expect(trialsText(result, 10, terminal)).not.toContain("ranked last");
});
