import { expect, test } from "vitest";
import { heatmapText } from "../../../src/cli/output/trials-text.ts";
import { createTrialLine } from "../../../src/cli/output/progress.ts";

test("a heatmap with many columns fits a narrow terminal by merging columns", () => {
  const columns = Array.from({ length: 40 }, (_, i) => i);
  const values = Float64Array.from({ length: 80 }, (_, i) => (i % 40) / 39);
  const text = heatmapText({ x: "fast", y: "slow", metric: "sharpe", columns, rows: [10, 20], values }, 25);
  expect(text.split("\n")).toEqual([
    "sharpe over fast (across,",
    "0 to 39) and slow (down)",
    // Twenty characters show 40 columns. Every four characters have the same shade, for one fifth of the range of values.
    "  10     ░░░░▒▒▒▒▓▓▓▓████",
    "  20     ░░░░▒▒▒▒▓▓▓▓████",
    "░ 0.00 to █ 1.00",
  ]);
});

test("a progress line is cut to the terminal width, since wrapped lines cannot be erased", () => {
  const written: string[] = [];
  const stderr = { write: (text: string) => written.push(text), isTTY: true, columns: 24 };
  const line = createTrialLine(
    "sma-cross",
    { stderr, stdout: stderr, env: { TERM: "dumb", NO_COLOR: "1" } },
    { now: () => 1 },
  );
  line.update({ done: 1200, total: 5000, ran: 0 });
  expect(written).toEqual(["\rsma-cross  1,200 of 5,0"]);
});
