import { webcrypto } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { formatOf } from "./bar-formats.ts";
import { type TextBytes, textBytes } from "./csv/cell.ts";
import { HindcastError } from "../primitives/errors.ts";
import { fileNotFound, invalidFile, systemCode } from "./file-error.ts";
import { refuseOtherFormats } from "./other-formats.ts";
import { zippedFile } from "./zipped-file.ts";

/** Unpacked contents of a file, and the SHA-256 of its bytes on disk. */
interface FileBytes {
  /** Path as given, for messages; with the name of the inner file for a zip archive of several files: `a.zip:b.csv`. */
  readonly file: string;
  readonly text: TextBytes;
  readonly isPacked: boolean;
  /** Path of the file; the name of the inner file for a zip archive. */
  readonly name: string;
  /** SHA-256 of the bytes on disk, computed on another thread. */
  readonly checksum: Promise<string>;
}

/** Default size limit in bytes: 2 GiB less one byte. */
export const LARGEST_FILE = 2 ** 31 - 1;

/**
 * Reads a file, and unpacks it if its first bytes are those of gzip, Zstandard or a zip archive, whatever its name. `a.zip:b.csv` is a file in
 * an archive. Throws `DATA_FILE_NOT_FOUND`, and `DATA_FILE_INVALID` for a folder, an unreadable file, one above `maxBytes` (compressed
 * or decompressed), one whose packed data is damaged or truncated, and one in a format that is never read.
 */
export async function readFileBytes(path: string, maxBytes: number): Promise<FileBytes> {
  const { file, member } = await archiveAndMember(path);
  const raw = await readPadded(file, maxBytes);
  const bytes = raw.bytes.subarray(0, raw.length);
  const checksum = sha256(bytes);
  const packing = PACKINGS.find(({ start }) => start.every((byte, i) => bytes[i] === byte));
  const unpacked = await packing?.unpack(file, raw, maxBytes, member);
  if (member !== undefined && unpacked?.name === undefined) throw invalidFile(file, "is not a zip archive");
  const read = { file, name: file, text: raw, ...unpacked, isPacked: packing !== undefined, checksum };
  refuseOtherFormats(read.file, read.text);
  return { ...read, text: inUtf8(read.text) };
}

/** Encodings whose byte order marks are read, and the bytes of these marks. */
const ENCODINGS: readonly (readonly [encoding: string, first: number, second: number])[] = [
  ["utf-16le", 0xff, 0xfe],
  ["utf-16be", 0xfe, 0xff],
];

/** Returns a text that begins with a byte order mark of UTF-16, as spreadsheets write it, in UTF-8; any other bytes as they are. */
function inUtf8(text: TextBytes): TextBytes {
  const bytes = text.bytes.subarray(0, text.length);
  // Arrow streams begin with four bytes 0xff.
  const found = ENCODINGS.find(([, first, second]) => bytes[0] === first && bytes[1] === second);
  return found === undefined ? text : padded([Buffer.from(new TextDecoder(found[0]).decode(bytes))]);
}

/** Splits `a.zip:b.csv` into an archive that exists and the name of a file in it. Other paths have no such name. */
async function archiveAndMember(path: string): Promise<{ readonly file: string; readonly member?: string }> {
  const [, file, member] = /^(.+\.zip):(.+)$/is.exec(path) ?? [];
  if (file === undefined || member === undefined || (await exists(path)) || !(await exists(file)))
    return { file: path };
  return { file, member };
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** Unpacked contents. The names are those of a file in an archive. */
type Unpacked = Pick<FileBytes, "text"> & Partial<Pick<FileBytes, "name" | "file">>;

/** Ways in which a file is packed, by its first bytes. */
const PACKINGS: readonly {
  readonly start: readonly number[];
  readonly unpack: (file: string, packed: TextBytes, maxBytes: number, member?: string) => Promise<Unpacked>;
}[] = [
  {
    start: [0x1f, 0x8b],
    unpack: async (file, packed, maxBytes) => ({ text: await unpackGzip(file, packed, maxBytes) }),
  },
  {
    start: [0x28, 0xb5, 0x2f, 0xfd],
    unpack: async (file, packed, maxBytes) => ({ text: await unpackZstandard(file, packed, maxBytes) }),
  },
  { start: [0x50, 0x4b, 0x03, 0x04], unpack: unpackZip },
];

async function unpackZip(file: string, packed: TextBytes, maxBytes: number, member?: string): Promise<Unpacked> {
  const { name, text, isOneOfSeveral } = await zippedFile(file, packed, { maxBytes, member, isTable });
  return { name, text, ...(isOneOfSeveral && { file: `${file}:${name}` }) };
}

/** Number of lines at the beginning of a text that are searched for rows. */
const SEARCHED_LINES = 5;

/** Whether contents may be a table: in a format other than text, or with two lines of equally many cells, at least three. */
function isTable({ bytes, length }: TextBytes): boolean {
  if (formatOf(bytes.subarray(0, length)).name !== "csv") return true;
  const lines = Buffer.from(bytes.subarray(0, Math.min(length, SEARCHED_BYTES)))
    .toString("latin1")
    .split("\n");
  const counts = lines
    .slice(0, SEARCHED_LINES)
    .map((line) => [",", ";", "\t", "|"].map((mark) => line.split(mark).length));
  return counts.some((cells, i) => cells.some((count, mark) => count > 2 && counts[i + 1]?.[mark] === count));
}

/** Number of bytes at the beginning of a text that are searched for rows. */
const SEARCHED_BYTES = 10_000;

async function readPadded(file: string, maxBytes: number): Promise<TextBytes> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, READ_AT_ONCE);
    const found = await handle.stat();
    const other = nonFileKind(found);
    if (other !== undefined) throw invalidFile(file, `must be a file, was ${other}`);
    if (found.size > maxBytes) throw tooLarge(file, maxBytes, `was ${found.size}`);
    return await readAll(file, handle, found.size);
  } catch (error) {
    throw readError(file, error);
  } finally {
    await handle?.close();
  }
}

