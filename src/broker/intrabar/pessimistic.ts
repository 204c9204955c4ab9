import type { Triggered } from "./triggered.ts";

/**
 * The way that hurts: towards the stop that protects the position; without one, towards the nearest stop; with limits alone,
 * towards the nearest, and of two alike towards the older. Of a stop and a target inside one bar the stop is taken, which errs against
 * the trader.
 */
export function pessimistic(triggered: readonly Triggered[], count: number, held: number): 1 | -1 {
  let chosen: Triggered | undefined;
  for (let i = 0; i < count; i++) {
    const candidate = triggered[i]!;
    if (!candidate.inside) continue;
    if (chosen === undefined || worse(candidate, chosen, held)) chosen = candidate;
  }
  return chosen === undefined ? 1 : chosen.heading;
}

function worse(a: Triggered, b: Triggered, held: number): boolean {
  const rankA = rank(a, held);
  const rankB = rank(b, held);
  if (rankA !== rankB) return rankA > rankB;
  const distanceA = distance(a);
  const distanceB = distance(b);
  return distanceA === distanceB ? a.order.id < b.order.id : distanceA < distanceB;
}

/** 2 for the stop that closes the position, 1 for any other stop, 0 for a limit. */
function rank(triggered: Triggered, held: number): number {
  if (!triggered.adverse) return 0;
  return triggered.order.sign * held < 0 ? 2 : 1;
}

/** How far the price must go from the open to reach it. */
function distance({ level, order: { feed } }: Triggered): number {
  return Math.abs(level - feed.open[feed.closed]!);
}
