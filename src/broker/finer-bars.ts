import type { Feed } from "../market/feed.ts";
import type { Order } from "./order.ts";
import type { Triggered } from "./triggered.ts";

/**
 * Finds which order the bar that just closed reached first, by bars of a finer interval. Undefined if the bar contains
 * no recorded finer bar, or if one finer bar reaches orders on both sides.
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
      if (reached === undefined || one.isNearerThan(reached)) reached = one;
    }
    if (reached !== undefined) return reached;
  }
  return undefined;
}

function reaches({ heading, price }: Triggered, high: number, low: number): boolean {
  return heading === 1 ? high >= price : low <= price;
}

/**
 * Whether finer bars show that an exit was reached after its entry, inside the bar that just closed. In the finer bar
 * of the entry only a stop may fill, since its sequence is unknown; in later finer bars any exit may. Writes the match
 * into `slot`. Undefined if no finer bar shows the entry.
 */
export function exitReached(order: Order, slot: Triggered): boolean | undefined {
  const { finer, closeTime, closed } = order.feed;
  if (finer === undefined) return undefined;
  const end = closeTime[closed]!;
  const { time, open, high, low, close } = finer;
  const price = order.bornAt;
  let i = firstInside(order.feed);
  while (i < finer.length && time[i]! < end && !(low[i]! <= price && price <= high[i]!)) i++;
  if (i >= finer.length || time[i]! >= end) return undefined;
  slot.finerBar = i;
  if (order.type.matchBar(order, price, high[i]!, low[i]!, close[i]!, slot) && slot.adverse) return true;
  for (i++; i < finer.length && time[i]! < end; i++) {
    if (!order.type.matchBar(order, open[i]!, high[i]!, low[i]!, close[i]!, slot)) continue;
    slot.finerBar = i;
    slot.resolved = true;
    return true;
  }
  return false;
}

/**
 * Returns the worst price for a seller (-1) or buyer (1) since an entry inside the bar that just closed. Undefined if
 * no finer bar shows the entry.
 */
export function worstSince(feed: Feed, entry: number, sign: 1 | -1): number | undefined {
  const { finer, closeTime, closed } = feed;
  if (finer === undefined) return undefined;
  const end = closeTime[closed]!;
  const { time, high, low } = finer;
  let worst: number | undefined;
  for (let i = firstInside(feed); i < finer.length && time[i]! < end; i++) {
    if (worst === undefined && !(low[i]! <= entry && entry <= high[i]!)) continue;
    const price = sign === 1 ? high[i]! : low[i]!;
    if (worst === undefined || (price - worst) * sign > 0) worst = price;
  }
  return worst;
}

/** Returns the index of the finer bar that reached a price, rising (1) or falling (-1), after an entry inside the bar that just closed. */
export function finerBarReaching(feed: Feed, entry: number, price: number, heading: 1 | -1): number {
  const { high, low, length } = feed.finer!;
  let i = firstInside(feed);
  while (i < length && !(low[i]! <= entry && entry <= high[i]!)) i++;
  while (i < length && (heading === 1 ? high[i]! < price : low[i]! > price)) i++;
  return i;
}

/**
 * Sorts exits by the finer bar that reached them. If one finer bar reached several, a stop comes first and the fills
 * are ambiguous.
 */
export function sortExits(slots: Triggered[], count: number): void {
  for (let i = 1; i < count; i++) {
    const slot = slots[i]!;
    let place = i;
    for (; place > 0 && earlier(slot, slots[place - 1]!); place--) slots[place] = slots[place - 1]!;
    slots[place] = slot;
  }
  for (let i = 1; i < count; i++) {
    if (slots[i]!.finerBar === slots[i - 1]!.finerBar) slots[i]!.resolved = slots[i - 1]!.resolved = false;
  }
}

function earlier(a: Triggered, b: Triggered): boolean {
  return a.finerBar < b.finerBar || (a.finerBar === b.finerBar && a.adverse && !b.adverse);
}

/** Returns the index of the first finer bar that starts inside the bar that just closed. */
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
