import { expect, test } from "vitest";
import { createProgress } from "../../../src/cli/output/progress.ts";

function watched(isTTY: boolean) {
  const lines: string[] = [];
  let time = 0;
  const stderr = { write: (text: string) => lines.push(text), isTTY, columns: 40 };
  const progress = createProgress("sma", { stdout: stderr, stderr, env: { NO_COLOR: "1" } }, () => time);
  return { lines, progress, at: (ms: number) => (time = ms) };
}

test("a run that ends quickly shows no progress line", () => {
  const { lines, progress, at } = watched(true);
  for (const ms of [0, 100, 399]) {
    at(ms);
    progress.update(ms / 400);
  }
  progress.clear();
  expect(lines).toEqual([]);
});

test("a long run updates its progress line at intervals and erases it at the end", () => {
  const { lines, progress, at } = watched(true);
  for (const [ms, done] of [
    [400, 0.25],
    [410, 0.3],
    [500, 1],
  ] as const) {
    at(ms);
    progress.update(done);
  }
  progress.clear();
  expect(lines).toEqual([
    `\rsma [${"=".repeat(7)}${"-".repeat(21)}] 25%`,
    `\rsma [${"=".repeat(28)}]100%`,
    "\r\u001B[2K",
  ]);
});

test("progress is shown on a terminal only, not in a file or a pipe", () => {
  const { lines, progress, at } = watched(false);
  at(10_000);
  progress.update(0.5);
  progress.clear();
  expect(lines).toEqual([]);
});
