import { type SnakeCase, snakeCase } from "../primitives/member-names.ts";

/** Prices by which order types differ: each type requires or refuses them. */
export type PriceTerm = "limitPrice" | "stopPrice" | "trail";

/** Kind of the values of an order field. */
export type FieldKind = "price" | "share" | "moment" | "flag" | "life";

interface OrderField {
  /** Name of the field in an order request of a strategy. */
  readonly requestName: string;
  readonly kind: FieldKind;
  /** Price to which the field belongs, or undefined if all order types accept the field. */
  readonly price?: PriceTerm;
  /** Whether the field can be changed while the order is open. */
  readonly changes: boolean;
}

/**
 * Fields of an order besides instrument, side and size, by their names in `Order`. Requests, records and checks are
 * derived from this table.
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

/** Names of the order fields whose row has given properties. */
export type FieldsWith<Traits> = { [Name in FieldName]: OrderFields[Name] extends Traits ? Name : never }[FieldName];

/** Row of an order field, with its names in code and over HTTP. */
type FieldRow<Name extends FieldName> = OrderField &
  Pick<OrderFields[Name], "requestName"> & { readonly name: Name; readonly http: SnakeCase<Name> };
type PriceRow = FieldRow<FieldsWith<{ price: PriceTerm }>> & { readonly price: PriceTerm };

/** Rows of all order fields, with their names. */
export const FIELD_ROWS = Object.entries(ORDER_FIELDS).map(([name, field]) => ({
  name,
  http: snakeCase(name),
  ...field,
})) as FieldRow<FieldName>[];

/** Rows of prices and distances, which exits have as well. */
export const PRICE_ROWS = FIELD_ROWS.filter((row): row is PriceRow => row.price !== undefined);
