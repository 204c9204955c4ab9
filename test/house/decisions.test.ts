import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** Numbers of decisions that do not count from 1, each once and in order, and references to ones that do not exist. */
function numberProblems(decisions: string, ...others: readonly string[]): string[] {
  const numbers = [...decisions.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number));
  const wrong = numbers.flatMap((number, place) =>
    number === place + 1 ? [] : [`decision ${number} must have the number ${place + 1}`],
  );
  const named = [decisions, ...others].flatMap((text) =>
    [...text.matchAll(/(?:\bdecision|\(see)\s+(\d+)\b/g)].map(([, number]) => Number(number)),
  );
  const missing = named.filter((number) => !numbers.includes(number));
  return [...wrong, ...missing.map((number) => `there is no decision ${number}`)];
}

test("decisions are numbered in their order, and references to them lead somewhere", () => {
  expect(numberProblems(read("DECISIONS.md"), read("CONTRIBUTING.md"))).toEqual([]);
});

test("a number that occurs twice and a reference to none are found", () => {
  expect(numberProblems("## 1. A\n\n## 1. B\n", "see decision 3")).toEqual([
    "decision 1 must have the number 2",
    "there is no decision 3",
  ]);
});
