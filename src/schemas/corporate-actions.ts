import { type Static, Type } from "typebox";
import { CalendarDate, Literals } from "./fields.ts";

/** Splits, dividends and the end of a listing whose ex-date is not later than the session of now. */
export const CorporateActions = Type.Object(
  {
    symbol: Type.String(),
    actions: Type.Array(
      Type.Object({
        kind: Literals(["split", "dividend", "delisting"]),
        ex_date: {
          ...CalendarDate,
          description: "The first session whose prices are without it, or on which it does not trade any more.",
        },
        ratio: Type.Number({ description: "Units after a split for one before; 1 for others." }),
        cash: Type.Number({ description: "Of a dividend for one unit; 0 for others." }),
        price: Type.Union([Type.Number(), Type.Null()], {
          description: "Of a delisting, what was paid for one unit; null for its last price, and for others.",
        }),
        currency: Type.String(),
      }),
      { description: "By rising ex-date." },
    ),
  },
  {
    examples: [
      {
        symbol: "GOOGL",
        actions: [{ kind: "split", ex_date: "2022-06-06", ratio: 2, cash: 0, price: null, currency: "USD" }],
      },
    ],
  },
);
export type CorporateActions = Static<typeof CorporateActions>;
