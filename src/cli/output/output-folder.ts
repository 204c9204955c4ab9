import { rmSync } from "node:fs";
import { access, constants, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { HindcastError } from "../../primitives/errors.ts";
import { makeFolder } from "../../data/exports.ts";
import { endProcess, onEndSignal } from "../ending.ts";
import { INTERRUPTED } from "../failure.ts";

const BLOCK = 65_536;

/** Throws OUTPUT_NOT_WRITABLE, before a long run starts, if an output folder does not exist and cannot be created. */
export async function checkOutputFolder(folder: string): Promise<void> {
  try {
    const existing = await nearestExisting(resolve(folder));
    if (!(await stat(existing)).isDirectory()) throw notWritable(folder, `${existing} is a file`);
    await access(existing, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw toNotWritable(folder, error);
  }
}

/**
 * Writes files into a folder and creates the folder if needed. Files have temporary names until all are written, so that none
 * is incomplete. Deletes files named in `without`, which an earlier run may have left. Throws OUTPUT_NOT_WRITABLE.
 */
export async function writeFiles(
  folder: string,
  files: ReadonlyMap<string, Iterable<string>>,
  without: readonly string[] = [],
): Promise<void> {
  const moves = Array.from(files.keys(), (name) => ({
    name,
    from: join(folder, `.${name}.${process.pid}.part`),
    to: join(folder, name),
  }));
  const temporaryFiles: string[] = [];
  const removeTemporary = () => {
    for (const path of temporaryFiles) rmSync(path, { force: true });
  };
  const removeListener = onEndSignal(() => {
    removeTemporary();
    endProcess(INTERRUPTED);
  });
  try {
    await makeFolder(folder);
    for (const { name, from } of moves) {
      temporaryFiles.push(from);
      await writeFile(from, joinBlocks(files.get(name)!));
    }
    for (const { from, to } of moves) await rename(from, to);
    for (const name of without) await rm(join(folder, name), { force: true });
  } catch (error) {
    removeTemporary();
    throw toNotWritable(folder, error);
  } finally {
    removeListener();
  }
}

/** Joins pieces of text into blocks, so that there are few writes. */
function* joinBlocks(pieces: Iterable<string>): Generator<string, void, undefined> {
  let block = "";
  for (const piece of pieces) {
    block += piece;
    if (block.length < BLOCK) continue;
    yield block;
    block = "";
  }
  yield block;
}

async function nearestExisting(folder: string): Promise<string> {
  try {
    await stat(folder);
    return folder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(folder) === folder) throw error;
    return nearestExisting(dirname(folder));
  }
}

/** Converts errors of the file system to OUTPUT_NOT_WRITABLE; returns other errors unchanged. */
export function toNotWritable(folder: string, error: unknown): unknown {
  if (error instanceof HindcastError || !(error instanceof Error) || !("code" in error)) return error;
  const was = error.code === "ENOTDIR" || error.code === "EEXIST" ? "a file has this name" : String(error.code);
  return notWritable(folder, was, error);
}

function notWritable(folder: string, was: string, cause?: unknown): HindcastError {
  return new HindcastError("OUTPUT_NOT_WRITABLE", `folder ${folder} cannot be written: ${was}`, {
    folder,
    cause,
  });
}
