/** Most decimals of an amount: those of a factor file, and two more. */
const MOST_DECIMALS = 9;

/**
 * Returns the amount with the fewest decimals, at least two, within a tolerance of a computed amount, since dividends are declared in few
 * decimals; 0 for an amount within the tolerance of 0.
 */
export function shortestCash(amount: number, tolerance: number): number {
  if (Math.abs(amount) <= tolerance) return 0;
  for (let decimals = 2; decimals < MOST_DECIMALS; decimals++) {
    const rounded = Number(amount.toFixed(decimals));
    if (rounded !== 0 && Math.abs(rounded - amount) <= tolerance) return rounded;
  }
  return amount;
}
