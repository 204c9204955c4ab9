import { type FieldKind, FIELD_ROWS, type FieldName, type OrderFields, PRICE_ROWS } from "../broker/order-fields.ts";
import type { TimeInForce } from "../broker/order-record.ts";
import type { OrderType } from "../broker/order-types/order-type.ts";
import type { Order } from "../broker/order.ts";
import { timesInForce } from "../broker/times-in-force.ts";
import type { SnakeCase } from "../primitives/member-names.ts";
import { percentFromFraction, fractionFromPercent } from "../primitives/percent.ts";
import { parseInstant } from "../time/instant.ts";

/** Choices of an order's fields. This module has no schemas, since web pages use it too. */
export { timesInForce };
export { ORDER_KINDS, TIMES_IN_FORCE } from "../broker/order-record.ts";
export const SIDES = ["buy", "sell"] as const;
export const ORDER_CLASSES = ["simple", "bracket", "oto", "oco"] as const;

/** HTTP names of the price fields of an order or exit. */
export const PRICE_NAMES = PRICE_ROWS.map(({ http }) => http);

/** Type of a field's value in HTTP, by the kind of the field. */
export interface HttpValues {
  readonly price: number;
  readonly share: number;
  readonly moment: string;
  readonly flag: boolean;
  readonly life: TimeInForce;
}

/** Fields of an order under their names in HTTP requests. */
export type HttpFields = {
  readonly [Name in FieldName as SnakeCase<Name>]?: HttpValues[OrderFields[Name]["kind"]] | undefined;
};

interface Codec {
  /** Converts a value of an HTTP request to the value in an order request of a strategy. */
  readonly read: (value: never) => unknown;
  /** Converts a value of an order record in HTTP to the value in an order. */
  readonly take: (value: never) => unknown;
  /** Converts a value of an order to its value in HTTP. */
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
    // Fields are assigned one by one, which keeps the object's hidden class. A spread copy would slow down later code.
    if (value !== undefined && value !== false)
      (into as Record<string, unknown>)[row[by]] = CODECS[row.kind].read(value as never);
  }
  return into;
}

/** Returns the fields of an order under their HTTP names. `rows` limits them, for example to the prices of an exit. */
export function writeFields(
  order: { readonly [Name in FieldName]?: Order[Name] | undefined },
  type?: OrderType,
  rows: readonly (typeof FIELD_ROWS)[number][] = FIELD_ROWS,
): HttpFields {
  const body: Record<string, unknown> = {};
  for (const { http, name, kind, price } of rows) {
    const value = order[name];
    // The stop price of a trailing stop is computed from its distance, so it is not a price that a request may set.
    const isOther = price !== undefined && type?.fields[price] === "refused";
    if (isOther || value === undefined || value === false || Number.isNaN(value)) continue;
    body[http] = CODECS[kind].write(value as never);
  }
  return body;
}

/** Copies the fields of an order record in HTTP to an order. */
export function takeFields(
  order: Order,
  record: { readonly [Name in keyof HttpFields]-?: HttpFields[Name] | null },
): void {
  for (const { http, name, kind } of FIELD_ROWS) {
    const value = record[http];
    (order as unknown as Record<string, unknown>)[name] = value === null ? NaN : CODECS[kind].take(value as never);
  }
}
