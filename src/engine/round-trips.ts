import type { Entry } from "../ledger/records.ts";
import type { Column } from "../primitives/column.ts";
import { HeldUnits, NOISE } from "./held-units.ts";

/** A position since it was last flat. */
interface Trip {
  readonly units: HeldUnits;
  /** The money that its fills moved, either way. */
  moved: number;
  profit: number;
}

/**
 * Profits of positions from flat to flat, after commissions, in order of their ends. A fill that ends one and opens another on the other side shares
 * its value and commission among them by units.
 */
export function roundTripsOf(entries: readonly Entry[]): Column {
  const trips = new Map<string, Trip>();
  const profits: number[] = [];
  for (const [i, { kind, symbol, quantity, amount }] of entries.entries()) {
    if (quantity === 0) continue;
    let trip = trips.get(symbol);
    if (trip === undefined) trips.set(symbol, (trip = { units: new HeldUnits(), moved: 0, profit: 0 }));
    const before = trip.units.move(quantity);
    if (kind === "split") continue;
    // The commission of a fill is the entry behind it. What a split leaves over, and what is settled, is paid without.
    const behind = entries[i + 1];
    const flow = amount + (kind === "fill" && behind?.kind === "commission" ? behind.amount : 0);
    const turned = before * trip.units.now < 0;
    const ended = turned ? flow * (Math.abs(before) / Math.abs(quantity)) : flow;
    trip.profit += ended;
    trip.moved += Math.abs(ended);
    if (!turned && trip.units.now !== 0) continue;
    profits.push(Math.abs(trip.profit) <= NOISE * trip.moved ? 0 : trip.profit);
    trip.profit = flow - ended;
    trip.moved = Math.abs(trip.profit);
  }
  return Float64Array.from(profits);
}
