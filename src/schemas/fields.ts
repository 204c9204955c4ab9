import {
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
  type TUnsafe,
  Type,
} from "typebox";

/** A day of the calendar, `YYYY-MM-DD`. */
export const CalendarDate = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}$`,
  description: "A day of the calendar, YYYY-MM-DD.",
  examples: ["2024-01-19"],
});

/**
 * An object that has these members and no others: what a request must be, so that a misspelt member is refused and never overlooked.
 */
export function closedObject<Properties extends TProperties>(
  properties: Properties,
  options: TSchemaOptions = {},
): TObject<Properties> {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** What names an instrument in a path or body: its id in capital or small letters. */
export const InstrumentId = Type.String({
  pattern: "^[A-Za-z0-9^][A-Za-z0-9.=^-]{0,24}$",
  description: "Id of an instrument, such as AAPL, ^GSPC, BTCUSD or GC=F; small letters are taken for capitals.",
  examples: ["AAPL"],
});

/** What names a pair of currencies in a path: two codes of three letters. */
const PairId = Type.String({
  pattern: "^[A-Za-z]{6}$",
  description: "Two currency codes in one word, such as EURUSD; small letters are taken for capitals.",
  examples: ["EURUSD"],
});

export const SymbolPath = Type.Object({ symbol: InstrumentId }, { additionalProperties: false });

export const PairPath = Type.Object({ pair: PairId }, { additionalProperties: false });

/**
 * A value that may be unknown: null then, never 0. Written as an array of types, which the serialiser takes apart; of a union it would try one member
 * after the other.
 */
export function Nullable<T extends TSchema & { type: string }>(schema: T): TUnsafe<Static<T> | null> {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, "null"] });
}

/** An instant, `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export const Timestamp = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`,
  description: "An instant in UTC, with milliseconds.",
});

/** One of a closed list of words, as a plain `enum`: what validates it can then say which words there are. */
export function Literals<const T extends string>(
  words: readonly T[],
  options: { readonly description?: string; readonly default?: T; readonly examples?: readonly T[] } = {},
): TUnsafe<T> & { type: string } {
  return Type.Unsafe<T>({ type: "string", enum: [...words], ...options }) as TUnsafe<T> & { type: string };
}

/** What a market is doing, by its calendar at the moment of the answer. */
export const MarketStatus = Literals(["open", "closed", "pre", "post"], {
  description:
    "What the instrument's market is doing, by its calendar: open, closed, or trading before the open or after the close.",
});

/** Where a page begins: opaque to clients. */
export const PageToken = Type.String({
  maxLength: 64,
  pattern: "^[A-Za-z0-9_-]+$",
  description: "The next_page_token of the answer before.",
});

/** Where the next page begins. */
export const NextPageToken = Nullable(
  Type.String({ description: "Asks for what comes after this page; null after the last." }),
);
