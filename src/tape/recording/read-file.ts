import { webcrypto } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { recordingError, systemCode } from "./recording-error.ts";

// A link is not followed out of the folder, and opening a pipe does not wait for a writer. Windows knows neither.
const READ_PLAIN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The bytes of a plain file in memory of their own; `checkSize` may refuse it before a byte is read. Throws RECORDING_INVALID for a link, a
 * folder or a device; an error of the system as it is.
 */
export async function readPlainFile(
  path: string,
  checkSize: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!(await lstat(path)).isFile()) throw notPlain(path);
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, READ_PLAIN);
    const stat = await handle.stat();
    if (!stat.isFile()) throw notPlain(path);
    checkSize(stat.size);
    return await readAll(handle, stat.size);
  } catch (error) {
    throw systemCode(error) === "ELOOP" ? notPlain(path) : error;
  } finally {
    await handle?.close();
  }
}

/** As many bytes as there are: fewer when the file became shorter meanwhile. */
async function readAll(handle: FileHandle, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  let at = 0;
  while (at < length) {
    const { bytesRead } = await handle.read(bytes, at, length - at, at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return at === length ? bytes : bytes.slice(0, at);
}

function notPlain(path: string): Error {
  return recordingError(
    "RECORDING_INVALID",
    path,
    "must be a plain file in the folder, was a link, a folder or a device",
  );
}

/**
 * The bytes of a file of a recording, once they are what the manifest says. The sum is made on another thread.
 * Throws RECORDING_DAMAGED for a file that is not there, has another length or other bytes; RECORDING_INVALID.
 */
export async function readVerified(path: string, bytes: number, sha256: string): Promise<Uint8Array<ArrayBuffer>> {
  const checkSize = (size: number): void => {
    if (size === bytes) return;
    const mustBe = `must have ${bytes} bytes, as the manifest says`;
    throw recordingError("RECORDING_DAMAGED", path, `${mustBe}, has ${size}`, { bytes: size });
  };
  let found: Uint8Array<ArrayBuffer>;
  try {
    found = await readPlainFile(path, checkSize);
  } catch (error) {
    const cause = systemCode(error);
    if (cause === undefined) throw error;
    const was = cause === "ENOENT" ? "was not found" : `was refused: ${cause}`;
    throw recordingError("RECORDING_DAMAGED", path, `must be a file that may be read, ${was}`, { cause });
  }
  checkSize(found.length);
  const digest = Buffer.from(await webcrypto.subtle.digest("SHA-256", found)).toString("hex");
  if (digest === sha256) return found;
  throw recordingError(
    "RECORDING_DAMAGED",
    path,
    `must have the SHA-256 ${sha256}, as the manifest says, was ${digest}`,
    {
      sha256: digest,
    },
  );
}
