import { createHash } from "node:crypto";
import { join } from "node:path";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { checkOptions } from "../../primitives/check-options.ts";
import { readCalendars, recordCalendars } from "./calendars.ts";
import { checkManifest } from "./check-manifest.ts";
import { checkMarket } from "./check-market.ts";
import { FORMAT, type Manifest, MANIFEST_FILE, type RecordedFile, VERSION } from "./manifest.ts";
import { piecesOf } from "./recorded-pieces.ts";
import { type ReplaceOptions, replaceFolder, type WriteFile } from "./replace-folder.ts";

export type WritingOptions = ReplaceOptions;

/**
 * Writes a market into a folder: `manifest.json` and standard files, bars, quotes and chains as Arrow, actions and facts as lines of JSON.
 *
 * The folder appears whole or not at all, and a recording that stands there is replaced whole. The same market gives the same bytes.
 * Throws BARS_INVALID, RECORDING_INVALID for a market that contradicts itself (two series of one symbol and interval, an instrument
 * that is not there), CALENDAR_INVALID, OUTPUT_NOT_WRITABLE for a folder that cannot be written or holds something else; then
 * everything is as it was.
 *
 * @example
 * await writeRecording("data/my-market", market);
 * const recording = await openRecording("data/my-market");
 */
export async function writeRecording(
  folder: string,
  market: RecordedMarket,
  options: WritingOptions = {},
): Promise<void> {
  checkOptions("writeRecording", options, { replacing: true, signal: true });
  const fill = async (write: WriteFile): Promise<void> => {
    const files: RecordedFile[] = [];
    checkMarket(market);
    for (const { encode, ...piece } of piecesOf(market)) {
      const bytes = await encode();
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      await write(piece.file, bytes);
      files.push({ ...piece, bytes: bytes.length, sha256 });
    }
    const text = `${JSON.stringify(manifestOf(market, files), null, 2)}\n`;
    readCalendars(folder, checkManifest(join(folder, MANIFEST_FILE), text));
    await write(MANIFEST_FILE, Buffer.from(text));
  };
  await replaceFolder(folder, fill, options);
}

function manifestOf(market: RecordedMarket, files: readonly RecordedFile[]): Manifest {
  const { name, description, licence, provenance, notes, mainCalendar, calendars, instruments } = market;
  return {
    format: FORMAT,
    version: VERSION,
    name,
    description,
    licence,
    provenance,
    notes,
    mainCalendar,
    calendars: recordCalendars(calendars),
    instruments,
    files,
  };
}
