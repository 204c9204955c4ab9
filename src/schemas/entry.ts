import { type Static, Type } from "typebox";
import { Literals, Nullable, Timestamp } from "./fields.ts";

const ENTRY_KINDS = [
  "deposit",
  "fill",
  "commission",
  "interest",
  "borrow",
  "split",
  "cash_in_lieu",
  "dividend",
  "settlement",
  "conversion",
] as const;

/** An entry of an account's ledger. All entries together determine its cash and positions. */
export const EntryRecord = Type.Object(
  {
    sequence: Type.Integer({ description: "Number of the entry in the account, from 1. A reset restarts at 1." }),
    kind: Literals(ENTRY_KINDS),
    symbol: Nullable(Type.String()),
    quantity: Type.Number({ description: "Change of the position, in units of the instrument." }),
    price: Nullable(Type.Number()),
    amount: Type.Number({ description: "Change of the account's cash." }),
    order_id: Nullable(Type.String()),
    timestamp: Timestamp,
  },
  { title: "Entry" },
);
export type EntryRecord = Static<typeof EntryRecord>;
