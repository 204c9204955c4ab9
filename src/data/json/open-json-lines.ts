import { formatValue } from "../../primitives/check.ts";
import { CARRIAGE_RETURN, LINE_FEED, type TextBytes } from "../csv/cell.ts";
import { fileError, invalidFile } from "../file-error.ts";
import type { BarTable } from "../reading/bar-table.ts";
import { tableOfValues } from "../reading/value-table.ts";
import { namesOfMembers } from "./open-json.ts";

type Row = Readonly<Record<string, unknown>>;

/**
 * Opens JSON lines: one object for each bar, with fields named like CSV columns. Throws `DATA_EMPTY`, and `DATA_FILE_INVALID` for a line that
 * is not an object.
 */
export function openJsonLines(file: string, text: TextBytes): BarTable {
  const rows: Row[] = [];
  const lines: number[] = [];
  for (const { line, json } of jsonLines(text)) {
    rows.push(parsed(file, line, json));
    lines.push(line);
  }
  const first = rows[0];
  if (first === undefined) throw fileError("DATA_EMPTY", file, "has no lines");
  const names = namesOfMembers(rows);
  return tableOfValues({
    file,
    kind: "NDJSON",
    names,
    named: true,
    facts: {},
    notes: [],
    length: rows.length,
    value: (row, position) => {
      const name = names[position]!;
      return Object.hasOwn(rows[row]!, name) ? rows[row]![name] : undefined;
    },
    counted: "line",
    line: (row) => lines[row]!,
  });
}

function parsed(file: string, line: number, json: string): Row {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // A line that is not JSON gets the same error below as JSON that is not an object.
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Row;
  throw invalidFile(`${file}, line ${line}:`, `must be a JSON object, was ${formatValue(json)}`, { file, line });
}

/** A line that is not empty, and its number from 1. */
interface JsonLine {
  readonly line: number;
  readonly json: string;
}

/**
 * Yields the lines of a text, without empty lines and a UTF-8 byte order mark. Each line becomes its own string, so the text may be of any
 * length.
 */
function* jsonLines({ bytes, length }: TextBytes): Generator<JsonLine> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, length);
  let line = 0;
  const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  for (let start = hasByteOrderMark ? 3 : 0; start < length;) {
    const feed = text.indexOf(LINE_FEED, start);
    const next = feed === -1 ? length : feed;
    const end = next > start && text[next - 1] === CARRIAGE_RETURN ? next - 1 : next;
    line++;
    if (end > start) yield { line, json: text.toString("utf8", start, end) };
    start = next + 1;
  }
}
