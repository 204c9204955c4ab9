import { type Static, Type } from "typebox";
import { CalendarDate, Literals } from "./fields.ts";

/** Splits, dividends and delistings with an ex-date up to the current session. */
export const CorporateActions = Type.Object(
  {
    symbol: Type.String(),
    actions: Type.Array(
      Type.Object({
        kind: Literals(["split", "dividend", "delisting"]),
        ex_date: {
          ...CalendarDate,
          description:
            "First session with prices after the split or without the dividend. For a delisting, the first date without trading.",
        },
        ratio: Type.Number({ description: "Number of units after a split for each unit before; 1 for other actions." }),
        cash: Type.Number({ description: "Dividend per unit; 0 for other actions." }),
        price: Type.Union([Type.Number(), Type.Null()], {
          description: "Amount paid per unit at a delisting; null if the last price was paid, and for other actions.",
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
