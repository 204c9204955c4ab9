import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import { type TextBytes, textBytes, textOf } from "./csv/cell.ts";
import { invalidFile } from "./file-error.ts";

/** The file unpacked from a zip archive. */
interface ZippedFile {
  readonly name: string;
  readonly text: TextBytes;
}

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_RECORD = 0x06054b50;
const END_RECORD_LENGTH = 22;
const DIRECTORY_ENTRY_LENGTH = 46;
const LOCAL_HEADER_LENGTH = 30;
const LONGEST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;

/** Whether bytes are a zip archive, by their first four bytes. */
export function isZip({ view, length }: TextBytes): boolean {
  return length >= 4 && view.getUint32(0, true) === LOCAL_HEADER;
}

/**
 * Unpacks a zip archive of one file, the form in which vendors publish bars (PKWARE, "APPNOTE"). Throws `DATA_FILE_INVALID` for archives of
 * several files, encrypted, damaged, truncated or above 4 GiB, for a name that leaves its folder, and for a file above `maxBytes`.
 */
export async function zippedFile(file: string, archive: TextBytes, maxBytes: number): Promise<ZippedFile> {
  const { view, bytes, length } = archive;
  const refuse = (was: string): Error => invalidFile(file, `must be a zip archive of one file, but ${was}`);
  const end = endRecordOf(archive);
  if (end === undefined) throw refuse("it ends early");
  const entries = view.getUint16(end + 10, true);
  if (entries !== 1) throw refuse(`it has ${entries}`);
  const at = view.getUint32(end + 16, true);
  if (at + DIRECTORY_ENTRY_LENGTH > end || view.getUint32(at, true) !== DIRECTORY_ENTRY)
    throw refuse("its directory is damaged");
  const nameEnd = at + DIRECTORY_ENTRY_LENGTH + view.getUint16(at + 28, true);
  const name = textOf(bytes, at + DIRECTORY_ENTRY_LENGTH, Math.min(nameEnd, length));
  if (/^\/|^[A-Za-z]:|\\|\0|(?:^|\/)\.\.?(?:\/|$)|\/$/.test(name) || name === "")
    throw refuse(`the path of the file in it leads outside the folder: ${JSON.stringify(name)}`);
  if ((view.getUint16(at + 8, true) & 1) !== 0) throw refuse("it is encrypted");

  const size = view.getUint32(at + 20, true);
  const local = view.getUint32(at + 42, true);
  if (local + LOCAL_HEADER_LENGTH > at || view.getUint32(local, true) !== LOCAL_HEADER)
    throw refuse("its directory is damaged");
  const start = local + LOCAL_HEADER_LENGTH + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + size > at) throw refuse("it ends early");
  const unpacked = await unpack(file, bytes.subarray(start, start + size), view.getUint16(at + 10, true), maxBytes);
  if (crc32(unpacked) !== view.getUint32(at + 16, true)) throw refuse("its checksum is wrong");
  const text = textBytes(unpacked.length);
  text.bytes.set(unpacked);
  return { name, text };
}

/** Returns the start of the archive's last record, which only a comment may follow; undefined if there is none. */
function endRecordOf({ view, length }: TextBytes): number | undefined {
  for (let at = length - END_RECORD_LENGTH; at >= 0 && at >= length - END_RECORD_LENGTH - LONGEST_COMMENT; at--) {
    if (view.getUint32(at, true) === END_RECORD && at + END_RECORD_LENGTH + view.getUint16(at + 20, true) === length)
      return at;
  }
  return undefined;
}

async function unpack(file: string, packed: Uint8Array, method: number, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = `must be at most ${maxBytes} bytes (maxBytes), is larger once unpacked`;
  if (method === STORED) {
    if (packed.length > maxBytes) throw invalidFile(file, tooLarge, { maxBytes });
    return packed;
  }
  if (method !== DEFLATED) {
    throw invalidFile(file, `must be compressed with deflate, was compressed with method ${method}`, { method });
  }
  try {
    return await promisify(inflateRaw)(packed, { maxOutputLength: maxBytes });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ERR_BUFFER_TOO_LARGE") throw invalidFile(file, tooLarge, { maxBytes });
    throw invalidFile(file, "must be a zip archive of one file, but it is damaged", { cause: code });
  }
}
