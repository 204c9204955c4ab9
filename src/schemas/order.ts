import { type Static, Type } from "typebox";
import { STATUS_NAMES } from "../broker/order-codes.ts";
import { Literals, Nullable, Timestamp } from "./fields.ts";
import { ORDER_CLASSES, ORDER_KINDS, SIDES, TIMES_IN_FORCE } from "./order-words.ts";

const moment = (description: string) => Nullable({ ...Timestamp, description });

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
    limit_price: Nullable(Type.Number()),
    stop_price: Nullable(Type.Number({ description: "Where the stop stands; that of a trailing stop moves." })),
    trail_amount: Nullable(Type.Number({ description: "Distance of a trailing stop from the best price, in price." })),
    trail_percent: Nullable(Type.Number({ description: "The same in percent points of the best price." })),
    high_water_mark: Nullable(Type.Number({ description: "Best price since a trailing stop began to work." })),
    triggered_at: moment("When its stop was reached."),
    time_in_force: Literals(TIMES_IN_FORCE),
    expires_at: moment("When a gtd order ends."),
    extended_hours: Type.Boolean(),
    status: Literals(STATUS_NAMES),
    reject_reason: Type.Unsafe<{ code: string; message: string; required?: number; available?: number } | null>({
      type: ["object", "null"],
      properties: {
        code: { type: "string" },
        message: { type: "string" },
        required: { type: "number", description: "Of a refusal: what the order would have needed." },
        available: { type: "number", description: "Of a refusal: what there was." },
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
    reduce_only: Type.Boolean({ description: "It may only make a position smaller." }),
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
