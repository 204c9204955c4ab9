import { webcrypto } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type TextBytes, textBytes } from "./csv/cell.ts";
import { HindcastError } from "../primitives/errors.ts";
import { fileNotFound, invalidFile, systemCode } from "./file-error.ts";
import { zippedFile } from "./zipped-file.ts";

/** Unpacked contents of a file, and the SHA-256 of its bytes on disk. */
interface FileBytes {
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
 * Reads a file, and unpacks it if its first bytes are those of gzip, Zstandard or a zip archive of one file, whatever its name.
 * Throws `DATA_FILE_NOT_FOUND`, and `DATA_FILE_INVALID` for a folder, an unreadable file, one above `maxBytes` (compressed
 * or decompressed), and one whose packed data is damaged or truncated.
 */
export async function readFileBytes(file: string, maxBytes: number): Promise<FileBytes> {
  const raw = await readPadded(file, maxBytes);
  const bytes = raw.bytes.subarray(0, raw.length);
  const checksum = sha256(bytes);
  const packing = PACKINGS.find(({ start }) => start.every((byte, i) => bytes[i] === byte));
  if (packing === undefined) return { text: raw, isPacked: false, name: file, checksum };
  return { name: file, ...(await packing.unpack(file, raw, maxBytes)), isPacked: true, checksum };
}

/** Ways in which a file is packed, by its first bytes. */
const PACKINGS: readonly {
  readonly start: readonly number[];
  readonly unpack: (file: string, packed: TextBytes, maxBytes: number) => Promise<{ text: TextBytes; name?: string }>;
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

/** Unpacks an archive of one file. A workbook is an archive too, and gets an error of its own. */
async function unpackZip(
  file: string,
  packed: TextBytes,
  maxBytes: number,
): Promise<{ text: TextBytes; name: string }> {
  const { bytes, length } = packed;
  if (Buffer.from(bytes.buffer, bytes.byteOffset, length).includes("xl/workbook.xml"))
    throw invalidFile(file, "is a workbook (xlsx). Save its sheet as CSV");
  return zippedFile(file, packed, maxBytes);
}

async function readPadded(file: string, maxBytes: number): Promise<TextBytes> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, READ_AT_ONCE);
    const stat = await handle.stat();
    const other = nonFileKind(stat);
    if (other !== undefined) throw invalidFile(file, `must be a file, was ${other}`);
    if (stat.size > maxBytes) throw tooLarge(file, maxBytes, `was ${stat.size}`);
    return await readAll(file, handle, stat.size);
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
export function nonFileKind(stat: Stats): string | undefined {
  if (stat.isFile()) return undefined;
  if (stat.isDirectory()) return "a folder";
  return stat.isFIFO() ? "a pipe" : stat.isSocket() ? "a socket" : "a device";
}
