import { type Static, Type } from "typebox";
import { closedObject } from "./closed-object.ts";
import { Nullable } from "./or-null.ts";
import { OrderRecord } from "./order.ts";

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
      description: "In the order in which they were given; refused ones are rejected.",
    }),
  },
  { title: "Target orders" },
);
export type TargetOrders = Static<typeof TargetOrders>;
