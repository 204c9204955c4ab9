import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { writeRecording } from "../../src/data/recording/write-recording.ts";
import { type BarFileOptions, readBars } from "../../src/data/bar-file.ts";
import { exportCsv, exportNdjson, exportParquet } from "../../src/data/exports.ts";
import { countingBars, recordedInstrument, recordedMarket } from "../data/recording-market.ts";
import { seededRandom } from "./series.ts";
import { zstandardOf } from "./zstandard-of.ts";

/*
 * This program changes one byte of a file at a time, corrects the checksum in the manifest if there is one, and reads the file. It prints
 * the results as JSON. The caller limits its time, since a reader may hang. Arguments: the number of bytes to change, and a seed.
 */

/** Outcomes of the changes: files still read, errors by code, anything else, and the slowest read in milliseconds. */
export interface FlippedFiles {
  readonly read: number;
  readonly refused: Readonly<Record<string, number>>;
  readonly strange: readonly string[];
  readonly slowestMs: number;
}

/** Error codes with which a reader may refuse an invalid file. */
const REFUSALS = [
  "RECORDING_INVALID",
  "RECORDING_DAMAGED",
  "BARS_INVALID",
  "DATA_FILE_INVALID",
  "CALENDAR_INVALID",
  "CALENDAR_UNKNOWN",
  "ZONE_UNKNOWN",
  "DATE_INVALID",
  "DATA_EMPTY",
  "INTERVAL_UNKNOWN",
];
const DAY = 86_400_000;
const none = new Float64Array(0);
const bars = countingBars("1d", 0, DAY, 40);

const ARROW_FILES: readonly (readonly [name: string, options: BarFileOptions])[] = [
  ["pandas-plain.feather", {}],
  ["pandas-lz4.feather", {}],
  ["polars-zstd.arrow", {}],
  ["decimals.feather", { interval: "1d" }],
  ["stream.arrows", { interval: "1d" }],
];

interface Subject {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly read: () => Promise<unknown>;
}

async function subjects(folder: string): Promise<readonly Subject[]> {
  const recording = join(folder, "recording");
  const quotes = { symbol: "AAA", time: bars.time, bid: bars.open, ask: bars.high, bidSize: none, askSize: none };
  await writeRecording(
    recording,
    recordedMarket({
      instruments: [recordedInstrument("AAA")],
      series: [{ symbol: "AAA", bars }],
      quotes: [{ ...quotes, bidSize: bars.volume, askSize: bars.volume }],
      actions: [{ symbol: "AAA", kind: "split", exDate: 1, ratio: 2, cash: 0, currency: "USD" }],
    }),
  );
  const manifest = join(recording, "manifest.json");
  const recorded = readdirSync(recording).map((file): Subject => {
    const path = join(recording, file);
    return {
      path,
      bytes: new Uint8Array(readFileSync(path)),
      async read() {
        if (file !== "manifest.json") mendSum(manifest, file, readFileSync(path));
        const opened = await openRecording(recording);
        await opened.verify();
        await opened.load();
      },
    };
  });
  const csv = { file: join(folder, "bars.csv"), read: readBars };
  const zipped = { file: join(folder, "bars.csv.gz"), read: readBars };
  const lines = { file: join(folder, "bars.ndjson"), read: readBars };
  const parquet = { file: join(folder, "bars.parquet"), read: readBars };
  await exportCsv(csv.file, bars);
  await exportCsv(zipped.file, bars);
  await exportNdjson(lines.file, bars);
  await exportParquet(parquet.file, bars);
  const packed = { file: join(folder, "bars.csv.zst"), read: readBars };
  writeFileSync(packed.file, zstandardOf(readFileSync(csv.file)));
  // Arrow files and streams, plain and packed, of pandas and polars.
  const arrow = ARROW_FILES.map(([name, options]) => {
    const file = join(folder, name);
    copyFileSync(join(import.meta.dirname, "../data/file-kinds/files", name), file);
    return { file, read: (path: string) => readBars(path, options) };
  });
  const single = [csv, zipped, packed, lines, parquet, ...arrow].map(({ file: path, read }): Subject => {
    return { path, bytes: new Uint8Array(readFileSync(path)), read: () => read(path) };
  });
  return [...recorded, ...single];
}

/** Writes the checksum that a file now has into the manifest. */
function mendSum(manifest: string, file: string, bytes: Uint8Array): void {
  const content = JSON.parse(readFileSync(manifest, "utf8")) as { files: { file: string; sha256: string }[] };
  content.files.find((one) => one.file === file)!.sha256 = createHash("sha256").update(bytes).digest("hex");
  writeFileSync(manifest, JSON.stringify(content));
}

async function flip(changes: number, seed: number): Promise<FlippedFiles> {
  const folder = mkdtempSync(join(tmpdir(), "hindcast-test-"));
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const refused: Record<string, number> = {};
  const strange: string[] = [];
  let read = 0;
  let slowestMs = 0;
  try {
    const all = await subjects(folder);
    // Checks first that every unchanged file can be read.
    for (const { read: readIt } of all) await readIt();
    const manifest = all.find(({ path }) => path.endsWith("manifest.json"))!;
    for (let change = 0; change < changes; change++) {
      const { path, bytes, read: readIt } = all[change % all.length]!;
      const changed = bytes.slice();
      // Every second change is near an end of the file, where most formats have headers or an index.
      const near = below(2) === 0 ? Math.min(bytes.length, 600) : bytes.length;
      const at = below(2) === 0 ? below(near) : bytes.length - 1 - below(near);
      const value = [0, 0xff, changed[at]! ^ (1 << below(8))][below(3)]!;
      changed[at] = value;
      writeFileSync(path, changed);
      const began = performance.now();
      try {
        await readIt();
        read++;
      } catch (error) {
        const { code = "none", message } = error as { readonly code?: string; readonly message: string };
        refused[code] = (refused[code] ?? 0) + 1;
        if (!REFUSALS.includes(code)) strange.push(`${path}: byte ${at} as ${value}: ${code} ${message}`);
      }
      slowestMs = Math.max(slowestMs, performance.now() - began);
      writeFileSync(path, bytes);
      writeFileSync(manifest.path, manifest.bytes);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { read, refused, strange, slowestMs };
}

const [changes, seed] = process.argv.slice(2).map(Number);
console.log(JSON.stringify(await flip(changes!, seed!)));
