import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from "typebox";
import { STATUS_NAMES } from "../broker/order-codes.ts";
import { FIELD_ROWS, type FieldKind, type FieldName, type FieldsWith } from "../broker/order-fields.ts";
import type { SnakeCase } from "../primitives/member-names.ts";
import { Literals, Nullable, Timestamp } from "./fields.ts";
import { type HttpFields, ORDER_CLASSES, ORDER_KINDS, SIDES, TIMES_IN_FORCE } from "./order-codec.ts";

/** Beyond this a quantity or price is a mistake. */
const MOST = 1e12;

export const amount = (description: string) => Type.Number({ exclusiveMinimum: 0, maximum: MOST, description });

export const points = (description: string) => Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 100, description });

export const instant = (description: string) =>
  Type.String({ maxLength: 40, description, examples: ["2023-12-29T20:00:00Z"] });

const moment = (description: string) => Nullable({ ...Timestamp, description });
const number = (description: string) => Nullable(Type.Number({ description }));
const life = (description: string) => Literals(TIMES_IN_FORCE, { description });

/** The schemas of values as they are asked for, and as they are shown. A flag that is left out is false. */
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

/** What the fields of an order are. */
const TEXTS: Readonly<Record<FieldName, string>> = {
  limitPrice: "Of limit and stop_limit orders.",
  stopPrice: "Stop price of stop and stop_limit orders; that of a trailing stop moves.",
  trailAmount: "Distance of a trailing stop from the best price, in price.",
  trailPercent: "Distance of a trailing stop from the best price, in percent points.",
  timeInForce: "`day` when left out, or as the setting `order_life` says; exits of a bracket are always `gtc`.",
  expiresAt: "When a gtd order ends: an instant of ISO 8601, such as 2023-12-29T20:00:00Z.",
  reduceOnly: "It may only make a position smaller.",
  extendedHours: "Trading before the open and after the close.",
};

const schemasOf = (place: 0 | 1, rows = FIELD_ROWS): object =>
  Object.fromEntries(rows.map(({ http, name, kind }) => [http, SCHEMAS[kind][place](TEXTS[name])]));

type Http<Such> = SnakeCase<FieldsWith<Such>>;
type Value<Name extends keyof HttpFields> = NonNullable<HttpFields[Name]>;

/** The fields of a new order, those of them that can be changed, and all of an order as it stands. */
export const AskedFields = schemasOf(0) as {
  [Name in keyof HttpFields]-?: Name extends Http<{ kind: "flag" }>
    ? TUnsafe<boolean>
    : TOptional<TUnsafe<Value<Name>>>;
};
export const ChangedFields = schemasOf(
  0,
  FIELD_ROWS.filter((row) => row.changes),
) as Pick<typeof AskedFields, Http<{ changes: true }>>;
const ShownFields = schemasOf(1) as {
  [Name in keyof HttpFields]-?: TUnsafe<Value<Name> | (Name extends Http<{ kind: "flag" | "life" }> ? never : null)>;
};

/** An order as it stands. */
export const OrderRecord = Type.Object(
  {
    id: Type.String(),
    client_order_id: Nullable(Type.String()),
    symbol: Type.String(),
    asset_class: Type.String(),
    side: Literals(SIDES),
    type: Literals(ORDER_KINDS),
    quantity: Type.Number({ description: "Units in all; after a split in the new units." }),
    filled_quantity: Type.Number(),
    remaining_quantity: Type.Number({ description: "What may still fill: quantity less filled_quantity." }),
    average_fill_price: Nullable(Type.Number()),
    ...ShownFields,
    high_water_mark: Nullable(Type.Number({ description: "Best price since a trailing stop began to work." })),
    triggered_at: moment("When its stop was reached."),
    status: Literals(STATUS_NAMES),
    reject_reason: Type.Unsafe<{ code: string; message: string; required?: number; available?: number } | null>({
      type: ["object", "null"],
      properties: {
        code: { type: "string" },
        message: { type: "string" },
        required: { type: "number", description: "For a rejected order: what it needed." },
        available: { type: "number", description: "For a rejected order: what was available." },
      },
      required: ["code", "message"],
      description: "Why it was rejected, canceled or expired by anything but a request; null where it was not.",
    }),
    paper_trading: Type.Boolean(),
    order_class: Literals(ORDER_CLASSES),
    parent_order_id: Nullable(
      Type.String({ description: "The entry that it protects; of an OCO pair its first half." }),
    ),
    legs: Type.Array(Type.String(), {
      description:
        "Ids of the exits that depend on it; of one that was replaced the id of the order in its place. What takes an entry's place has those that lived then.",
    }),
    replaces: Nullable(Type.String()),
    replaced_by: Nullable(Type.String()),
    commission: Type.Number({ description: "Paid for its fills so far." }),
    currency: Type.String(),
    created_at: Timestamp,
    updated_at: Timestamp,
    submitted_at: Timestamp,
    filled_at: moment("When the last of it filled."),
    canceled_at: moment("When it was canceled."),
    expired_at: moment("When it expired."),
  },
  { title: "Order" },
);
export type OrderRecord = Static<typeof OrderRecord>;

/** One page of orders. */
export const OrderList = Type.Object({
  orders: Type.Array(OrderRecord),
  next_page_token: Nullable(Type.String({ description: "Asks for the ones after these; null after the last." })),
});
export type OrderList = Static<typeof OrderList>;

/** Which orders were canceled, and which were not. */
export const CanceledOrders = Type.Object({
  canceled: Type.Array(Type.String(), {
    description: "Ids of the orders that ended, exits that depended on them included.",
  }),
  failed: Type.Array(Type.Object({ id: Type.String(), code: Type.String() })),
});
export type CanceledOrders = Static<typeof CanceledOrders>;

/** One execution at one price. */
export const FillRecord = Type.Object(
  {
    id: Type.String(),
    order_id: Type.String(),
    symbol: Type.String(),
    side: Literals(SIDES),
    quantity: Type.Number(),
    price: Type.Number(),
    commission: Type.Number(),
    slippage: Type.Number({ description: "What slippage cost, for one unit." }),
    ambiguous: Type.Boolean({ description: "Bars cannot tell whether another order of the same bar came first." }),
    bar_time: { ...Timestamp, description: "Start of the bar by which it was judged." },
    at: Literals(["open", "bar", "close"], {
      description: "At the open of that bar, at another price of it, or at its close.",
    }),
    rule: Type.String({ description: "The rule that set its price." }),
    note: Type.Integer({ minimum: 0, description: "Number of that rule." }),
    timestamp: Timestamp,
  },
  { title: "Fill" },
);
export type FillRecord = Static<typeof FillRecord>;

export const FillList = Type.Object({
  fills: Type.Array(FillRecord),
  next_page_token: Nullable(Type.String({ description: "Asks for the ones after these; null after the last." })),
});
export type FillList = Static<typeof FillList>;
