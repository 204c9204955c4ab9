import type { Entry } from "../ledger/records.ts";
import type { ClosingColumns } from "../metrics/performance-facts.ts";

/** What binary sums leave of what has come to nothing, as a share of the most that it was. */
export const NOISE = 1e-12;

/** Units of a symbol that are held, as entries move them. What sums of parts of a unit leave of a position that has ended counts as none. */
export class UnitCounter {
  /** Negative when short. */
  now = 0;
  /** The most units since there were none, or since the position turned. */
  #most = 0;

  /** Adds units, and returns how many there were. */
  move(quantity: number): number {
    const before = this.now;
    const after = before + quantity;
    this.now = Math.abs(after) <= NOISE * this.#most ? 0 : after;
    const size = Math.abs(this.now);
    this.#most = before * this.now > 0 ? Math.max(this.#most, size) : size;
    return before;
  }
}

/** What is held of a symbol, and what its units cost, or brought when short, without commission. */
interface Holding {
  readonly units: UnitCounter;
  cost: number;
}

/**
 * Fills that made a position smaller, with their profit over the mean price of entry; of a fill that ends one position and opens another, the profit
 * of what it ends and all of its commission.
 */
export function closingsOf(entries: readonly Entry[]): ClosingColumns {
  const holdings = new Map<string, Holding>();
  const profit: number[] = [];
  const commission: number[] = [];
  let closed = false;
  for (const { kind, symbol, quantity, amount } of entries) {
    // The commission of a fill is the entry behind it.
    if (kind === "commission" && closed) commission[commission.length - 1] = -amount;
    closed = false;
    if (quantity === 0) continue;
    let holding = holdings.get(symbol);
    if (holding === undefined) holdings.set(symbol, (holding = { units: new UnitCounter(), cost: 0 }));
    const before = holding.units.move(quantity);
    if (kind !== "fill") {
      // A split leaves what the units cost; those that it pays in cash, or that are settled, take their share along.
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
    const brought = (value * units) / Math.abs(quantity);
    const gain = before > 0 ? brought - spent : spent - brought;
    profit.push(Math.abs(gain) <= NOISE * spent ? 0 : gain);
    commission.push(0);
    holding.cost = holding.units.now * before > 0 ? holding.cost - spent : value - brought;
  }
  return { profit: Float64Array.from(profit), commission: Float64Array.from(commission) };
}
