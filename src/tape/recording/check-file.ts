import { INTERVALS } from "../../time/interval.ts";
import { isFileName } from "./file-name.ts";
import type { FileKind, RecordedFile } from "./manifest.ts";
import type { RecordReader } from "./record-reader.ts";

/** Of which kinds there are files, and whose a file of the kind is. */
const OWNERS: Readonly<Record<FileKind, { readonly symbol: boolean; readonly interval: boolean }>> = {
  bars: { symbol: true, interval: true },
  quotes: { symbol: true, interval: false },
  chains: { symbol: true, interval: false },
  actions: { symbol: false, interval: false },
  facts: { symbol: false, interval: false },
};
const KINDS = Object.keys(OWNERS) as readonly FileKind[];

/** The largest file that is read: 2 GiB less one byte, some 44 million bars. */
const LARGEST_FILE = 2 ** 31 - 1;

/** A file as a manifest names it. Throws RECORDING_INVALID. */
export function checkFile(read: RecordReader): RecordedFile {
  const name = read.text("file");
  if (!isFileName(name)) read.refuse("file", "a plain file name, without folders", name);
  const kind = read.oneOf("kind", KINDS);
  const owner = OWNERS[kind];
  const symbol = owner.symbol ? read.word("symbol") : nothing(read, "symbol", kind);
  const interval = owner.interval ? read.oneOf("interval", INTERVALS) : nothing(read, "interval", kind);
  const rows = read.count("rows");
  const first = rows === 0 ? nothing(read, "first", "a file without rows") : read.number("first");
  const last = rows === 0 ? nothing(read, "last", "a file without rows") : read.number("last", first!);
  const bytes = read.count("bytes", LARGEST_FILE);
  const sha256 = read.text("sha256");
  if (!/^[0-9a-f]{64}$/.test(sha256)) read.refuse("sha256", "64 hexadecimal digits in small letters", sha256);
  read.end();
  return Object.freeze({ file: name, kind, symbol, interval, rows, first, last, bytes, sha256 });
}

function nothing(read: RecordReader, name: string, of: string): null {
  const value = read.value(name);
  return value === null || value === undefined ? null : read.refuse(name, `null for ${of}`, value);
}
