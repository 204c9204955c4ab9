import { type BarFile, readBars } from "hindcast/data";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { dataFrames } from "./file-kinds/data-frames.ts";
import type { FileKind } from "./file-kinds/file-kind.ts";
import { fileKindsPage } from "./file-kinds/file-kinds-page.ts";
import { headerless } from "./file-kinds/headerless.ts";
import { jsonFiles } from "./file-kinds/json.ts";
import { manySymbols } from "./file-kinds/many.ts";
import { otherFiles } from "./file-kinds/other-files.ts";
import { times } from "./file-kinds/times.ts";
import { vendors } from "./file-kinds/vendors.ts";

const files = temporaryFiles();

/** All kinds, in the order of the page. All prices are invented. */
const GROUPS: readonly (readonly [heading: string, kinds: readonly FileKind[]])[] = [
  ["Data frames", dataFrames],
  ["Files without a header", headerless],
  ["Times, order of rows, stamps", times],
  ["Names and numbers of vendors", vendors],
  ["JSON", jsonFiles],
  ["Several symbols", manySymbols],
  ["Packed files, and files without a table", otherFiles],
];

describe.each(GROUPS)("%s", (_, kinds) => {
  test.each(kinds.map((one) => [one.kind, one] as const))(
    "%s",
    async (_kind, { name, content, refusal, options, bars, says = [] }) => {
      const file = files.write(name, content);
      if (refusal !== undefined) {
        await expect(readBars(file)).rejects.toMatchObject({
          code: "DATA_FILE_INVALID",
          message: expect.stringContaining(refusal),
        });
      }
      if (bars === undefined) return;
      const read = await readBars(file, options ?? {});
      expect(barsOf(read)).toEqual(bars);
      for (const text of says) expect(read.notes.join("\n")).toContain(text);
    },
  );
});

/** Returns the bars of each symbol as texts, as the table of kinds states them. */
function barsOf({ series }: BarFile): Record<string, string[]> {
  return Object.fromEntries(
    series.map(({ instrument, bars: { time, open, high, low, close, volume } }) => [
      instrument.symbol,
      Array.from(time, (start, i) => [minuteText(start), open[i], high[i], low[i], close[i], volume[i]].join(" ")),
    ]),
  );
}

function minuteText(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 16)}Z`;
}

test("docs/reference/file-kinds.md equals the page generated from the tables of kinds", async () => {
  await expect(
    fileKindsPage(GROUPS),
    "To update it: npx vitest run test/data/file-kinds.test.ts -u",
  ).toMatchFileSnapshot(join(ROOT, "docs/reference/file-kinds.md"));
});
