import type { RecordedMarket } from "../../market/recorded-market.ts";
import { pluralize } from "../../primitives/words.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { formatDate } from "../../time/instant.ts";
import { zoneOf } from "../../time/zone.ts";
import { cutTable, lengthOf, type MarketTable, marketPartsOf, tableName, tablesOf } from "./recorded-tables.ts";
import type { Refusals } from "./refusals.ts";

/** The first day on which an instrument no longer trades, and how messages name it. */
interface End {
  readonly day: number;
  readonly field: string;
  readonly text: string;
  /** What rows from that day on may be of. */
  readonly of: "company" | "contract";
}

/**
 * Refuses rows after the delisting or expiration of their symbol, which may be of another company or contract. Returns the market without
 * them, for imports that leave bad rows out. Only the symbols of `files`, which an import has changed, are checked; refusals name the file of the symbol.
 */
export function withoutEndedRows(
  market: RecordedMarket,
  files: ReadonlyMap<string, string>,
  refusals: Refusals,
): RecordedMarket {
  const ends = endsOf(market);
  const zones = new Map(market.instruments.map(({ symbol, zone }) => [symbol, zoneOf(zone)]));
  const notes: string[] = [];
  const tables = tablesOf(market).map((table): MarketTable => {
    const [end, file] = [ends.get(table.symbol), files.get(table.symbol)];
    if (end === undefined || file === undefined) return table;
    const to = zones.get(table.symbol)!.toInstantOrAfter(end.day * DAY_MS);
    const count = lengthOf(cutTable(table, to, Infinity));
    if (count === 0) return table;
    const what = `${tableName(table)} have ${pluralize(count, "row")} ${end.text}`;
    const message = `${file}: ${what}, which may be of another ${end.of}. --skip-bad-rows leaves them out; to keep them, import them under another symbol`;
    refusals.addRow({ file, line: null, field: end.field, reason: "outside_listing", message });
    notes.push(`${what}, which are left out.`);
    return cutTable(table, -Infinity, to);
  });
  if (notes.length === 0) return market;
  const left = tables.filter((table) => lengthOf(table) > 0);
  return { ...market, ...marketPartsOf(left), notes: [...market.notes, ...notes] };
}

function endsOf({ instruments, actions }: RecordedMarket): ReadonlyMap<string, End> {
  const ends = new Map<string, End>();
  for (const { symbol, expiration } of instruments) {
    if (expiration === undefined) continue;
    const text = `after its expiration on ${formatDate(expiration * DAY_MS)}`;
    ends.set(symbol, { day: expiration + 1, field: "expiration", text, of: "contract" });
  }
  for (const { symbol, kind, exDate } of actions) {
    if (kind !== "delisting" || exDate > (ends.get(symbol)?.day ?? Infinity)) continue;
    const text = `after its delisting on ${formatDate(exDate * DAY_MS)}`;
    ends.set(symbol, { day: exDate, field: "delisted", text, of: "company" });
  }
  return ends;
}
