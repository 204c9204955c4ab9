import {
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
  type TUnsafe,
  Type,
} from "typebox";
import { INTERVAL_FORMS, INTERVAL_PATTERN, type Interval } from "../time/interval.ts";

/** A calendar date, `YYYY-MM-DD`. */
export const CalendarDate = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}$`,
  description: "Calendar date, YYYY-MM-DD.",
  examples: ["2024-01-19"],
});

/** Creates the schema of an object without additional fields, so that misspelled fields of requests are refused. */
export function closedObject<Properties extends TProperties>(
  properties: Properties,
  options: TSchemaOptions = {},
): TObject<Properties> {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** Id of an instrument in the path or body of a request. */
export const InstrumentId = Type.String({
  pattern: "^[A-Za-z0-9^][A-Za-z0-9.=^/-]{0,24}$",
  description: "Id of an instrument, such as AAPL, ^GSPC, BTCUSD or GC=F; case does not matter.",
  examples: ["AAPL"],
});

/** Currency pair in a path: two currency codes of three letters each. */
const PairId = Type.String({
  pattern: "^[A-Za-z]{6}$",
  description: "Two currency codes in one word, such as EURUSD; case does not matter.",
  examples: ["EURUSD"],
});

/** Values of the own columns of a bar, which only bars of lockstep sessions have. */
export const OwnValues = Type.Optional(
  Type.Record(Type.String(), Nullable(Type.Number()), {
    description: "In lockstep: values of the instrument's own columns by name, null for a missing value.",
  }),
);

export const SymbolPath = Type.Object({ symbol: InstrumentId }, { additionalProperties: false });

export const PairPath = Type.Object({ pair: PairId }, { additionalProperties: false });

/** Creates the schema of a value or null. An array of types serializes faster than a union of schemas. */
export function Nullable<T extends TSchema & { type: string }>(schema: T): TUnsafe<Static<T> | null> {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, "null"] });
}

/** An instant in UTC, `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export const Timestamp = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`,
  description: "An instant in UTC, with milliseconds.",
});

/** Creates the schema of a word from a list: a plain `enum`, so that validation errors can list the allowed words. */
export function Literals<const T extends string>(
  words: readonly T[],
  options: { readonly description?: string; readonly default?: T; readonly examples?: readonly T[] } = {},
): TUnsafe<T> & { type: string } {
  return Type.Unsafe<T>({ type: "string", enum: [...words], ...options }) as TUnsafe<T> & { type: string };
}

/** Creates the schema of an interval: a text with a pattern, since there are too many for a list. */
export function IntervalName(
  options: {
    readonly description?: string;
    readonly default?: Interval;
    readonly "x-offered"?: readonly Interval[];
  } = {},
): TUnsafe<Interval> & { type: string } {
  const schema = { type: "string", pattern: INTERVAL_PATTERN, "x-must-be": INTERVAL_FORMS, ...options };
  return Type.Unsafe<Interval>(schema) as TUnsafe<Interval> & { type: string };
}

/** Status of a market by its calendar at the time of the response. */
export const MarketStatus = Literals(["open", "closed", "pre", "post"], {
  description:
    "Market status by the instrument's calendar: open, closed, or trading before the open (pre) or after the close (post).",
});

/** Opaque token that selects a page of a list. */
export const PageToken = Type.String({
  maxLength: 64,
  pattern: "^[A-Za-z0-9_-]+$",
  description: "The next_page_token of the previous response.",
});

/** Token of the next page of a list. */
export const NextPageToken = Nullable(Type.String({ description: "Token for the next page; null on the last page." }));

/** Recorded bid and ask of a quote. */
export const BID_AND_ASK = {
  bid: Type.Optional(Type.Number({ description: "Last recorded bid; only present if there is one." })),
  ask: Type.Optional(Type.Number({ description: "Last recorded ask; only present if there is one." })),
};
