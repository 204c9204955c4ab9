import type { DatedFact, FactKind } from "../../market/recorded-market.ts";
import type { LinesKind } from "./json-lines.ts";
import type { RecordReader } from "./record-reader.ts";

const KINDS: readonly FactKind[] = [
  "shares_outstanding",
  "trailing_eps",
  "circulating_supply",
  "total_supply",
  "dividend_yield",
  "interest_rate",
  "name",
];

/** A row of the dated facts: a text for a name, a number for all others. */
function readFact(row: RecordReader): DatedFact {
  const kind = row.oneOf("kind", KINDS);
  const value = kind === "name" ? row.text("value") : row.number("value");
  return { symbol: row.word("symbol"), kind, value, knownAt: row.number("knownAt") };
}

export const FACTS: LinesKind<DatedFact> = { kind: "facts", read: readFact, timeOf: ({ knownAt }) => knownAt };
