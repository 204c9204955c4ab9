import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { tableFromIPC } from "apache-arrow";
import { describe, expect, test } from "vitest";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { openRecording } from "../../src/tape/recording/open-recording.ts";
import type { Recording } from "../../src/tape/recording/recording.ts";
import { writeRecording } from "../../src/tape/recording/write-recording.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { arbitraryRecordedMarket, countingBars, recordedInstrument, recordedMarket } from "./recording-market.ts";

const { folder: root } = temporaryFiles();
let folders = 0;
const newFolder = (): string => join(root, `recording-${folders++}`);

/** A market without what a recording does not keep: the order of its series, and calendars as objects. */
function comparable(market: RecordedMarket) {
  const key = ({ symbol, bars }: RecordedMarket["series"][number]): string => JSON.stringify([symbol, bars.interval]);
  return {
    ...market,
    calendars: market.calendars.map(({ name }) => name),
    series: market.series.map((one) => [key(one), one] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  };
}

async function written(market: RecordedMarket): Promise<Recording> {
  const folder = newFolder();
  await writeRecording(folder, market);
  return openRecording(folder);
}

describe("a recorded market", () => {
  test("comes back as it was written, whatever its symbols, with missing numbers and series without rows", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRecordedMarket, fc.boolean(), async (market, shared) => {
        const loaded = await (await written(market)).load({ shared });
        expect(comparable(loaded.market())).toEqual(comparable(market));
      }),
      { numRuns: 60 },
    );
  });

  test("has the same bytes each time, whatever the order of its series", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRecordedMarket, async (market) => {
        const [one, other] = [newFolder(), newFolder()];
        await writeRecording(one, market);
        await writeRecording(other, { ...market, series: market.series.toReversed() });
        const names = readdirSync(one).toSorted();
        expect(readdirSync(other).toSorted()).toEqual(names);
        for (const name of names) expect(readFileSync(join(other, name))).toEqual(readFileSync(join(one, name)));
        expect((await openRecording(other)).checksum).toBe((await openRecording(one)).checksum);
      }),
      { numRuns: 20 },
    );
  });
});

describe("the files of a recording", () => {
  const market = recordedMarket({
    instruments: [recordedInstrument("^GSPC"), recordedInstrument("GC=F")],
    series: [
      { symbol: "GC=F", bars: countingBars("1m", Date.UTC(2019, 11, 31, 23, 58), 60_000, 4) },
      { symbol: "^GSPC", bars: countingBars("1d", Date.UTC(2020, 0, 2), 86_400_000, 3) },
    ],
    facts: [{ symbol: "USD", kind: "interest_rate", value: 0.05, knownAt: 0 }],
  });

  test("are named after what they hold, short bars in a file for each year", async () => {
    const { folder, manifest } = await written(market);
    const names = [
      "bars-0000-GSPC-1d.arrow",
      "bars-0001-GC_F-1m-2019.arrow",
      "bars-0001-GC_F-1m-2020.arrow",
      "facts.ndjson",
    ];
    expect(readdirSync(folder).toSorted()).toEqual([...names, "manifest.json"]);
    expect(manifest.files.map(({ file }) => file)).toEqual(names);
    expect(manifest.files[1]).toMatchObject({
      kind: "bars",
      symbol: "GC=F",
      interval: "1m",
      rows: 2,
      first: 1_577_836_680_000, // 2019-12-31T23:58Z
      last: 1_577_836_740_000,
    });
  });

  test("have the length and the SHA-256 that the manifest says", async () => {
    const { folder, manifest } = await written(market);
    for (const { file, bytes, sha256 } of manifest.files) {
      const content = readFileSync(join(folder, file));
      expect([content.length, createHash("sha256").update(content).digest("hex")]).toEqual([bytes, sha256]);
    }
  });

  test("of bars are read by Arrow's own reader, with the units of their columns", async () => {
    const { folder } = await written(market);
    const table = tableFromIPC(readFileSync(join(folder, "bars-0001-GC_F-1m-2020.arrow")));
    expect(table.schema.fields.map(({ name, type }) => `${name} ${String(type)}`)).toEqual(
      ["time", "open", "high", "low", "close", "volume"].map((name) => `${name} Float64`),
    );
    expect(table.toArray().map((row) => ({ ...row }))).toEqual([
      { time: 1_577_836_800_000, open: 3, high: 3.5, low: 2.5, close: 3, volume: 30 },
      { time: 1_577_836_860_000, open: 4, high: 4.5, low: 3.5, close: 4, volume: 40 },
    ]);
    expect(table.schema.fields[0]!.metadata.get("unit")).toBe("milliseconds since 1970-01-01T00:00:00Z");
    expect(Object.fromEntries(table.schema.metadata)).toEqual({ kind: "bars", symbol: "GC=F", interval: "1m" });
  });
});
