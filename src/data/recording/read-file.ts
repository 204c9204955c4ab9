import { createHash, type Hash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { fileError, invalidRecording, systemCode } from "../file-error.ts";

/** Flags that open a file without following links and without waiting for the writer of a pipe. Windows lacks both flags. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads the bytes of a plain file. `checkSize` may throw before any byte is read; `hash` receives all bytes.
 * Throws `RECORDING_INVALID` for a link, a folder or a device. System errors are thrown unchanged.
 */
export async function readPlainFile(
  path: string,
  checkSize: (bytes: number) => void,
  hash?: Hash,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!(await lstat(path)).isFile()) throw notPlainFile(path);
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, OPEN_FLAGS);
    const stat = await handle.stat();
    if (!stat.isFile()) throw notPlainFile(path);
    checkSize(stat.size);
    return await readAll(handle, stat.size, hash);
  } catch (error) {
    throw systemCode(error) === "ELOOP" ? notPlainFile(path) : error;
  } finally {
    await handle?.close();
  }
}

/** Bytes read and hashed at a time, which limits how long hashing blocks the event loop. */
const CHUNK = 2 ** 20;

/** Reads up to `length` bytes, fewer if the file became shorter. One chunk is hashed while the next is read. */
async function readAll(handle: FileHandle, length: number, hash: Hash | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  const readChunk = async (at: number): Promise<number> => {
    if (at >= length) return 0;
    return (await handle.read(bytes, at, Math.min(CHUNK, length - at), at)).bytesRead;
  };
  let at = 0;
  let found = await readChunk(0);
  while (found > 0) {
    const next = readChunk(at + found);
    hash?.update(bytes.subarray(at, at + found));
    at += found;
    found = await next;
  }
  return at === length ? bytes : bytes.slice(0, at);
}

function notPlainFile(path: string): Error {
  return invalidRecording(path, "must be a plain file in the folder, was a link, a folder or a device");
}

/**
 * Reads a file of a recording and compares its size and SHA-256 with the manifest.
 * Throws `RECORDING_DAMAGED` for a missing file or other bytes, and `RECORDING_INVALID` for a path that is not a plain file.
 */
export async function readVerified(path: string, bytes: number, sha256: string): Promise<Uint8Array<ArrayBuffer>> {
  const checkSize = (size: number): void => {
    if (size === bytes) return;
    const mustBe = `must have ${bytes} bytes, as the manifest says`;
    throw fileError("RECORDING_DAMAGED", path, `${mustBe}, has ${size}`, { bytes: size });
  };
  const hash = createHash("sha256");
  let found: Uint8Array<ArrayBuffer>;
  try {
    found = await readPlainFile(path, checkSize, hash);
  } catch (error) {
    const cause = systemCode(error);
    if (cause === undefined) throw error;
    const message = cause === "ENOENT" ? "is missing from the recording" : `cannot be read: ${cause}`;
    throw fileError("RECORDING_DAMAGED", path, message, { cause });
  }
  checkSize(found.length);
  const digest = hash.digest("hex");
  if (digest === sha256) return found;
  throw fileError("RECORDING_DAMAGED", path, `must have the SHA-256 ${sha256}, as the manifest says, was ${digest}`, {
    sha256: digest,
  });
}
