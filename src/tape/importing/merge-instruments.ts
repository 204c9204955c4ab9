import type { CorporateAction } from "../../market/corporate-action.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { formatDate } from "../../time/instant.ts";
import type { ImportMode } from "./merge-tables.ts";
import type { Refusals } from "./refusals.ts";

/** Something that a file says of an instrument. */
export interface OfFile<T> {
  readonly file: string;
  readonly value: T;
}

/** What bars and actions that are recorded were read with: it cannot change under them. */
const SETTLED = ["assetClass", "zone", "calendar", "currency", "priceBasis"] as const;

/**
 * The instruments of a recording with those of an import. One that is recorded keeps its class, zone, calendar, currency and price basis
 * unless everything of it is replaced; the rest of it is as the import says.
 */
export function mergeInstruments(
  recorded: readonly RecordedInstrument[],
  imported: readonly OfFile<RecordedInstrument>[],
  isReplaced: (symbol: string) => boolean,
  refusals: Refusals,
): readonly RecordedInstrument[] {
  const instruments = new Map(recorded.map((instrument) => [instrument.symbol, instrument]));
  const met = new Set<string>();
  for (const { file, value } of imported) {
    const before = instruments.get(value.symbol);
    const settled = before !== undefined && (met.has(value.symbol) || !isReplaced(value.symbol));
    const field = settled ? SETTLED.find((name) => before[name] !== value[name]) : undefined;
    if (field !== undefined) {
      const message = `${file}: ${field} of ${value.symbol} must be ${before![field]}, as it is already, was ${value[field]}`;
      refusals.whole({ file, line: null, field, reason: "instrument_differs", message });
    }
    met.add(value.symbol);
    instruments.set(value.symbol, value);
  }
  return [...instruments.values()];
}

/** The actions of a recording with those of an import; one of a symbol, kind and ex-date is one, and must be equal. */
export function mergeActions(
  recorded: readonly CorporateAction[],
  imported: readonly OfFile<CorporateAction>[],
  mode: ImportMode,
  refusals: Refusals,
): readonly CorporateAction[] {
  const symbols = new Set(imported.map(({ value }) => value.symbol));
  const kept = mode === "replace" ? recorded.filter(({ symbol }) => !symbols.has(symbol)) : recorded;
  const actions = new Map(kept.map((action) => [keyOf(action), action]));
  for (const { file, value } of imported) {
    const before = actions.get(keyOf(value));
    if (
      before !== undefined &&
      (before.ratio !== value.ratio || before.cash !== value.cash || before.price !== value.price)
    ) {
      const field = value.kind === "split" ? "ratio" : value.kind === "dividend" ? "cash" : "price";
      const what = `${value.kind} of ${value.symbol} at ${formatDate(value.exDate * DAY_MS)}`;
      const message = `${file}, ${what}: ${field} must be ${before[field]}, as it is already, was ${value[field]}`;
      refusals.whole({ file, line: null, field, reason: "overlap_differs", message });
    }
    actions.set(keyOf(value), value);
  }
  return [...actions.values()].toSorted((a, b) => a.exDate - b.exDate);
}

function keyOf({ symbol, kind, exDate }: CorporateAction): string {
  return `${symbol} ${kind} ${exDate}`;
}
