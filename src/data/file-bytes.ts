import { webcrypto } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type TextBytes, textBytes } from "./csv/cell.ts";
import { fileNotFound, invalidFile, systemCode } from "./file-error.ts";

/** The decompressed content of a file, and the SHA-256 of the file as stored on disk. */
interface FileBytes {
  readonly text: TextBytes;
  readonly gzipped: boolean;
  /** SHA-256 of the file as stored on disk, computed on another thread. */
  readonly checksum: Promise<string>;
}

/** Default size limit in bytes: 2 GiB less one byte. */
export const LARGEST_FILE = 2 ** 31 - 1;

/**
 * Reads a file, and unpacks it if its first bytes are those of gzip, whatever its name.
 * Throws `DATA_FILE_NOT_FOUND`, and `DATA_FILE_INVALID` for a folder, an unreadable file, one above `maxBytes` (compressed
 * or decompressed), and one whose gzip data is damaged or truncated.
 */
export async function readFileBytes(file: string, maxBytes: number): Promise<FileBytes> {
  const raw = await readPadded(file, maxBytes);
  const bytes = raw.bytes.subarray(0, raw.length);
  const checksum = sha256(bytes);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { text: raw, gzipped: false, checksum };
  const unpacked = await unpack(file, bytes, maxBytes);
  const text = textBytes(unpacked.length);
  text.bytes.set(unpacked);
  return { text, gzipped: true, checksum };
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

async function unpack(file: string, packed: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(packed, { maxOutputLength: maxBytes });
  } catch (error) {
    const code = systemCode(error);
    if (code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(file, maxBytes, "is larger once unpacked");
    const was = code === "Z_BUF_ERROR" ? "it ends early" : "it is damaged";
    throw invalidFile(file, `must be a complete gzip file, but ${was}`, { cause: code });
  }
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
