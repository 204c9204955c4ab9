import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import { type TextBytes, textBytes, textOf } from "./csv/cell.ts";
import { invalidFile } from "./file-error.ts";

/** The file unpacked from a zip archive. */
interface ZippedFile {
  readonly name: string;
  readonly text: TextBytes;
  /** Whether the archive has other files too. */
  readonly isOneOfSeveral: boolean;
}

/** How to choose among the files of an archive, and what to accept. */
export interface UnzipOptions {
  readonly maxBytes: number;
  /** Name of the file to read. Default: the only file, or the only one that is a table. */
  readonly member?: string | undefined;
  /** Whether contents may be a table, which decides between the files of an archive. */
  readonly isTable: (text: TextBytes) => boolean;
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

/** Files that programs put into archives next to those of the user. */
const HIDDEN = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$)/;
/** Largest number of files that are unpacked to find the table among them. */
const MOST_TRIED = 10;

/** Archives that are documents of a program, by a file in them. */
const DOCUMENTS: readonly (readonly [member: RegExp, what: string])[] = [
  [/^xl\/workbook\./, "is a workbook (xlsx). Save its sheet as CSV"],
  [/^Index\/Document\.iwa$/, "is a workbook (numbers). Save its sheet as CSV"],
  [/^META-INF\/manifest\.xml$/, "is a workbook (ods). Save its sheet as CSV"],
  [/\.npy$/, "holds arrays of NumPy (npz), which Hindcast does not read. Save them as CSV with numpy.savetxt"],
];

/** Whether bytes are a zip archive, by their first four bytes. */
export function isZip({ view, length }: TextBytes): boolean {
  return length >= 4 && view.getUint32(0, true) === LOCAL_HEADER;
}

/**
 * Unpacks one file of a zip archive, the form in which vendors publish bars (PKWARE, "APPNOTE"): the named file, the only file, or the only
 * one that is a table, such as bars next to a text about them. Throws `DATA_FILE_INVALID` for archives without such a file, with the names of
 * their files, for encrypted, damaged and truncated archives and those above 4 GiB, for a name that leaves its folder, and for a file above
 * `maxBytes`.
 */
export async function zippedFile(file: string, archive: TextBytes, options: UnzipOptions): Promise<ZippedFile> {
  const { member, maxBytes, isTable } = options;
  const all = entriesOf(file, archive);
  const document = DOCUMENTS.find(([part]) => all.some(({ name }) => part.test(name)));
  if (document !== undefined) throw invalidFile(file, document[1]);
  const files = all.filter(({ name }) => !name.endsWith("/") && !HIDDEN.test(name));
  const isOneOfSeveral = files.length > 1;
  const named = member === undefined ? files : files.filter(({ name }) => name === member);
  if (named.length === 1) {
    const [one] = named as [Entry];
    return { name: one.name, text: await textOfEntry(file, archive, one, maxBytes), isOneOfSeveral };
  }
  const names = files.map(({ name }) => name);
  if (member === undefined && files.length <= MOST_TRIED) {
    const tables: ZippedFile[] = [];
    for (const entry of files) {
      const text = await textOfEntry(file, archive, entry, maxBytes);
      if (isTable(text)) tables.push({ name: entry.name, text, isOneOfSeveral });
    }
    if (tables.length === 1) return tables[0]!;
  }
  const shown = names.slice(0, MOST_TRIED).join(", ") + (names.length > MOST_TRIED ? " and others" : "");
  const choose = names.length === 0 ? "" : `. Choose one: ${file}:${names[0]}`;
  const has = names.length === 0 ? "no file" : `${names.length} files, ${shown}`;
  const missing = member === undefined ? "" : `no file ${member}, but `;
  throw invalidFile(file, `has ${missing}${has}${choose}`, { files: names });
}

/** A file in the directory of an archive. */
interface Entry {
  readonly name: string;
  /** Place of its packed bytes. */
  readonly start: number;
  readonly end: number;
  readonly method: number;
  readonly checksum: number;
}

/** Reads the directory of an archive. Throws `DATA_FILE_INVALID`. */
function entriesOf(file: string, archive: TextBytes): readonly Entry[] {
  const { view, bytes, length } = archive;
  const refuse = (was: string): Error => damaged(file, was);
  const end = endRecordOf(archive);
  if (end === undefined) throw refuse("it ends early");
  const entries: Entry[] = [];
  const directory = view.getUint32(end + 16, true);
  let at = directory;
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + DIRECTORY_ENTRY_LENGTH > end || view.getUint32(at, true) !== DIRECTORY_ENTRY)
      throw refuse("its directory is damaged");
    const nameEnd = at + DIRECTORY_ENTRY_LENGTH + view.getUint16(at + 28, true);
    const name = textOf(bytes, at + DIRECTORY_ENTRY_LENGTH, Math.min(nameEnd, length));
    if (/^\/|^[A-Za-z]:|\\|\0|(?:^|\/)\.\.?(?:\/|$)/.test(name) || name === "")
      throw refuse(`the path of the file in it leads outside the folder: ${JSON.stringify(name)}`);
    if ((view.getUint16(at + 8, true) & 1) !== 0) throw refuse("it is encrypted");
    const size = view.getUint32(at + 20, true);
    const local = view.getUint32(at + 42, true);
    if (local + LOCAL_HEADER_LENGTH > directory || view.getUint32(local, true) !== LOCAL_HEADER)
      throw refuse("its directory is damaged");
    const start = local + LOCAL_HEADER_LENGTH + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (start + size > directory) throw refuse("it ends early");
    const [method, checksum] = [view.getUint16(at + 10, true), view.getUint32(at + 16, true)];
    entries.push({ name, start, end: start + size, method, checksum });
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function damaged(file: string, was: string): Error {
  return invalidFile(file, `must be a whole zip archive without a password, but ${was}`);
}

/** Returns the start of the archive's last record, which only a comment may follow; undefined if there is none. */
function endRecordOf({ view, length }: TextBytes): number | undefined {
  for (let at = length - END_RECORD_LENGTH; at >= 0 && at >= length - END_RECORD_LENGTH - LONGEST_COMMENT; at--) {
    if (view.getUint32(at, true) === END_RECORD && at + END_RECORD_LENGTH + view.getUint16(at + 20, true) === length)
      return at;
  }
  return undefined;
}

async function textOfEntry(
  file: string,
  { bytes }: TextBytes,
  { start, end, method, checksum }: Entry,
  maxBytes: number,
): Promise<TextBytes> {
  const unpacked = await unpack(file, bytes.subarray(start, end), method, maxBytes);
  if (crc32(unpacked) !== checksum) throw damaged(file, "its checksum is wrong");
  const text = textBytes(unpacked.length);
  text.bytes.set(unpacked);
  return text;
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
    throw invalidFile(file, "must be a whole zip archive without a password, but it is damaged", { cause: code });
  }
}
