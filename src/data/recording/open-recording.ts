import { stat } from "node:fs/promises";
import { join } from "node:path";
import { readCalendars } from "./calendars.ts";
import { checkManifest } from "./check-manifest.ts";
import { type Manifest, MANIFEST_FILE } from "./manifest.ts";
import { readPlainFile } from "./read-file.ts";
import { Recording } from "./recording.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { invalidRecording, systemCode } from "../file-error.ts";
import { textOf } from "./json-lines.ts";

/** Size limit of a manifest in bytes; it is enough for about a hundred thousand files. */
const LARGEST_MANIFEST = 64 * 2 ** 20;

/**
 * Opens a recording: reads and checks its manifest. Data files are read when they are needed.
 * Throws `RECORDING_NOT_FOUND`, `RECORDING_INVALID`, `CALENDAR_UNKNOWN`, `CALENDAR_INVALID` and `ZONE_UNKNOWN`.
 *
 * @example
 * const recording = await openRecording("data/my-market");
 * recording.instruments.map(({ symbol }) => symbol);
 */
export async function openRecording(folder: string): Promise<Recording> {
  const manifest = await readManifest(folder);
  return new Recording(folder, manifest, readCalendars(folder, manifest));
}

async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST_FILE);
  const checkSize = (bytes: number): void => {
    if (bytes <= LARGEST_MANIFEST) return;
    throw invalidRecording(path, `must be at most ${LARGEST_MANIFEST} bytes, has ${bytes}`, { bytes });
  };
  try {
    return checkManifest(path, textOf(path, await readPlainFile(path, checkSize)));
  } catch (error) {
    const cause = systemCode(error);
    if (cause === undefined) throw error;
    const missing = cause === "ENOENT" || cause === "ENOTDIR";
    const message = missing
      ? await missingRecording(folder)
      : `${MANIFEST_FILE} of the recording ${folder} cannot be read: ${cause}`;
    throw new HindcastError("RECORDING_NOT_FOUND", message, { file: folder, cause });
  }
}

/** Returns the message for a missing recording, which says whether its path is a file, another folder or missing. */
async function missingRecording(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined) return `recording not found: ${folder}`;
  return found.isDirectory()
    ? `${folder} is not a recording: it has no ${MANIFEST_FILE}. hindcast import bars FILE... --into DIR makes one of files of bars`
    : `${folder} is not a recording but a file`;
}
