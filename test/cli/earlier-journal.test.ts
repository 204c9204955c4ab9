import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { callApart } from "./apart.ts";

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
/** Written by the command below at 16046d30, before five of today's settings came. */
const EARLIER = readFileSync(join(ROOT, "test/cli/earlier-journal.ndjson"), "utf8");
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

describe("a journal of an earlier version", () => {
  test("goes on: its trials are kept, and the others run", async () => {
    const kept = files.write("whole.ndjson", EARLIER);
    const partly = files.write("partly.ndjson", `${EARLIER.split("\n").slice(0, 3).join("\n")}\n`);
    const [first, second] = await callApart([sweepWith(kept, "--json"), sweepWith(partly, "--json")]);
    expect([first!.code, second!.code]).toEqual([0, 0]);
    expect(readFileSync(kept, "utf8")).toBe(EARLIER);
    expect(readFileSync(partly, "utf8").split("\n").toSorted()).toEqual(EARLIER.split("\n").toSorted());
    // What the second ran again is what 16046d30 wrote.
    expect(JSON.parse(second!.out)).toEqual(JSON.parse(first!.out));
  });

  test("is refused where a trial has another result now, or a setting that it could not know", async () => {
    // Lines without a checksum are read too.
    const lines = EARLIER.replaceAll(/,"checksum":\d+\}/g, "}").replace(/"row":\[[^,]+/, '"row":[0.5');
    const changed = files.write("changed.ndjson", lines);
    const kept = files.write("settled.ndjson", EARLIER);
    const [differs, settled] = await callApart([sweepWith(changed), sweepWith(kept, "--bars-end", "settle")]);
    expect(differs!.code).toBe(1);
    expect(differs!.err).toMatch(
      /changed\.ndjson is from an earlier version of Hindcast with other results: trial \d \(\{"days":\d\}\) had annual-return 0\.5, has -?0\.\d+ now\. Use another file to run the trials again/,
    );
    expect(settled!.code).toBe(1);
    expect(settled!.err).toContain(", not of stepping with these data");
  });
});
