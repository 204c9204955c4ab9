import type { CorporateAction } from "../../market/corporate-action.ts";
import type { DatedFact, FactKind } from "../../market/recorded-market.ts";
import { DAY_MS } from "../../time/interval.ts";
import type { FileKind } from "./manifest.ts";
import { RecordReader } from "./record-reader.ts";
import { invalidRecording } from "../file-error.ts";

/** A kind of records, such as corporate actions, that one JSON-lines file contains for all symbols. */
export interface JsonLinesKind<Row> {
  readonly kind: FileKind;
  /** Creates a record from the checked fields of a JSON object. */
  readonly read: (row: RecordReader) => Row;
  /** Returns the instant by which rows are ordered. */
  readonly timeOf: (row: Row) => number;
}

/** Encodes rows as JSON lines, one object per line. */
export function encodeLines(rows: readonly object[]): Uint8Array {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

/** Decodes JSON lines, each read by `read`. Throws `RECORDING_INVALID`, which names the line. */
export function decodeLines<Row>(path: string, bytes: Uint8Array, read: (row: RecordReader) => Row): readonly Row[] {
  const lines = textOf(path, bytes).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line, at) => {
    const reader = new RecordReader(path, `line ${at + 1}`, parsedLine(path, line, at + 1));
    const row = read(reader);
    reader.checkAllRead();
    return Object.freeze(row);
  });
}

function parsedLine(path: string, text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidRecording(`${path}, line ${line}:`, "must be a JSON object", { file: path, line });
  }
}

/** Reads a corporate action. */
function readAction(row: RecordReader): CorporateAction {
  const kind = row.oneOf("kind", ["split", "dividend", "delisting"]);
  const exDate = row.number("exDate");
  if (!Number.isSafeInteger(exDate)) row.refuse("exDate", "a whole number of days since 1970-01-01", exDate);
  const ratio = row.positive("ratio");
  if (kind !== "split" && ratio !== 1) row.refuse("ratio", `1 for a ${kind}`, ratio);
  const cash = row.number("cash", 0);
  if (kind !== "dividend" && cash !== 0) row.refuse("cash", `0 for a ${kind}`, cash);
  const price = kind === "delisting" ? row.optional("price", () => row.number("price", 0)) : undefined;
  const action = {
    symbol: row.nonEmptyText("symbol"),
    kind,
    exDate,
    ratio,
    cash,
    currency: row.nonEmptyText("currency"),
  };
  return price === undefined ? action : { ...action, price };
}

export const ACTIONS: JsonLinesKind<CorporateAction> = {
  kind: "actions",
  read: readAction,
  timeOf: ({ exDate }) => exDate * DAY_MS,
};

const KINDS: readonly FactKind[] = [
  "shares_outstanding",
  "trailing_eps",
  "circulating_supply",
  "total_supply",
  "dividend_yield",
  "interest_rate",
  "name",
];

/** Reads a dated fact: text for a name, a number for all other kinds. */
function readFact(row: RecordReader): DatedFact {
  const kind = row.oneOf("kind", KINDS);
  const value = kind === "name" ? row.text("value") : row.number("value");
  return { symbol: row.nonEmptyText("symbol"), kind, value, knownAt: row.number("knownAt") };
}

export const FACTS: JsonLinesKind<DatedFact> = { kind: "facts", read: readFact, timeOf: ({ knownAt }) => knownAt };

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** Decodes the bytes of a file. Throws `RECORDING_INVALID` if they are not UTF-8. */
export function textOf(path: string, bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw invalidRecording(path, "must be text in UTF-8, has other bytes");
  }
}
