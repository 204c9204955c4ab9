import { firstReached } from "./finer-bars.ts";
import { pessimistic } from "./pessimistic.ts";
import type { IntrabarPolicy } from "./triggered.ts";

/**
 * The way that bars of a finer interval show, where they are recorded; there the fills are not ambiguous. Where they are not, or one finer
 * bar reaches orders on both sides, the way that hurts.
 */
export const drillDown: IntrabarPolicy = (triggered, count, held) => {
  const first = firstReached(triggered, count);
  if (first === undefined) return pessimistic(triggered, count, held);
  for (let i = 0; i < count; i++) triggered[i]!.resolved = true;
  return first.heading;
};
