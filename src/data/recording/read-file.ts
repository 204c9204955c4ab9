import { createHash, type Hash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { fileError, invalidRecording, systemCode } from "../file-error.ts";

// A link is not followed out of the folder, and opening a pipe does not wait for a writer. Windows knows neither.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The bytes of a plain file in memory of their own; `checkSize` may refuse it before a byte is read; `hash` is given them all.
 * Throws RECORDING_INVALID for a link, a folder or a device; an error of the system as it is.
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

/** Bytes that are read and hashed at a time: the event loop is never held for longer than one such piece takes. */
const CHUNK = 2 ** 20;

/** As many bytes as there are: fewer when the file became shorter meanwhile. While one piece is hashed, the next is read. */
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
 * The bytes of a file of a recording, once they are what the manifest says. The sum is made while they are read.
 * Throws RECORDING_DAMAGED for a file that is not there, has another length or other bytes; RECORDING_INVALID.
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
