import type { Entry } from "../ledger/records.ts";
import type { ClosingColumns } from "../metrics/performance-facts.ts";

/** Relative rounding error of sums. A remainder below this share of the largest value counts as 0. */
export const NOISE = 1e-12;

/** Counts the units of a symbol over its ledger entries. A remainder from rounding fractional units counts as 0. */
export class UnitCounter {
  /** Current number of units; negative when short. */
  now = 0;
  /** Largest number of units since the position was last flat or reversed. */
  #most = 0;

  /** Adds units. Returns the units before. */
  move(quantity: number): number {
    const before = this.now;
    const after = before + quantity;
    this.now = Math.abs(after) <= NOISE * this.#most ? 0 : after;
    const size = Math.abs(this.now);
    this.#most = before * this.now > 0 ? Math.max(this.#most, size) : size;
    return before;
  }
}

/** Position in a symbol: its units and their cost without commission. For a short position the cost is the proceeds. */
interface Holding {
  readonly units: UnitCounter;
  cost: number;
}

/**
 * Returns the fills that reduced a position, with their profit over the average entry price. A fill that reverses a
 * position counts with the profit of the closing part and with all of its commission.
 */
export function closingsOf(entries: readonly Entry[]): ClosingColumns {
  const holdings = new Map<string, Holding>();
  const profit: number[] = [];
  const commission: number[] = [];
  let closed = false;
  for (const { kind, symbol, quantity, amount } of entries) {
    // The entry after a fill has its commission.
    if (kind === "commission" && closed) commission[commission.length - 1] = -amount;
    closed = false;
    if (quantity === 0) continue;
    let holding = holdings.get(symbol);
    if (holding === undefined) holdings.set(symbol, (holding = { units: new UnitCounter(), cost: 0 }));
    const before = holding.units.move(quantity);
    if (kind !== "fill") {
      // A split does not change the cost of a position. Units that are paid in cash or settled take their share of the
      // cost.
      if (kind !== "split") holding.cost *= holding.units.now / before;
      continue;
    }
    const value = Math.abs(amount);
    closed = before * quantity < 0;
    if (!closed) {
      holding.cost += value;
      continue;
    }
    const units = Math.min(Math.abs(quantity), Math.abs(before));
    const spent = (holding.cost * units) / Math.abs(before);
    const proceeds = (value * units) / Math.abs(quantity);
    const gain = before > 0 ? proceeds - spent : spent - proceeds;
    profit.push(Math.abs(gain) <= NOISE * spent ? 0 : gain);
    commission.push(0);
    holding.cost = holding.units.now * before > 0 ? holding.cost - spent : value - proceeds;
  }
  return { profit: Float64Array.from(profit), commission: Float64Array.from(commission) };
}
