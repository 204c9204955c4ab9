import { normalCdf } from "./normal-distribution.ts";
import type { Right } from "./right.ts";

/**
 * Returns the time value of a European option: its price minus its intrinsic value. `asset` and `cash` are the present values of the asset
 * and the strike. `deviation` is the standard deviation of the logarithm of their ratio at expiry. A call and a put have the same time
 * value, so put-call parity holds exactly.
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
  // Rounding errors could move the value beyond 0 or the smaller present value, the bounds of a time value.
  return Math.min(Math.max(value, 0), small);
}

/** Returns the present value of exercise at expiry, at least 0. */
export function intrinsicValue(right: Right, asset: number, cash: number): number {
  return Math.max(right * (asset - cash), 0);
}
