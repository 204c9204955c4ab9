import type { Right } from "./right.ts";

/**
 * What exercise at the best moment is worth today when nothing moves but time: the highest of w·(S·e^(−qt) − K·e^(−rt)) from now to expiry, and
 * nothing if it is a loss throughout.
 */
export function sureExercise(
  right: Right,
  spot: number,
  strike: number,
  years: number,
  rate: number,
  dividendYield: number,
): number {
  const at = (time: number): number =>
    right * (spot * Math.exp(-dividendYield * time) - strike * Math.exp(-rate * time));
  // Where what the share yields equals what the cash earns, if that lies ahead.
  const turn = Math.log((dividendYield * spot) / (rate * strike)) / (dividendYield - rate);
  const best = Math.max(at(0), at(years), 0);
  return turn > 0 && turn < years ? Math.max(best, at(turn)) : best;
}
