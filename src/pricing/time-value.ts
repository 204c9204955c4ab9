import { normalCdf } from "./normal-distribution.ts";
import type { Right } from "./right.ts";

/**
 * What an option is worth today above exercising it for certain, when what it is exchanged for ends lognormally. `asset` and `cash` are the
 * present values of the two things exchanged, `deviation` the standard deviation of the logarithm of their ratio. A call and a
 * put on the same two have the same time value, so parity holds to the last bit.
 *
 * NaN for values or deviations below 0.
 */
export function timeValue(asset: number, cash: number, deviation: number): number {
  if (!(asset >= 0 && cash >= 0 && deviation >= 0)) return NaN;
  const small = Math.min(asset, cash);
  const large = Math.max(asset, cash);
  if (deviation === 0 || small === 0) return 0;
  const distance = Math.log(small / large) / deviation;
  const value = small * normalCdf(distance + deviation / 2) - large * normalCdf(distance - deviation / 2);
  // A rounding must not lead outside of what the option can be worth.
  return Math.min(Math.max(value, 0), small);
}

/** What exercising for certain brings today: the exchange itself, or nothing. */
export function intrinsicValue(right: Right, asset: number, cash: number): number {
  return Math.max(right * (asset - cash), 0);
}
