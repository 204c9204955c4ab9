import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from "typebox";
import { STATUS_NAMES } from "../broker/order-codes.ts";
import { FIELD_ROWS, type FieldKind, type FieldName, type FieldsWith } from "../broker/order-fields.ts";
import type { SnakeCase } from "../primitives/member-names.ts";
import { Literals, Nullable, Timestamp } from "./fields.ts";
import { type HttpFields, ORDER_CLASSES, ORDER_KINDS, SIDES, TIMES_IN_FORCE } from "./order-codec.ts";

/** Upper limit of quantities and prices. */
const MOST = 1e12;

/** Creates the schema of a quantity, price or amount of money. */
export const amount = (description: string) => Type.Number({ exclusiveMinimum: 0, maximum: MOST, description });

/** Creates the schema of a value in percent. */
export const points = (description: string) => Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 100, description });

/** Creates the schema of a date or an instant. */
export const instant = (description: string) =>
  Type.String({ maxLength: 40, description, examples: ["2023-12-29T20:00:00Z"] });

const moment = (description: string) => Nullable({ ...Timestamp, description });
const number = (description: string) => Nullable(Type.Number({ description }));
const life = (description: string) => Literals(TIMES_IN_FORCE, { description });

/** Schemas of a field in requests and in responses, by the kind of the field. */
const SCHEMAS: Readonly<
  Record<FieldKind, readonly [asked: (text: string) => TSchema, shown: (text: string) => TSchema]>
> = {
  price: [(text) => Type.Optional(amount(text)), number],
  share: [(text) => Type.Optional(points(text)), number],
  moment: [(text) => Type.Optional(instant(text)), moment],
  flag: [
    (description) => Type.Boolean({ default: false, description }),
    (description) => Type.Boolean({ description }),
  ],
  life: [(text) => Type.Optional(life(text)), life],
};

/** Descriptions of the fields of an order. */
const TEXTS: Readonly<Record<FieldName, string>> = {
  limitPrice: "Limit price of limit and stop_limit orders.",
  stopPrice: "Stop price of stop and stop_limit orders, and the moving stop price of trailing stops.",
  trailAmount: "Distance of a trailing stop from the best price, as a price difference.",
  trailPercent: "Distance of a trailing stop from the best price, in percent.",
  timeInForce:
    "Time in force. Default: the setting `order_life` of the account, which is `day` by default. Exits of a bracket are always `gtc`.",
  expiresAt: "Expiration of a gtd order: an ISO 8601 instant such as 2023-12-29T20:00:00Z.",
  reduceOnly: "Whether the order may only reduce a position.",
  extendedHours: "Whether the order may fill before the open and after the close.",
};

const schemasOf = (place: 0 | 1, rows = FIELD_ROWS): object =>
  Object.fromEntries(rows.map(({ http, name, kind }) => [http, SCHEMAS[kind][place](TEXTS[name])]));

type Http<Such> = SnakeCase<FieldsWith<Such>>;
type Value<Name extends keyof HttpFields> = NonNullable<HttpFields[Name]>;

/** Schemas of the fields of a new order. */
export const AskedFields = schemasOf(0) as {
  [Name in keyof HttpFields]-?: Name extends Http<{ kind: "flag" }>
    ? TUnsafe<boolean>
    : TOptional<TUnsafe<Value<Name>>>;
};
/** Schemas of the fields that can be changed in an open order. */
export const ChangedFields = schemasOf(
  0,
  FIELD_ROWS.filter((row) => row.changes),
) as Pick<typeof AskedFields, Http<{ changes: true }>>;
const ShownFields = schemasOf(1) as {
  [Name in keyof HttpFields]-?: TUnsafe<Value<Name> | (Name extends Http<{ kind: "flag" | "life" }> ? never : null)>;
};

