import type { Bars } from "hindcast";
import { SeededRandom } from "../../../../src/primitives/random.ts";
import type { PlannedRequest, Plan } from "./kernel.ts";

/** Kinds and sizes of the requests in a random plan. */
export interface PlanOptions {
  readonly exits: boolean;
  /** Whether limits and stops are included in addition to market orders. */
  readonly rests: boolean;
  /** Largest share of a request. Shares are fractions of the amount that the engine invests. */
  readonly share: number;
  /** Whether stop-limit orders are included. Plans with exits always include them. */
  readonly stopLimits?: true;
  /** Largest number of units of a request. */
  readonly units: number;
}

const KINDS = ["market", "limit", "stop", "market", "stop limit"] as const;

/** Random plan that closes the position every two or three weeks and submits new requests, some of them larger than cash. */
export function randomPlan(
  bars: Bars,
  seed: number,
  length: number,
  { exits, rests, share, units, stopLimits }: PlanOptions,
): Plan {
  const random = new SeededRandom(seed);
  const plan = new Map<number, readonly PlannedRequest[]>();
  const often = (share: number) => random.next() < share;
  for (let at = 3; at < length; at += 12 + Math.floor(random.next() * 10)) {
    const side = often(0.5) ? 1 : -1;
    const close = bars.close[at]!;
    const away = () => close * (0.002 + random.next() * 0.02);
    const kind = KINDS[rests ? Math.floor(random.next() * (exits || stopLimits ? 5 : 4)) : 0]!;
    const both = kind === "stop limit";
    const from = kind === "limit" ? close - side * away() : kind === "stop" || both ? close + side * away() : close;
    // The limit may be above or below the stop price.
    const limit = both ? from + side * (away() - away()) : from;
    plan.set(at, [
      ...(often(0.8) ? [{ close: true } as const] : []),
      {
        side,
        ...(often(0.6)
          ? { share: share * (0.1 + random.next() * 0.9) }
          : { units: 1 + Math.floor(random.next() * units) }),
        ...((kind === "limit" || both) && { limit }),
        ...((kind === "stop" || both) && { stop: from }),
        ...(exits && often(0.6) && { loss: Math.min(side * from, side * limit) * side - side * away() }),
        ...(exits && often(0.5) && { profit: Math.max(side * from, side * limit) * side + side * away() }),
      },
    ]);
  }
  return plan;
}

/** Largest relative difference between two equity curves. */
export function apart(one: Float64Array, other: Float64Array): number {
  let most = one.length === other.length ? 0 : Infinity;
  for (let i = 0; i < one.length; i++)
    most = Math.max(most, Math.abs(one[i]! - other[i]!) / Math.max(1, Math.abs(one[i]!)));
  return most;
}
