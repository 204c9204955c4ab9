import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, realpath, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { HindcastError } from "../../primitives/errors.ts";
import { makeFolder } from "../exports.ts";
import { checkManifest } from "./check-manifest.ts";
import { MANIFEST_FILE } from "./manifest.ts";
import { openRecording } from "./open-recording.ts";
import { fileError, systemCode } from "../file-error.ts";

/** Writes one file of the new folder; it is on the disk when the promise is kept. */
export type WriteFile = (name: string, bytes: Uint8Array) => Promise<void>;

/** What a file system says where somebody else has moved a folder to the place, or away from it. */
const MOVED_CODES: ReadonlySet<string> = new Set(["ENOTEMPTY", "EEXIST", "ENOENT"]);

export interface ReplaceOptions {
  /** Checksum of the recording that may be replaced; where another was written since, that one stays and the call is refused. */
  readonly replacing?: string | undefined;
  /** Stops the writing: its reason is thrown, unless the new folder is about to take its place. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a folder whole or not at all: `write` fills a hidden one beside it, which then takes its name. Until that moment what was there
 * is untouched, whatever fails. A recording that stands there is replaced; anything else is not, nor is a recording with files that it
 * does not name, nor one that was written by somebody else meanwhile: its checksum is `replacing`, by default that at the begin. Were the machine to stop between the two last steps, the old recording would lie beside, as `.NAME.UUID.old`.
 * Throws OUTPUT_NOT_WRITABLE.
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

/** The manifest in the folder that is to be replaced, empty where it has none; undefined where there is no folder. */
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

/** The folder is ours alone once it has been moved away: only now can nobody write between the look and the step. */
async function checkUnchanged(folder: string, oldFolder: string, before: string, replacing?: string): Promise<void> {
  const now = await readFile(join(oldFolder, MANIFEST_FILE), "utf8").catch(() => "");
  const isSame = replacing === undefined ? now === before : (await openRecording(oldFolder)).checksum === replacing;
  if (!isSame) throw changedError(folder);
}

function changedError(folder: string): HindcastError {
  return fileError("OUTPUT_NOT_WRITABLE", folder, "changed while it was written");
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
  // Windows keeps names safe by itself and refuses to sync a folder.
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