/** Current state of an order. */
export const OrderRecord = Type.Object(
  {
    id: Type.String(),
    client_order_id: Nullable(Type.String()),
    symbol: Type.String(),
    asset_class: Type.String(),
    side: Literals(SIDES),
    type: Literals(ORDER_KINDS),
    quantity: Type.Number({ description: "Total quantity of the order. After a split it is in the new units." }),
    filled_quantity: Type.Number(),
    remaining_quantity: Type.Number({ description: "Unfilled quantity: quantity minus filled_quantity." }),
    average_fill_price: Nullable(Type.Number()),
    ...ShownFields,
    high_water_mark: Nullable(
      Type.Number({ description: "Best price since the trailing stop became active; null for other orders." }),
    ),
    triggered_at: moment("Time at which the order's stop price was reached."),
    status: Literals(STATUS_NAMES),
    reject_reason: Type.Unsafe<{ code: string; message: string; required?: number; available?: number } | null>({
      type: ["object", "null"],
      properties: {
        code: { type: "string" },
        message: { type: "string" },
        required: { type: "number", description: "Amount or quantity that a rejected order required." },
        available: { type: "number", description: "Amount or quantity that was available." },
      },
      required: ["code", "message"],
      description:
        "Reason why the order was rejected, canceled or expired; null if a request canceled it, and for other orders.",
    }),
    paper_trading: Type.Boolean(),
    order_class: Literals(ORDER_CLASSES),
    parent_order_id: Nullable(
      Type.String({
        description: "Id of the entry to which the exit belongs. In an OCO pair, the id of the first order.",
      }),
    ),
    legs: Type.Array(Type.String(), {
      description:
        "Ids of the exits of an entry. A replaced exit is listed by the id of its replacement. The replacement of an entry lists the exits that were open when it replaced the entry.",
    }),
    replaces: Nullable(Type.String()),
    replaced_by: Nullable(Type.String()),
    commission: Type.Number({ description: "Commission of the order's fills so far." }),
    currency: Type.String(),
    created_at: Timestamp,
    updated_at: Timestamp,
    submitted_at: Timestamp,
    filled_at: moment("Time at which the order was filled completely."),
    canceled_at: moment("Time at which the order was canceled."),
    expired_at: moment("Time at which the order expired."),
  },
  { title: "Order" },
);
export type OrderRecord = Static<typeof OrderRecord>;

/** One page of orders. */
export const OrderList = Type.Object({
  orders: Type.Array(OrderRecord),
  next_page_token: Nullable(Type.String({ description: "Token for the next page; null on the last page." })),
});
export type OrderList = Static<typeof OrderList>;

/** Result of a request to cancel orders. */
export const CanceledOrders = Type.Object({
  canceled: Type.Array(Type.String(), {
    description: "Ids of the canceled orders, including their exits.",
  }),
  failed: Type.Array(Type.Object({ id: Type.String(), code: Type.String() })),
});
export type CanceledOrders = Static<typeof CanceledOrders>;

/** One execution of an order at one price. */
export const FillRecord = Type.Object(
  {
    id: Type.String(),
    order_id: Type.String(),
    symbol: Type.String(),
    side: Literals(SIDES),
    quantity: Type.Number(),
    price: Type.Number(),
    commission: Type.Number(),
    slippage: Type.Number({ description: "Cost of slippage, per unit of the instrument." }),
    ambiguous: Type.Boolean({
      description: "True if the bar does not show whether another order filled before this one.",
    }),
    bar_time: { ...Timestamp, description: "Start of the bar whose prices caused the fill." },
    at: Literals(["open", "bar", "close"], {
      description: "Price of the bar at which the order filled: the open, the close, or another price (bar).",
    }),
    rule: Type.String({ description: "Sentence that explains the rule by which the price was determined." }),
    note: Type.Integer({ minimum: 0, description: "Number of the rule that determined the price." }),
    timestamp: Timestamp,
  },
  { title: "Fill" },
);
export type FillRecord = Static<typeof FillRecord>;

export const FillList = Type.Object({
  fills: Type.Array(FillRecord),
  next_page_token: Nullable(Type.String({ description: "Token for the next page; null on the last page." })),
});
export type FillList = Static<typeof FillList>;
