import { formatDate, formatInstant } from "../../src/time/instant.ts";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { type BarFile, importMarket, readBars } from "hindcast/data";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { chains } from "./file-kinds/chains.ts";
import { dataFrames } from "./file-kinds/data-frames.ts";
import type { FileKind } from "./file-kinds/file-kind.ts";
import { fileKindsPage } from "./file-kinds/file-kinds-page.ts";
import { headerless } from "./file-kinds/headerless.ts";
import { jsonFiles } from "./file-kinds/json.ts";
import { manySymbols } from "./file-kinds/many.ts";
import { otherFiles } from "./file-kinds/other-files.ts";
import { ticks } from "./file-kinds/ticks.ts";
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
  ["Ticks", ticks],
  ["Option chains", chains],
  ["Packed files, and files without a table", otherFiles],
];

describe.each(GROUPS)("%s", (_, kinds) => {
  test.each(kinds.map((one) => [one.kind, one] as const))(
    "%s",
    async (_kind, { name, content, refusal, options, bars, imports, says = [] }) => {
      const file = files.write(name, content);
      if (refusal !== undefined) {
        await expect(readBars(file)).rejects.toMatchObject({
          code: "DATA_FILE_INVALID",
          message: expect.stringContaining(refusal),
        });
      }
      if (imports !== undefined) {
        const { importer, settings = {}, rows } = imports;
        const { market } = await importMarket({ importer, files: [{ file }], settings });
        expect(rowsOf(market)).toEqual(rows);
        for (const text of says) expect(market.notes.join("\n")).toContain(text);
        return;
      }
      if (bars === undefined) return;
      const read = await readBars(file, options ?? {});
      expect(barsOf(read)).toEqual(bars);
      for (const text of says) expect(read.notes.join("\n")).toContain(text);
    },
  );
});

/** Returns the quotes, bars and contracts of a market as texts. */
function rowsOf({ quotes, series, chains: all }: RecordedMarket): string[] {
  const text = (symbol: string, instant: number, ...values: readonly (string | number | undefined)[]): string =>
    [symbol, formatInstant(instant), ...values].join(" ");
  return [
    ...quotes.flatMap(({ symbol, time, bid, ask }) =>
      Array.from(time, (instant, i) => text(symbol, instant, bid[i], ask[i])),
    ),
    ...series.flatMap(({ symbol, bars: { time, open, high, low, close, volume } }) =>
      Array.from(time, (start, i) => text(symbol, start, open[i], high[i], low[i], close[i], volume[i])),
    ),
    ...all.flatMap(({ symbol, time, expiration, strike, right, bid, ask }) =>
      Array.from(time, (instant, i) =>
        text(
          symbol,
          instant,
          formatDate(expiration[i]! * 86_400_000),
          strike[i],
          right[i]! > 0 ? "C" : "P",
          bid[i],
          ask[i],
        ),
      ),
    ),
  ];
}

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
