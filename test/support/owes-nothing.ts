import type { Entry } from "hindcast";
import { expect } from "vitest";

/**
 * Checks that no ledger entry leaves a negative position, or negative cash except for commissions of sales that brought less. Such a debt
 * may only grow by another sale, and buys must leave none. Returns the lowest cash, caused by sales only.
 */
export function expectOwesNothing(entries: readonly Entry[], noise: number): number {
  const quantities = new Map<string, number>();
  let cash = 0;
  let owed = 0;
  let least = 0;
  let sale = NaN;
  for (const { kind, symbol, quantity, amount } of entries) {
    cash += amount;
    if (symbol !== "") quantities.set(symbol, (quantities.get(symbol) ?? 0) + quantity);
    for (const held of quantities.values()) expect(held).toBeGreaterThanOrEqual(-1e-9);
    if (kind === "commission" && sale + amount < 0) owed = Math.min(owed, cash);
    if (kind === "fill" && quantity > 0) owed = 0;
    least = Math.min(least, owed);
    sale = kind === "fill" && quantity < 0 ? amount : NaN;
    // A fill and its commission are one movement in two entries.
    if (kind !== "fill") expect(cash).toBeGreaterThanOrEqual(owed - noise);
  }
  return least;
}
