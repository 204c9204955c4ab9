import type { Entry } from "hindcast";
import { expect } from "vitest";

/**
 * Checks that no ledger entry leaves a negative position, nor negative cash except for commissions of sales that brought less. Only another
 * sale may increase such a debt, and purchases must leave none. Returns the lowest cash, which only sales can have caused.
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
    // A fill and its commission are one event in two entries, so cash is checked after the commission.
    if (kind !== "fill") expect(cash).toBeGreaterThanOrEqual(owed - noise);
  }
  return least;
}
