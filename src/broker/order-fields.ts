import { type SnakeCase, snakeCase } from "../primitives/member-names.ts";

/** Prices in which order types differ: a type requires or refuses each. */
export type PriceTerm = "limitPrice" | "stopPrice" | "trail";

/** Kind of a field's values. */
export type FieldKind = "price" | "share" | "moment" | "flag" | "life";

interface OrderField {
  /** Name in an order request of a strategy. */
  readonly requestName: string;
  readonly kind: FieldKind;
  /** Price that the field belongs to; undefined if all order types accept the field. */
  readonly price?: PriceTerm;
  /** Whether the field can be changed while the order is open. */
  readonly changes: boolean;
}

/**
 * Fields of an order in addition to instrument, side and size, by their names in `Order`. Requests, records and checks are derived from
 * this table.
 */
export const ORDER_FIELDS = {
  limitPrice: { requestName: "limit", kind: "price", price: "limitPrice", changes: true },
  stopPrice: { requestName: "stop", kind: "price", price: "stopPrice", changes: true },
  trailAmount: { requestName: "trail", kind: "price", price: "trail", changes: true },
  trailPercent: { requestName: "trailPercent", kind: "share", price: "trail", changes: true },
  timeInForce: { requestName: "timeInForce", kind: "life", changes: true },
  expiresAt: { requestName: "expiresAt", kind: "moment", changes: true },
  reduceOnly: { requestName: "reduceOnly", kind: "flag", changes: false },
  extendedHours: { requestName: "extendedHours", kind: "flag", changes: false },
} as const satisfies Readonly<Record<string, OrderField>>;

export type OrderFields = typeof ORDER_FIELDS;
export type FieldName = keyof OrderFields;

/** Names of the fields whose row has these properties. */
export type FieldsWith<Traits> = { [Name in FieldName]: OrderFields[Name] extends Traits ? Name : never }[FieldName];

/** A row with its names in code and over HTTP. */
type FieldRow<Name extends FieldName> = OrderField &
  Pick<OrderFields[Name], "requestName"> & { readonly name: Name; readonly http: SnakeCase<Name> };
type PriceRow = FieldRow<FieldsWith<{ price: PriceTerm }>> & { readonly price: PriceTerm };

/** All rows with their names. */
export const FIELD_ROWS = Object.entries(ORDER_FIELDS).map(([name, field]) => ({
  name,
  http: snakeCase(name),
  ...field,
})) as FieldRow<FieldName>[];

/** Rows of prices and distances, which exits have too. */
export const PRICE_ROWS = FIELD_ROWS.filter((row): row is PriceRow => row.price !== undefined);
