import { type FieldKind, FIELD_ROWS, type FieldName, type OrderFields, PRICE_ROWS } from "../broker/order-fields.ts";
import type { TimeInForce } from "../broker/order-record.ts";
import type { OrderType } from "../broker/order-types/order-type.ts";
import type { Order } from "../broker/order.ts";
import { timesInForce } from "../broker/times-in-force.ts";
import type { SnakeCase } from "../primitives/member-names.ts";
import { percentFromFraction, fractionFromPercent } from "../primitives/percent.ts";
import { parseInstant } from "../time/instant.ts";

/** Choices of an order's fields. They are separate from the schemas, since web pages use them too. */
export { timesInForce };
export { ORDER_KINDS, TIMES_IN_FORCE } from "../broker/order-record.ts";
export const SIDES = ["buy", "sell"] as const;
export const ORDER_CLASSES = ["simple", "bracket", "oto", "oco"] as const;

/** HTTP names of the price fields of an order or exit. */
export const PRICE_NAMES = PRICE_ROWS.map(({ http }) => http);

/** HTTP types of the kinds of fields. */
export interface HttpValues {
  readonly price: number;
  readonly share: number;
  readonly moment: string;
  readonly flag: boolean;
  readonly life: TimeInForce;
}

/** Fields of an order as in HTTP requests. */
export type HttpFields = {
  readonly [Name in FieldName as SnakeCase<Name>]?: HttpValues[OrderFields[Name]["kind"]] | undefined;
};

interface Codec {
  /** Converts the value of a request to that of an order request in a strategy. */
  readonly read: (value: never) => unknown;
  /** Converts the value of an HTTP record to that of an order. */
  readonly take: (value: never) => unknown;
  /** Converts the value of an order to HTTP. */
  readonly write: (value: never) => unknown;
}

const same = (value: unknown): unknown => value;
const SAME: Codec = { read: same, take: same, write: same };

const CODECS: Readonly<Record<FieldKind, Codec>> = {
  price: SAME,
  share: { read: fractionFromPercent, take: fractionFromPercent, write: percentFromFraction },
  moment: { read: parseInstant, take: Date.parse, write: (time: number) => new Date(time).toISOString() },
  flag: SAME,
  life: {
    read: same,
    take: (name: TimeInForce) => timesInForce[name],
    write: (rule: Order["timeInForce"]) => rule.name,
  },
};

/** Copies the fields of an HTTP request to an order request (`requestName`), or to changes of an order (`name`). */
export function readFields<Asked extends object>(
  given: HttpFields,
  into: Asked,
  by: "requestName" | "name" = "requestName",
): Asked {
  for (const row of FIELD_ROWS) {
    const value = given[row.http];
    // Assigning fields keeps the object's shape. A spread copy would have a new shape and slow down later code.
    if (value !== undefined && value !== false)
      (into as Record<string, unknown>)[row[by]] = CODECS[row.kind].read(value as never);
  }
  return into;
}

/** Returns the fields of an order in HTTP form. `rows` limits the fields, such as to the prices of an exit. */
export function writeFields(
  order: { readonly [Name in FieldName]?: Order[Name] | undefined },
  type?: OrderType,
  rows: readonly (typeof FIELD_ROWS)[number][] = FIELD_ROWS,
): HttpFields {
  const body: Record<string, unknown> = {};
  for (const { http, name, kind, price } of rows) {
    const value = order[name];
    // The stop price of a trailing stop follows from its distance.
    const isOther = price !== undefined && type?.fields[price] === "refused";
    if (isOther || value === undefined || value === false || Number.isNaN(value)) continue;
    body[http] = CODECS[kind].write(value as never);
  }
  return body;
}

/** Copies the fields of an HTTP record to an order. */
export function takeFields(
  order: Order,
  record: { readonly [Name in keyof HttpFields]-?: HttpFields[Name] | null },
): void {
  for (const { http, name, kind } of FIELD_ROWS) {
    const value = record[http];
    (order as unknown as Record<string, unknown>)[name] = value === null ? NaN : CODECS[kind].take(value as never);
  }
}
