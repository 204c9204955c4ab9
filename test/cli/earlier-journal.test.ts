import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { callInChild } from "./child-process.ts";

const files = temporaryFiles();
const strategy = files.write(
  "stepping.ts",
  `import { defineStrategy, param } from "hindcast";
export const stepping = defineStrategy({
  name: "stepping",
  params: { days: param.integer({ default: 3, min: 1 }) },
  onBar({ bar, position, params, orders }) {
    if (bar.index % params.days !== 0) return;
    if (position.flat) orders.buy({ percent: 1 });
    else orders.close();
  },
});
`,
);
/** A journal of a sweep, written at commit 16046d30, before five settings were added. */
const EARLIER_JOURNAL = readFileSync(join(ROOT, "test/cli/earlier-journal.ndjson"), "utf8");
const prices = join(ROOT, "data", "sp500-2000.csv");
const experiment = ["--param", "days=1,5,9", "--commission", "0.001", "--lot", "0.001"];
const sweepWith = (journal: string, ...more: string[]) => [
  "sweep",
  strategy,
  "--data",
  prices,
  ...experiment,
  "--journal",
  journal,
  ...more,
];

describe("a sweep that resumes a journal of an earlier version", () => {
  test("keeps the trials of the journal and runs the missing ones", async () => {
    const complete = files.write("whole.ndjson", EARLIER_JOURNAL);
    const partial = files.write("partly.ndjson", `${EARLIER_JOURNAL.split("\n").slice(0, 3).join("\n")}\n`);
    const [first, second] = await callInChild([sweepWith(complete, "--json"), sweepWith(partial, "--json")]);
    expect([first!.code, second!.code]).toEqual([0, 0]);
    expect(readFileSync(complete, "utf8")).toBe(EARLIER_JOURNAL);
    expect(readFileSync(partial, "utf8").split("\n").toSorted()).toEqual(EARLIER_JOURNAL.split("\n").toSorted());
    // The resumed sweep gives the same results as the complete journal.
    expect(JSON.parse(second!.out)).toEqual(JSON.parse(first!.out));
  });

  test("is refused if a trial's result differs, or if it uses a setting that the earlier version lacked", async () => {
    const lines = EARLIER_JOURNAL.replaceAll(/,"checksum":\d+\}/g, "}").replace(/"row":\[[^,]+/, '"row":[0.5');
    const changed = files.write("changed.ndjson", lines);
    const complete = files.write("settled.ndjson", EARLIER_JOURNAL);
    const [differs, settled] = await callInChild([sweepWith(changed), sweepWith(complete, "--bars-end", "settle")]);
    expect(differs!.code).toBe(1);
    expect(differs!.err).toMatch(
      /changed\.ndjson is from an earlier version of Hindcast with other results: trial \d \(\{"days":\d\}\) had annual-return 0\.5, has -?0\.\d+ now\. Use another file to run the trials again/,
    );
    expect(settled!.code).toBe(1);
    expect(settled!.err).toContain(", not of stepping with these data");
  });
});
