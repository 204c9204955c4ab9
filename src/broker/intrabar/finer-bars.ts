import type { Feed } from "../../market/feed.ts";
import type { Triggered } from "./triggered.ts";

/**
 * Looks inside the bar that just closed, by bars of a finer interval: which of the orders that it reaches was reached first. Undefined where no
 * finer bar was recorded in it, or one finer bar reaches orders on both sides.
 */
export function firstReached(triggered: readonly Triggered[], count: number): Triggered | undefined {
  const { feed } = triggered[0]!.order;
  const { finer } = feed;
  if (finer === undefined) return undefined;
  const end = feed.closeTime[feed.closed]!;
  for (let i = firstInside(feed); i < finer.length && finer.time[i]! < end; i++) {
    let reached: Triggered | undefined;
    for (let t = 0; t < count; t++) {
      const one = triggered[t]!;
      if (!one.inside || !reaches(one, finer.high[i]!, finer.low[i]!)) continue;
      if (reached !== undefined && reached.heading !== one.heading) return undefined;
      if (reached === undefined || one.distance < reached.distance) reached = one;
    }
    if (reached !== undefined) return reached;
  }
  return undefined;
}

function reaches({ heading, price }: Triggered, high: number, low: number): boolean {
  return heading === 1 ? high >= price : low <= price;
}

/** The first finer bar that starts inside the bar that just closed. */
function firstInside({ finer, openTime, closed }: Feed): number {
  const { time } = finer!;
  const start = openTime[closed]!;
  let low = 0;
  let high = time.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (time[middle]! < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
