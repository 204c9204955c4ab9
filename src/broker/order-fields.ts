import { type SnakeCase, snakeCase } from "../primitives/member-names.ts";

/** The prices by which types of orders differ: each takes some of them, and then needs them. */
export type PriceTerm = "limitPrice" | "stopPrice" | "trail";

/** What the values of a field are. */
export type FieldKind = "price" | "share" | "moment" | "flag" | "life";

interface OrderField {
  /** Its name in what a strategy asks for. */
  readonly requestName: string;
  readonly kind: FieldKind;
  /** By which types it is taken; by all where this is missing. */
  readonly price?: PriceTerm;
  /** It can be changed while the order lives. */
  readonly changes: boolean;
}

/** What an order says besides what it is for, by the names of an order. A row a field: requests, records and their checks come from it. */
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

/** The fields that have such members. */
export type FieldsWith<Traits> = { [Name in FieldName]: OrderFields[Name] extends Traits ? Name : never }[FieldName];

/** A row with its names in code and over HTTP. */
type FieldRow<Name extends FieldName> = OrderField &
  Pick<OrderFields[Name], "requestName"> & { readonly name: Name; readonly http: SnakeCase<Name> };
type PriceRow = FieldRow<FieldsWith<{ price: PriceTerm }>> & { readonly price: PriceTerm };

/** The rows with their names. */
export const FIELD_ROWS = Object.entries(ORDER_FIELDS).map(([name, field]) => ({
  name,
  http: snakeCase(name),
  ...field,
})) as FieldRow<FieldName>[];

/** The rows of prices and distances, which exits have too. */
export const PRICE_ROWS = FIELD_ROWS.filter((row): row is PriceRow => row.price !== undefined);
