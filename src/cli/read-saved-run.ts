import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { HindcastError } from "../primitives/errors.ts";
import { otherThanFile } from "../data/file-bytes.ts";

/** A result on disk: what it is called, where it stands, and its members as JSON holds them. */
export interface SavedRun {
  readonly name: string;
  readonly file: string;
  readonly members: Readonly<Record<string, unknown>>;
}

/** Reads the result in a folder that `run --out` has written, or a result.json. Throws `DATA_FILE_NOT_FOUND`, `DATA_FILE_INVALID`. */
export async function readSavedRun(path: string): Promise<SavedRun> {
  const folder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
  const file = folder ? join(path, "result.json") : path;
  const found = await stat(file).catch(() => undefined);
  const other = found === undefined ? undefined : otherThanFile(found);
  if (other !== undefined)
    throw new HindcastError("DATA_FILE_INVALID", `${file} must be the result of a run, was ${other}`, { file });
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    const was = error.code === "ENOENT" ? "was not found" : `was refused: ${error.code}`;
    throw new HindcastError("DATA_FILE_NOT_FOUND", `${file} must be the result of a run, ${was}`, { file });
  });
  try {
    const members = JSON.parse(text) as SavedRun["members"] | null;
    if (typeof members?.["strategy"] === "string" && typeof members["summary"] === "object")
      return { name: folder ? path : basename(file) === "result.json" ? dirname(file) : file, file, members };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new HindcastError("DATA_FILE_INVALID", `${file} must be a result.json of hindcast run, was something else`, {
    file,
  });
}
