import type { Performance } from "./performance.ts";

/** Mean over sessions of (long + weight·short) / equity; NaN without sessions, and when one ended with no equity. */
export function meanExposure({ equity, sessions, positionValues }: Performance, shortWeight: 1 | -1): number {
  const { long, short } = positionValues;
  if (long.length !== sessions.length) return NaN;
  let total = 0;
  for (let i = 0; i < sessions.length; i++) {
    const worth = equity[sessions[i]!]!;
    if (!(worth > 0)) return NaN;
    total += (long[i]! + shortWeight * short[i]!) / worth;
  }
  return total / sessions.length;
}
