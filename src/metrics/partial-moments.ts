import type { Column } from "../primitives/column.ts";

/** What lies above and below the minimum return, added up over the sessions. */
export interface PartialMoments {
  readonly gains: number;
  /** Above 0 where a return is below the minimum. */
  readonly shortfalls: number;
  readonly squaredShortfalls: number;
}

/** NaN in all of them where a return is missing. */
export function partialMoments(returns: Column, minimumReturn: number): PartialMoments {
  let gains = 0;
  let shortfalls = 0;
  let squaredShortfalls = 0;
  for (let i = 0; i < returns.length; i++) {
    const difference = returns[i]! - minimumReturn;
    if (difference > 0) {
      gains += difference;
    } else {
      shortfalls -= difference;
      squaredShortfalls += difference * difference;
    }
  }
  return { gains: shortfalls === shortfalls ? gains : shortfalls, shortfalls, squaredShortfalls };
}
