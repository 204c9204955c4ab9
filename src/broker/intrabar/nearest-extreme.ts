import type { IntrabarPolicy } from "./triggered.ts";

/** A bar goes first to whichever of its high and low is nearer to its open; to the low when both are as near. */
export const nearestExtreme: IntrabarPolicy = (triggered) => {
  const { feed } = triggered[0]!.order;
  const bar = feed.closed;
  return feed.high[bar]! - feed.open[bar]! < feed.open[bar]! - feed.low[bar]! ? 1 : -1;
};
