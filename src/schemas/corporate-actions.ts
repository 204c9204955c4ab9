import { type Static, Type } from "typebox";
import { CalendarDate } from "./calendar-date.ts";
import { Literals } from "./literals.ts";

/** Splits and dividends whose ex-date is not later than the session of now. */
export const CorporateActions = Type.Object(
  {
    symbol: Type.String(),
    actions: Type.Array(
      Type.Object({
        kind: Literals(["split", "dividend"]),
        ex_date: { ...CalendarDate, description: "The first session whose prices are without it." },
        ratio: Type.Number({ description: "Units after a split for one before; 1 for a dividend." }),
        cash: Type.Number({ description: "Of a dividend for one unit; 0 for a split." }),
        currency: Type.String(),
      }),
      { description: "By rising ex-date." },
    ),
  },
  {
    examples: [
      { symbol: "GOOGL", actions: [{ kind: "split", ex_date: "2022-06-06", ratio: 2, cash: 0, currency: "USD" }] },
    ],
  },
);
export type CorporateActions = Static<typeof CorporateActions>;
