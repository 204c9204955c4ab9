import { lstat } from "node:fs/promises";
import { basename } from "node:path";
import { checkInteger } from "../../primitives/check.ts";
import { invalidFile } from "../file-error.ts";
import { formatOf } from "../bar-formats.ts";
import { readFileBytes } from "../file-bytes.ts";
import type { ImportFile } from "./importer.ts";

/** A file to import, and its symbol if the user gives one. */
export interface ImportSource {
  readonly file: string;
  readonly symbol?: string;
}

/** Default size limit in bytes, both as stored and once decompressed, so that a small archive cannot fill the memory. */
const LARGEST_IMPORT = 512 * 2 ** 20;

/** A file read for import, with the SHA-256 of its bytes on disk. */
export interface ReadImportFile extends ImportFile {
  readonly checksum: string;
  /** A note if the last line has no line end; otherwise empty. */
  readonly notes: readonly string[];
}

/**
 * Reads a file, and unpacks gzip, Zstandard and zip archives, whose inner file then gives the name. Throws `DATA_FILE_NOT_FOUND` and
 * `DATA_FILE_INVALID`, also for a symbolic link, whose target may change before it is read.
 */
export async function readImportFile(
  { file: path, symbol }: ImportSource,
  context: Pick<ImportFile, "settings" | "recorded" | "refusals">,
): Promise<ReadImportFile> {
  const { settings, recorded, refusals } = context;
  const maxBytes = checkInteger("maxBytes", settings.maxBytes ?? LARGEST_IMPORT);
  const { file, text, name, isPacked, checksum } = await readFileBytes(await checkNoLink(path), maxBytes);
  return {
    file,
    name: nameOf(name),
    symbol,
    text,
    settings,
    recorded,
    refusals,
    checksum: await checksum,
    notes: isPacked ? [] : formatOf(text.bytes.subarray(0, text.length)).endNotes(file, text),
  };
}

/** Returns the name of a file without folders and ending. */
function nameOf(file: string): string {
  return basename(file).replace(/(?:\.(?:csv|tsv|txt|json|ndjson|jsonl|parquet|zip))?(?:\.gz)?$/i, "");
}

/** Returns the path. Throws `DATA_FILE_INVALID` for a symbolic link; a missing file is reported when it is read. */
async function checkNoLink(file: string): Promise<string> {
  // The path may name a file in an archive.
  const [own, archive] = [file, file.replace(/(?<=\.zip):.*$/is, "")].map((path) => lstat(path).catch(() => undefined));
  const stat = (await own) ?? (await archive);
  if (stat?.isSymbolicLink() !== true) return file;
  throw invalidFile(file, "must be a file, was a symbolic link: give the path of the file itself");
}
