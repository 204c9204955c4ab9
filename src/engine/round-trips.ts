import type { Entry } from "../ledger/records.ts";
import type { Column } from "../primitives/column.ts";

/** A position since it was last flat. */
interface Trip {
  units: number;
  /** The most units, and the money that its fills moved, either way. */
  most: number;
  moved: number;
  profit: number;
}

/** What binary sums leave of a position that has ended, and of a profit that is none. */
const NOISE = 1e-12;

const opened = (units: number): Trip => ({ units, most: Math.abs(units), moved: 0, profit: 0 });

/**
 * Profits of positions from flat to flat, after commissions, in order of their ends. A fill that ends one and opens another on the other side shares
 * its value and commission among them by units.
 */
export function roundTripsOf(entries: readonly Entry[]): Column {
  const trips = new Map<string, Trip>();
  const profits: number[] = [];
  for (const [i, { kind, symbol, quantity, amount }] of entries.entries()) {
    if (quantity === 0) continue;
    const trip = trips.get(symbol) ?? opened(0);
    trips.set(symbol, trip);
    const before = trip.units;
    const sum = before + quantity;
    trip.units = Math.abs(sum) <= NOISE * trip.most ? 0 : sum;
    trip.most = Math.max(trip.most, Math.abs(sum));
    if (kind !== "fill") continue;
    // The commission of a fill is the entry behind it.
    const behind = entries[i + 1];
    const flow = amount + (behind?.kind === "commission" ? behind.amount : 0);
    const turned = before * trip.units < 0;
    const ended = turned ? flow * (Math.abs(before) / Math.abs(quantity)) : flow;
    trip.profit += ended;
    trip.moved += Math.abs(ended);
    if (!turned && trip.units !== 0) continue;
    profits.push(Math.abs(trip.profit) <= NOISE * trip.moved ? 0 : trip.profit);
    const next = opened(trip.units);
    next.profit = flow - ended;
    next.moved = Math.abs(next.profit);
    trips.set(symbol, next);
  }
  return Float64Array.from(profits);
}
