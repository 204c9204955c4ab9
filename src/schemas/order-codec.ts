import { type FieldKind, FIELD_ROWS, type FieldName, type OrderFields, PRICE_ROWS } from "../broker/order-fields.ts";
import type { TimeInForce } from "../broker/order-record.ts";
import type { OrderType } from "../broker/order-types/order-type.ts";
import type { Order } from "../broker/order.ts";
import { timesInForce } from "../broker/times-in-force.ts";
import type { SnakeCase } from "../primitives/member-names.ts";
import { percentFromFraction, fractionFromPercent } from "../primitives/percent.ts";
import { parseInstant } from "../time/instant.ts";

/** The closed choices of an order, without what checks them: pages offer them too. */
export { timesInForce };
export { ORDER_KINDS, TIMES_IN_FORCE } from "../broker/order-record.ts";
export const SIDES = ["buy", "sell"] as const;
export const ORDER_CLASSES = ["simple", "bracket", "oto", "oco"] as const;

/** The prices of an order and of an exit. */
export const PRICE_NAMES = PRICE_ROWS.map(({ http }) => http);

/** What values are over HTTP. */
export interface HttpValues {
  readonly price: number;
  readonly share: number;
  readonly moment: string;
  readonly flag: boolean;
  readonly life: TimeInForce;
}

/** The fields of an order as a request names them. */
export type HttpFields = {
  readonly [Name in FieldName as SnakeCase<Name>]?: HttpValues[OrderFields[Name]["kind"]] | undefined;
};

interface Codec {
  /** A value of a request as a strategy asks for it, and of a record as a live order has it. */
  readonly read: (value: never) => unknown;
  readonly take: (value: never) => unknown;
  /** A value of a live order over HTTP. */
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

/** Adds what a request says of an order to what a strategy would ask for, or to changes, which have the names of an order. */
export function readFields<Asked extends object>(
  given: HttpFields,
  into: Asked,
  by: "requestName" | "name" = "requestName",
): Asked {
  for (const row of FIELD_ROWS) {
    const value = given[row.http];
    // Member by member: V8 gives a copy by `...` a shape of its own, and all that is done with it goes the slow way.
    if (value !== undefined && value !== false)
      (into as Record<string, unknown>)[row[by]] = CODECS[row.kind].read(value as never);
  }
  return into;
}

/** What a request says of an order of some type, or of changes; of an exit its prices alone. */
export function writeFields(
  order: { readonly [Name in FieldName]?: Order[Name] | undefined },
  type?: OrderType,
  rows: readonly (typeof FIELD_ROWS)[number][] = FIELD_ROWS,
): HttpFields {
  const body: Record<string, unknown> = {};
  for (const { http, name, kind, price } of rows) {
    const value = order[name];
    // The stop of a trailing stop comes from its distance.
    const isOther = price !== undefined && type?.fields[price] === "refused";
    if (isOther || value === undefined || value === false || Number.isNaN(value)) continue;
    body[http] = CODECS[kind].write(value as never);
  }
  return body;
}

/** Gives a live order the fields of its record. */
export function takeFields(
  order: Order,
  record: { readonly [Name in keyof HttpFields]-?: HttpFields[Name] | null },
): void {
  for (const { http, name, kind } of FIELD_ROWS) {
    const value = record[http];
    (order as unknown as Record<string, unknown>)[name] = value === null ? NaN : CODECS[kind].take(value as never);
  }
}
