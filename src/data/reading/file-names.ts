import { basename } from "node:path";
import type { TableFacts } from "./bar-table.ts";

/** Names that programs give their files, and the zone of the times in these files. A group `symbol` is the symbol. */
const NAMES: readonly (readonly [spelling: RegExp, zone: string])[] = [
  // HistData: Eastern Standard Time, without summer time.
  [/^DAT_(?:ASCII|MT|NT|MS|XLSX)_(?<symbol>[A-Z]{6})_(?:M1|T|T_(?:BID|ASK|LAST))_\d{4,6}\b/i, "Etc/GMT+5"],
];

/** Returns the facts that the name of a file states; none for most names. */
export function factsOfName(file: string): TableFacts {
  for (const [spelling, zone] of NAMES) {
    const match = spelling.exec(basename(file));
    if (match !== null) return { zone, symbol: match.groups!["symbol"]! };
  }
  return {};
}
