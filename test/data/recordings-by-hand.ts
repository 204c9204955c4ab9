import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { writeRecording } from "../../src/data/recording/write-recording.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { countingBars, recordedInstrument, recordedMarket } from "./recording-market.ts";

const DAY = 86_400_000;
const none = new Float64Array(0);

/** A market with daily bars of AAA and BBB, an empty table of quotes and a split. */
export const MARKET = recordedMarket({
  instruments: [recordedInstrument("AAA"), recordedInstrument("BBB")],
  series: [
    { symbol: "AAA", bars: countingBars("1d", 0, DAY, 3) },
    { symbol: "BBB", bars: countingBars("1d", 0, DAY, 2) },
  ],
  quotes: [{ symbol: "AAA", time: none, bid: none, ask: none, bidSize: none, askSize: none }],
  actions: [{ symbol: "AAA", kind: "split", exDate: 1, ratio: 2, cash: 0, currency: "USD" }],
});
export const BARS_FILE = "bars-0000-AAA-1d.arrow";

/** Untyped JSON, so that tests can write invalid values into a manifest. */
export type Json = any;

/** Functions that write recordings, valid or edited, into temporary folders, which are removed after a file's tests. */
export function recordingsByHand() {
  const { folder: root } = temporaryFiles();
  let folders = 0;
  const newFolder = (): string => join(root, `recording-${folders++}`);

  const recorded = async (market: RecordedMarket = MARKET): Promise<string> => {
    const folder = newFolder();
    await writeRecording(folder, market);
    return folder;
  };
  /** Writes a recording, edits its manifest, and returns the folder. */
  const withManifest = async (change: (manifest: Json) => void): Promise<string> => {
    const folder = await recorded();
    const path = join(folder, "manifest.json");
    const manifest: Json = JSON.parse(readFileSync(path, "utf8"));
    change(manifest);
    writeFileSync(path, JSON.stringify(manifest));
    return folder;
  };
  /** Writes a recording, replaces one file and its checksum in the manifest, and returns the folder. */
  const withFile = async (bytes: Uint8Array, file = BARS_FILE): Promise<string> => {
    const folder = await withManifest(({ files }) => {
      const entry = files.find((one: Json) => one.file === file);
      entry.bytes = bytes.length;
      entry.sha256 = createHash("sha256").update(bytes).digest("hex");
    });
    writeFileSync(join(folder, file), bytes);
    return folder;
  };
  const load = async (folder: string) => (await openRecording(folder)).load();
  return { root, newFolder, recorded, withManifest, withFile, load };
}
