import { lstat } from "node:fs/promises";
import { basename } from "node:path";
import { checkWhole } from "../../primitives/check.ts";
import { fileError } from "../csv/file-error.ts";
import { openEnd } from "../csv/open-end.ts";
import { readFileBytes } from "../file-bytes.ts";
import type { ImportFile } from "./importer.ts";
import { isZip, zippedFile } from "./zipped-file.ts";

/** A file to import, and whose data it holds where the user said so. */
export interface ImportSource {
  readonly file: string;
  readonly symbol?: string;
}

/** 512 MiB: packed or unpacked, more must be asked for, so that a small file cannot fill the memory. */
const LARGEST_IMPORT = 512 * 2 ** 20;

/** A file that was read, with the SHA-256 of its bytes as they are on disk. */
export interface ReadImportFile extends ImportFile {
  readonly checksum: string;
  /** What is to be said of how it ends. */
  readonly notes: readonly string[];
}

/**
 * Reads a file, unpacked where it is gzipped or an archive of one file, which then gives the name. Throws DATA_FILE_NOT_FOUND; DATA_FILE_INVALID also for a symbolic link, which may lead to another file by the
 * time it is read.
 */
export async function readImportFile(
  { file, symbol }: ImportSource,
  context: Pick<ImportFile, "settings" | "recorded" | "refusals">,
): Promise<ReadImportFile> {
  const { settings, recorded, refusals } = context;
  const maxBytes = checkWhole("maxBytes", settings.maxBytes ?? LARGEST_IMPORT);
  const { text, gzipped, checksum } = await readFileBytes(await checkNoLink(file), maxBytes);
  const packed = gzipped || isZip(text);
  const zipped = isZip(text) ? await zippedFile(file, text, maxBytes) : { name: file, text };
  return {
    file,
    name: nameOf(zipped.name),
    symbol,
    text: zipped.text,
    settings,
    recorded,
    refusals,
    checksum: await checksum,
    notes: !packed && /\.(?:csv|tsv|txt)$/i.test(file) ? openEnd(file, text) : [],
  };
}

/** The name of a file without its folders and ending. */
function nameOf(file: string): string {
  return basename(file).replace(/(?:\.(?:csv|tsv|txt|json|ndjson|jsonl|parquet|zip))?(?:\.gz)?$/i, "");
}

/** The path, unless it is a symbolic link. One that is not there is for the reader to say. */
async function checkNoLink(file: string): Promise<string> {
  const stat = await lstat(file).catch(() => undefined);
  if (stat?.isSymbolicLink() !== true) return file;
  throw fileError("DATA_FILE_INVALID", file, "must be a file itself, was a symbolic link");
}
