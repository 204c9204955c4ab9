import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, realpath, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { HindcastError } from "../../primitives/errors.ts";
import { makeFolder } from "../exports.ts";
import { checkManifest } from "./check-manifest.ts";
import { MANIFEST_FILE } from "./manifest.ts";
import { openRecording } from "./open-recording.ts";
import { fileError, systemCode } from "../file-error.ts";

/** Writes one file of the new folder; it is flushed to disk when the promise resolves. */
export type WriteFile = (name: string, bytes: Uint8Array) => Promise<void>;

/** System errors that occur if another process has moved a folder to or from the target. */
const MOVED_CODES: ReadonlySet<string> = new Set(["ENOTEMPTY", "EEXIST", "ENOENT"]);

/** Options of `writeRecording`. */
export interface ReplaceOptions {
  /** Checksum of the recording that may be replaced; if the recording has another checksum, it is kept and the call throws. */
  readonly replacing?: string | undefined;
  /** Cancels writing and throws its reason, unless the new folder is already being moved into place. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Creates or replaces a folder as a whole: `write` fills a hidden folder next to it, which is then renamed. On any failure the existing folder
 * stays unchanged. Only an empty folder or a recording without additional files is replaced, and only if no other process changed it since
 * the start, or since the version with the checksum `replacing`. If the machine stops between the last two steps, the old recording remains
 * as `.NAME.UUID.old`. Throws `OUTPUT_NOT_WRITABLE`.
 */
export async function replaceFolder(
  folder: string,
  write: (file: WriteFile) => Promise<void>,
  { replacing, signal }: ReplaceOptions = {},
): Promise<void> {
  const target = await realpath(folder).catch(() => resolve(folder));
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}`);
  const newFolder = `${temporary}.new`;
  const oldFolder = `${temporary}.old`;
  let isMoving = false;
  try {
    const before = await checkReplaceable(folder, target);
    const isReplacing = before !== undefined;
    await makeFolder(dirname(target));
    await mkdir(newFolder);
    await write((name, bytes) => {
      signal?.throwIfAborted();
      return writeSynced(join(newFolder, name), bytes);
    });
    await syncFolder(newFolder);
    signal?.throwIfAborted();
    isMoving = true;
    if (isReplacing) await rename(target, oldFolder);
    try {
      if (isReplacing) await checkUnchanged(folder, oldFolder, before, replacing);
      await rename(newFolder, target);
    } catch (error) {
      if (isReplacing) await rename(oldFolder, target);
      throw error;
    }
    await syncFolder(dirname(target));
    await rm(oldFolder, { recursive: true, force: true });
  } catch (error) {
    await rm(newFolder, { recursive: true, force: true });
    const code = systemCode(error);
    if (isMoving && code !== undefined && MOVED_CODES.has(code)) throw changedError(folder);
    if (code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
    throw fileError("OUTPUT_NOT_WRITABLE", folder, `cannot be written: ${code}`, {
      cause: code,
    });
  }
}

/** Returns the manifest text of a folder that may be replaced; empty for an empty folder, undefined if there is none. Throws for others. */
async function checkReplaceable(folder: string, target: string): Promise<string | undefined> {
  let entries: readonly string[];
  try {
    entries = await readdir(target);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
  if (entries.length === 0) return "";
  const unknownFiles = entries.filter((entry) => entry !== MANIFEST_FILE);
  if (entries.includes(MANIFEST_FILE)) {
    const path = join(target, MANIFEST_FILE);
    const text = await readFile(path, "utf8");
    const named = new Set(checkManifest(path, text).files.map(({ file }) => file));
    const unnamed = unknownFiles.filter((entry) => !named.has(entry));
    if (unnamed.length === 0) return text;
    unknownFiles.splice(0, Infinity, ...unnamed);
  }
  const mustBe = "must be new, empty or a recording, so that no other files are lost";
  throw fileError("OUTPUT_NOT_WRITABLE", folder, `${mustBe}, has ${unknownFiles[0]}`, { strange: unknownFiles });
}

/** Throws if the folder changed since the start. Checked after moving it away, when no other process can write to it. */
async function checkUnchanged(folder: string, oldFolder: string, before: string, replacing?: string): Promise<void> {
  const now = await readFile(join(oldFolder, MANIFEST_FILE), "utf8").catch(() => "");
  const isSame = replacing === undefined ? now === before : (await openRecording(oldFolder)).checksum === replacing;
  if (!isSame) throw changedError(folder);
}

function changedError(folder: string): HindcastError {
  return fileError("OUTPUT_NOT_WRITABLE", folder, "was changed by another program while it was written");
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, "wx");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot flush a folder to disk, and stores file names durably without it.
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
