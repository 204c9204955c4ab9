import type { FileKind } from "./manifest.ts";
import { RecordReader } from "./record-reader.ts";
import { recordingError } from "./recording-error.ts";
import { textOf } from "./text-of.ts";

/** One kind of rows that are recorded for all symbols. */
export interface LinesKind<Row> {
  readonly kind: FileKind;
  /** Reads a row, member by member. */
  readonly read: (row: RecordReader) => Row;
  /** The instant that places a row in time. */
  readonly timeOf: (row: Row) => number;
}

/** Rows as lines of JSON, one object a line. */
export function encodeLines(rows: readonly object[]): Uint8Array {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

/** The rows of such a file, each read by `read`. Throws RECORDING_INVALID, with the line. */
export function decodeLines<Row>(path: string, bytes: Uint8Array, read: (row: RecordReader) => Row): readonly Row[] {
  const lines = textOf(path, bytes).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line, at) => {
    const reader = new RecordReader(path, `line ${at + 1}`, parsedLine(path, line, at + 1));
    const row = read(reader);
    reader.end();
    return Object.freeze(row);
  });
}

function parsedLine(path: string, text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw recordingError("RECORDING_INVALID", `${path}, line ${line}:`, "must be an object of JSON", {
      file: path,
      line,
    });
  }
}
