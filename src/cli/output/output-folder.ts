import { rmSync } from "node:fs";
import { access, constants, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { HindcastError } from "../../primitives/errors.ts";
import { makeFolder } from "../../data/exports.ts";
import { endProcess, onEndSignal } from "../ending.ts";
import { INTERRUPTED } from "../failure.ts";

const BLOCK = 65_536;

/** Throws OUTPUT_NOT_WRITABLE where a folder neither is nor could be made, so that nobody waits for a run whose files have no place. */
export async function checkOutputFolder(folder: string): Promise<void> {
  try {
    const existing = await nearestExisting(resolve(folder));
    if (!(await stat(existing)).isDirectory()) throw notWritable(folder, `${existing} is a file`);
    await access(existing, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw asNotWritable(folder, error);
  }
}

/**
 * Writes files into a folder, which is made where it is missing. Each appears whole or not at all: it is written beside its place
 * and then moved there, all of them at the end. Files `without` which they are, such as a page that is left out, would be of another run: those that are
 * there go. Throws OUTPUT_NOT_WRITABLE.
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
  const begun: string[] = [];
  const discard = () => {
    for (const path of begun) rmSync(path, { force: true });
  };
  const forget = onEndSignal(() => {
    discard();
    endProcess(INTERRUPTED);
  });
  try {
    await makeFolder(folder);
    for (const { name, from } of moves) {
      begun.push(from);
      await writeFile(from, blocksOf(files.get(name)!));
    }
    for (const { from, to } of moves) await rename(from, to);
    for (const name of without) await rm(join(folder, name), { force: true });
  } catch (error) {
    discard();
    throw asNotWritable(folder, error);
  } finally {
    forget();
  }
}

/** Pieces joined to blocks that are worth a write of their own. */
function* blocksOf(pieces: Iterable<string>): Generator<string, void, undefined> {
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

/** OUTPUT_NOT_WRITABLE in place of what the file system says of a folder; anything else as it is. */
export function asNotWritable(folder: string, error: unknown): unknown {
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
