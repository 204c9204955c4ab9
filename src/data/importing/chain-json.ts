import { type TextBytes, textBytes } from "../csv/cell.ts";
import { invalidFile } from "../file-error.ts";
import { cellText, parseJsonFile } from "./import-table.ts";
import type { ImportFile } from "./importer.ts";

type Members = Readonly<Record<string, unknown>>;

/** Columns of a text with a row for each contract. Vendors do not state the units of theta and vega, so that these are not read. */
const COLUMNS = "contract,bid,ask,last,volume,open_interest,iv,delta,gamma,greeks theta,greeks vega".split(",");

/** Layouts of answers: their contracts, each with its id, and the values of a contract in the order of the columns. */
const LAYOUTS: readonly {
  readonly contracts: (answer: Members) => readonly (readonly [id: unknown, contract: Members])[];
  readonly values: (contract: Members) => readonly unknown[];
}[] = [
  {
    // Alpaca.
    contracts: ({ snapshots }) => (isMembers(snapshots) ? Object.entries(snapshots as Record<string, Members>) : []),
    values: ({ latestQuote, latestTrade, dailyBar, impliedVolatility, greeks }) => [
      ...membersOf(latestQuote, "bp", "ap"),
      ...membersOf(latestTrade, "p"),
      ...membersOf(dailyBar, "v"),
      undefined,
      impliedVolatility,
      ...membersOf(greeks, "delta", "gamma", "theta", "vega"),
    ],
  },
  {
    // Polygon and Massive.
    contracts: ({ results }) =>
      Array.isArray(results)
        ? results.filter(isMembers).map((one): [unknown, Members] => [membersOf(one["details"], "ticker")[0], one])
        : [],
    values: ({ last_quote, last_trade, day, open_interest, implied_volatility, greeks }) => [
      ...membersOf(last_quote, "bid", "ask"),
      ...membersOf(last_trade, "price"),
      ...membersOf(day, "volume"),
      open_interest,
      implied_volatility,
      ...membersOf(greeks, "delta", "gamma", "theta", "vega"),
    ],
  },
];

/** Returns an answer with the snapshots of contracts as a text with a row for each. Throws `DATA_FILE_INVALID` for other JSON. */
export function textOfSnapshots(file: ImportFile): TextBytes {
  const answer = parseJsonFile(file);
  for (const { contracts, values } of isMembers(answer) ? LAYOUTS : []) {
    const rows = contracts(answer as Members)
      .filter(([id]) => typeof id === "string")
      .map(([id, contract]) => [id, ...values(contract)].map(cellText));
    if (rows.length === 0) continue;
    const isKnown = (_: string, column: number): boolean => rows.some((row) => row[column] !== "");
    const lines = [COLUMNS, ...rows].map((row) => row.filter(isKnown).join(","));
    const text = Buffer.from(`${lines.join("\n")}\n`);
    const bytes = textBytes(text.length);
    bytes.bytes.set(text);
    return bytes;
  }
  throw invalidFile(
    file.file,
    "must have snapshots of contracts by their ids, if it is JSON. Save other chains as CSV",
  );
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function membersOf(value: unknown, ...names: readonly string[]): readonly unknown[] {
  return names.map((name) => (isMembers(value) ? value[name] : undefined));
}
