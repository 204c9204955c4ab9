import type { Order } from "./order.ts";

/**
 * What a newly entered position's exits may do in the bar of the entry: nothing special; all of it; only what hurts; or, where only what the bar
 * proves counts, only what helps, when the bar does not reach what hurts, and nothing. When the bar is gone through again for one
 * of the exits that woke in it, it is for all of them.
 */
export const NEWBORN = { no: 0, whole: 1, inside: 2, profit: 3, waits: 4 } as const;

/** Lets the exits that woke at the open of a bar live in all of it. Returns whether there are any. */
export function wokenAtOpen(orders: readonly Order[], count: number, bar: number): boolean {
  let woken = false;
  for (let i = 0; i < count; i++) {
    const exit = orders[i]!;
    // What an entry inside the bar has woken was born at its price.
    if (exit.newborn === NEWBORN.no || !Number.isNaN(exit.bornAt)) continue;
    exit.newborn = NEWBORN.no;
    exit.firstBar = bar;
    woken = true;
  }
  return woken;
}