async function readAll(file: string, handle: FileHandle, length: number): Promise<TextBytes> {
  const text = textBytes(length);
  for (let at = 0; at < length;) {
    const { bytesRead } = await handle.read(text.bytes, at, length - at, at);
    if (bytesRead === 0) throw invalidFile(file, "changed while it was read");
    at += bytesRead;
  }
  return text;
}

function readError(file: string, error: unknown): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  if (code === "ENOENT" || code === "ENOTDIR") return fileNotFound(file);
  return invalidFile(file, `cannot be read: ${code}`, { cause: code });
}

async function unpackGzip(file: string, { bytes, length }: TextBytes, maxBytes: number): Promise<TextBytes> {
  try {
    return padded([await promisify(gunzip)(bytes.subarray(0, length), { maxOutputLength: maxBytes })]);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(file, maxBytes, "is larger once unpacked");
    const was = code === "Z_BUF_ERROR" ? "it ends early" : "it is damaged";
    throw invalidFile(file, `must be a complete gzip file, but ${was}`, { cause: code });
  }
}

/** Number of packed bytes that are unpacked at a time, so that the limit holds before the memory is full. */
const ZSTANDARD_STEP = 2 ** 16;

async function unpackZstandard(file: string, { bytes, length }: TextBytes, maxBytes: number): Promise<TextBytes> {
  const { Decompress } = await import("fzstd");
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isComplete = false;
  try {
    const stream = new Decompress((chunk, isLast) => {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(file, maxBytes, "is larger once unpacked");
      // The decoder reuses its window.
      chunks.push(chunk.slice());
      isComplete = isLast === true;
    });
    for (let at = 0; at < length; at += ZSTANDARD_STEP) {
      const end = Math.min(at + ZSTANDARD_STEP, length);
      stream.push(bytes.subarray(at, end), end === length);
    }
  } catch (error) {
    if (error instanceof HindcastError) throw error;
    const cause = error instanceof Error ? error.message : String(error);
    throw invalidFile(file, `must be a complete Zstandard file, but it is damaged: ${cause}`, { cause });
  }
  if (!isComplete) throw invalidFile(file, "must be a complete Zstandard file, but it ends early");
  return padded(chunks);
}

/** Joins chunks to one padded text. */
function padded(chunks: readonly Uint8Array[]): TextBytes {
  const text = textBytes(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    text.bytes.set(chunk, at);
    at += chunk.length;
  }
  return text;
}

function tooLarge(file: string, maxBytes: number, was: string): Error {
  return invalidFile(file, `must be at most ${maxBytes} bytes (maxBytes), ${was}`, { maxBytes });
}

async function sha256(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest("SHA-256", bytes)).toString("hex");
}

/** Flags to open a file for reading. `O_NONBLOCK`, which Windows lacks, keeps a pipe without a writer from blocking. */
const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Returns the kind of a path that is not a regular file, for messages such as `must be a file, was a pipe`; undefined for a regular file. */
export function nonFileKind(found: Stats): string | undefined {
  if (found.isFile()) return undefined;
  if (found.isDirectory()) return "a folder";
  return found.isFIFO() ? "a pipe" : found.isSocket() ? "a socket" : "a device";
}
