import type { Entry, Fill } from "../../ledger/records.ts";

/** What a run paid, in account currency; above 0 is paid, and interest below 0 was earned. */
export interface CostBreakdown {
  readonly commission: number;
  /** By how much worse than the price they were aimed at the fills were. It is no entry of its own: it lies in the prices of the fills. */
  readonly slippage: number;
  /** For positions held short. */
  readonly borrow: number;
  /** On cash: owed less earned. */
  readonly interest: number;
  readonly total: number;
}

/**
 * Everything that trading cost, by kind, read from the books: the entries of a result and its fills, of one symbol too if only its entries and
 * fills are given.
 *
 * @example
 * costBreakdown([], []).total; // 0
 */
export function costBreakdown(entries: readonly Entry[], fills: readonly Fill[]): CostBreakdown {
  const paid = (kind: string) => {
    let total = 0;
    for (const entry of entries) if (entry.kind === kind) total -= entry.amount;
    return total;
  };
  const [commission, borrow, interest] = [paid("commission"), paid("borrow"), paid("interest")];
  const slippage = slippageOf(entries, fills);
  return Object.freeze({ commission, slippage, borrow, interest, total: commission + slippage + borrow + interest });
}

/** Fills and their entries stand in the same order; only the entry knows the money, and with it the multiplier. */
function slippageOf(entries: readonly Entry[], fills: readonly Fill[]): number {
  let total = 0;
  let next = 0;
  for (const { kind, amount, price } of entries) {
    if (kind !== "fill") continue;
    const fill = fills[next++];
    if (fill !== undefined && price !== 0) total += (fill.slippage * Math.abs(amount)) / Math.abs(price);
  }
  return total;
}
