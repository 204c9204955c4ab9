import type { Column } from "../primitives/column.ts";
import type { TradeColumns } from "./performance-facts.ts";

const NONE: Column = new Float64Array(0);

/** Worst (`mae`) or best (`mfe`) move of every trade while it was open, a fraction of the entry price; no values where that is not known. */
export function excursions(trades: TradeColumns, which: "mae" | "mfe"): Column {
  return trades[which] ?? NONE;
}

/** The same in account currency, before commissions. */
export function excursionMoney(trades: TradeColumns, which: "mae" | "mfe"): Column {
  const { entryValue } = trades;
  return entryValue === undefined ? NONE : excursions(trades, which).map((move, i) => move * entryValue[i]!);
}
