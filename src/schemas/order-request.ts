import { type Static, Type } from "typebox";
import { closedObject, InstrumentId, Literals, Nullable } from "./fields.ts";
import { amount, AskedFields, ChangedFields, instant, OrderRecord, points } from "./order.ts";
import { ORDER_CLASSES, ORDER_KINDS, SIDES } from "./order-codec.ts";

const clientOrderId = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: String.raw`^[\x21-\x7e]+$`,
  description: "Your own id of the order, which must be unique in the account.",
});

/** Body of a request to submit an order. */
export const OrderBody = closedObject(
  {
    symbol: InstrumentId,
    side: Literals(SIDES, { description: "Side of the order; for an OCO pair, the side of its exits." }),
    type: Literals(ORDER_KINDS),
    quantity: Type.Optional(
      amount("Quantity in units, a multiple of the instrument's lot. Required unless `sizing` is given."),
    ),
    sizing: Type.Optional(
      closedObject(
        {
          percent: Type.Optional(amount("Value of the order as a fraction of equity. 1 means the whole equity.")),
          notional: Type.Optional(amount("Value of the order as an amount of money.")),
          risk: Type.Optional(amount("Fraction of equity that is lost if the price moves to `stop_price`.")),
          stop_price: Type.Optional(
            amount("Stop price from which the quantity for `risk` is computed. Required with `risk`."),
          ),
        },
        {
          description: "Size of the order in place of `quantity`. The broker computes the quantity, as in a backtest.",
        },
      ),
    ),
    paper_trading: Type.Boolean({ default: true, description: "Must be true: there is no live trading." }),
    ...AskedFields,
    client_order_id: Type.Optional(clientOrderId),
    order_class: Literals(ORDER_CLASSES, { default: "simple" }),
    take_profit: Type.Optional(closedObject({ limit_price: amount("Limit price of the take-profit.") })),
    stop_loss: Type.Optional(
      closedObject({
        stop_price: Type.Optional(
          amount("Stop price of the stop-loss. Required unless the stop-loss is a trailing stop."),
        ),
        limit_price: Type.Optional(
          amount("Limit price, which makes the stop-loss a stop-limit order. Requires `stop_price`."),
        ),
        trail_amount: Type.Optional(
          amount("Distance of a trailing stop from the best price, in place of `stop_price`."),
        ),
        trail_percent: Type.Optional(
          points("Distance of a trailing stop from the best price in percent, in place of `stop_price`."),
        ),
      }),
    ),
  },
  {
    title: "Order request",
    "x-one-of": [["quantity", "sizing"]],
    examples: [{ symbol: "AAPL", side: "buy", type: "market", quantity: 10, paper_trading: true }],
  },
);
export type OrderBody = Static<typeof OrderBody>;

/** Changes to an open order, with at least one field. */
export const OrderPatch = closedObject(
  {
    quantity: Type.Optional(amount("New total quantity of the order, including filled units.")),
    ...ChangedFields,
    client_order_id: Type.Optional(clientOrderId),
  },
  { title: "Order changes", minProperties: 1 },
);
export type OrderPatch = Static<typeof OrderPatch>;

export const OrderPath = closedObject({
  id: Type.String({ minLength: 1, maxLength: 64, description: "Id of an order." }),
});

const PageQuery = {
  after: Type.Optional(instant("Only items after this instant, or after the start of this date at the exchange.")),
  until: Type.Optional(instant("Only items up to this instant, or up to the start of this date at the exchange.")),
  direction: Literals(["asc", "desc"], {
    default: "desc",
    description: "Order by time: oldest first (asc) or newest first (desc).",
  }),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  page_token: Type.Optional(
    Type.String({ maxLength: 64, description: "The next_page_token of the previous response." }),
  ),
};

const symbols = Type.Optional(
  Type.String({
    maxLength: 1000,
    pattern: "^[A-Za-z0-9^][A-Za-z0-9.=^/-]{0,24}(?:,[A-Za-z0-9^][A-Za-z0-9.=^/-]{0,24})*$",
    description: "Ids of instruments, separated by commas.",
    examples: ["AAPL,MSFT"],
  }),
);

export const OrdersQuery = closedObject({
  status: Literals(["open", "closed", "all"], { default: "open" }),
  symbols,
  side: Type.Optional(Literals(SIDES)),
  client_order_id: Type.Optional(clientOrderId),
  ...PageQuery,
});
export type OrdersQuery = Static<typeof OrdersQuery>;

export const FillsQuery = closedObject({ symbols, side: Type.Optional(Literals(SIDES)), ...PageQuery });
export type FillsQuery = Static<typeof FillsQuery>;

export const TargetBody = closedObject(
  {
    weights: Type.Unsafe<Readonly<Record<string, number>>>({
      type: "object",
      additionalProperties: { type: "number", minimum: -100, maximum: 100 },
      minProperties: 1,
      maxProperties: 1000,
      description:
        "Target weights as fractions of equity by symbol: 0.6 is 60%, a negative weight is a short position in a margin account, 0 closes the position.",
    }),
    buffer: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: "Fraction of equity that must stay in cash. Default: 0." }),
    ),
  },
  { title: "Target", examples: [{ weights: { AAPL: 0.6, MSFT: 0.3 } }] },
);
export type TargetBody = Static<typeof TargetBody>;

/** Quantities and orders that result from target weights. */
export const TargetOrders = Type.Object(
  {
    lines: Type.Array(
      Type.Object({
        symbol: Type.String(),
        weight: Type.Number(),
        exact: Nullable(
          Type.Number({
            description: "Quantity for the target weight before rounding to the lot; null if the symbol has no price.",
          }),
        ),
        quantity: Type.Number({ description: "Target quantity." }),
        change: Type.Number({ description: "Quantity to buy, or a negative quantity to sell." }),
        note: Type.String({
          description:
            "Reason why `quantity` differs from `exact`; empty if they are equal. A symbol without a price is skipped, with a note.",
        }),
      }),
    ),
    orders: Type.Array(OrderRecord, {
      description: "Orders in the sequence of their submission, including rejected ones.",
    }),
  },
  { title: "Target orders" },
);
export type TargetOrders = Static<typeof TargetOrders>;
