import { type Static, Type } from "typebox";
import { closedObject, InstrumentId, Literals, Nullable } from "./fields.ts";
import { amount, AskedFields, ChangedFields, instant, OrderRecord, points } from "./order.ts";
import { ORDER_CLASSES, ORDER_KINDS, SIDES } from "./order-codec.ts";

const clientOrderId = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: String.raw`^[\x21-\x7e]+$`,
  description: "A name of your own; each may be given once.",
});

/** An order as a client asks for it. */
export const OrderBody = closedObject(
  {
    symbol: InstrumentId,
    side: Literals(SIDES, { description: "Of an OCO pair, that of its exits." }),
    type: Literals(ORDER_KINDS),
    quantity: Type.Optional(amount("Units, a multiple of the instrument's lot; required unless sizing is given.")),
    sizing: Type.Optional(
      closedObject(
        {
          percent: Type.Optional(amount("Share of equity; 1 is all of it.")),
          notional: Type.Optional(amount("Money.")),
          risk: Type.Optional(amount("Share of equity that is lost when the price goes to stop_price.")),
          stop_price: Type.Optional(amount("With risk.")),
        },
        { description: "Instead of quantity: the broker sizes the order, as it does those of a batch run." },
      ),
    ),
    paper_trading: Type.Boolean({ default: true, description: "Must be true: there is no live trading." }),
    ...AskedFields,
    client_order_id: Type.Optional(clientOrderId),
    order_class: Literals(ORDER_CLASSES, { default: "simple" }),
    take_profit: Type.Optional(closedObject({ limit_price: amount("Where the profit is taken.") })),
    stop_loss: Type.Optional(
      closedObject({
        stop_price: Type.Optional(amount("Where the loss is cut; this or a trail is required.")),
        limit_price: Type.Optional(amount("With stop_price: the exit is a stop limit with this limit.")),
        trail_amount: Type.Optional(amount("Instead of stop_price: the exit trails the best price at that distance.")),
        trail_percent: Type.Optional(points("Instead of stop_price: that distance in percent points.")),
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

/** What of a live order is to be different; at least one member. */
export const OrderPatch = closedObject(
  {
    quantity: Type.Optional(amount("Units in all, those already filled included.")),
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
  after: Type.Optional(instant("Only later than this instant, or than the beginning of this date at the exchange.")),
  until: Type.Optional(instant("Only up to this instant, or to the beginning of this date at the exchange.")),
  direction: Literals(["asc", "desc"], { default: "desc", description: "By time: the newest first, or the oldest." }),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  page_token: Type.Optional(Type.String({ maxLength: 64, description: "The next_page_token of the answer before." })),
};

const symbols = Type.Optional(
  Type.String({
    maxLength: 1000,
    pattern: "^[A-Za-z0-9^][A-Za-z0-9.=^-]{0,24}(?:,[A-Za-z0-9^][A-Za-z0-9.=^-]{0,24})*$",
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
        "Shares of equity by symbol: 0.6 for sixty percent, negative to be short in a margin account, 0 to hold none.",
    }),
    buffer: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: "Share of equity that stays in cash; 0 when left out." }),
    ),
  },
  { title: "Target", examples: [{ weights: { AAPL: 0.6, MSFT: 0.3 } }] },
);
export type TargetBody = Static<typeof TargetBody>;

/** What a target came to. */
export const TargetOrders = Type.Object(
  {
    lines: Type.Array(
      Type.Object({
        symbol: Type.String(),
        weight: Type.Number(),
        exact: Nullable(
          Type.Number({
            description:
              "Units that the weight is worth, before rounding to the lot; null while the symbol has no price.",
          }),
        ),
        quantity: Type.Number({ description: "Units to hold." }),
        change: Type.Number({ description: "Units to buy, or to sell when negative." }),
        note: Type.String({
          description:
            "Why the quantity is not the exact one; empty when it is. A symbol without a price is left out, and its note says so.",
        }),
      }),
    ),
    orders: Type.Array(OrderRecord, {
      description: "In the order of submission; rejected orders have the status rejected.",
    }),
  },
  { title: "Target orders" },
);
export type TargetOrders = Static<typeof TargetOrders>;
