import { readdirSync, readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import * as door from "../../src/metrics/index.ts";
import { formatNumber } from "../../src/metrics/format.ts";
import { summarize } from "../../src/metrics/summary.ts";
import { performanceOf } from "./performance-of.ts";

const FOLDER = new URL("../../src/metrics/", import.meta.url);
const SCOPE: Readonly<Record<string, unknown>> = {
  ...door,
  formatNumber,
  summarize,
  performance: performanceOf([1000, 880, 1100]),
};

/** Examples in the doc comments of metrics, each with the numbers that the comment in its last line promises. */
const examples = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) =>
    [...readFileSync(new URL(file, FOLDER), "utf8").matchAll(/@example\n((?: \* .*\n)+)/g)].map((match) => {
      const code = match[1]!.replaceAll(/^ \* /gm, "").trim();
      const promised = /; \/\/ ([-\d., ]+)$/.exec(code)?.[1]?.split(", ").map(Number);
      return { file, code, promised };
    }),
  );

test.each(examples)(
  "the example in the doc comment of $file returns the numbers that it promises, to six digits",
  ({ code, promised }) => {
    const result: unknown = runInNewContext(code, { ...SCOPE });
    if (promised === undefined) return;
    const numbers = typeof result === "number" ? [result] : [...(result as Iterable<number>)];
    expect(numbers.map((value) => Number(value.toPrecision(6)))).toEqual(promised);
  },
);

test("every metric function that accepts columns has an example in its doc comment", () => {
  const members = [...Object.values(door), ...Object.values(door.metrics)];
  const formulas = members.filter((member) => typeof member === "function" && !needsRun(member)).length;
  expect(examples.length).toBeGreaterThanOrEqual(formulas);
});

/** Whether a metric accepts only runs, which the error of a call without arguments shows. */
function needsRun(member: object): boolean {
  if (!("kind" in member)) return false;
  try {
    (member as (run?: never) => unknown)();
  } catch (error) {
    return String(error).includes("must be the result of a run");
  }
  return false;
}
