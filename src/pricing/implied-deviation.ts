import { lowerTailRatio, normalCdf, normalPdf } from "./normal-distribution.ts";

const MAX_STEPS = 64;
const TOLERANCE = 1e-13;

/**
 * Returns the standard deviation at which `timeValue` returns a given value. NaN unless the value is above 0 and below the smaller of the
 * two present values, which is the limit for an infinite deviation.
 *
 * Uses Newton's method with three functions of the time value, each nearly linear in its region. Falls back to bisection if a step leaves the
 * known bounds.
 */
export function impliedDeviation(value: number, asset: number, cash: number): number {
  const small = Math.min(asset, cash);
  const share = value / small;
  if (!(share > 0 && share < 1)) return NaN;
  const distance = Math.log(small / Math.max(asset, cash));
  // At this deviation the time value has its inflection point, where its slope is largest.
  const steepest = Math.sqrt(-2 * distance);
  if (steepest > 0 && share < timeValueShare(distance, steepest))
    return solve(tailStep, distance, share, steepest, 0, steepest);
  if (share < 0.5) return solve(middleStep, distance, share, Math.max(steepest, share * 2.5), steepest, Infinity);
  return solve(farStep, distance, share, Math.max(steepest, 1), steepest, Infinity);
}

/** Returns the step of Newton's method from `deviation`, positive if the solution is higher. */
type Step = (distance: number, share: number, deviation: number) => number;

function solve(step: Step, distance: number, share: number, first: number, low: number, high: number): number {
  let deviation = first;
  for (let i = 0; i < MAX_STEPS; i++) {
    const change = step(distance, share, deviation);
    if (change > 0) low = deviation;
    else high = deviation;
    const next = deviation + change;
    if (Math.abs(change) <= TOLERANCE * deviation) return next;
    if (next > low && next < high) deviation = next;
    else deviation = high === Infinity ? deviation * 2 : (low + high) / 2;
  }
  return deviation;
}

/** Newton step for small time values, which are about exp(−distance²/(2·deviation²)), so that 1 / logarithm is linear in deviation². */
function tailStep(distance: number, share: number, deviation: number): number {
  const d1 = distance / deviation + deviation / 2;
  const between = lowerTailRatio(d1) - lowerTailRatio(d1 - deviation);
  const log = Math.log(between) - 0.5 * d1 * d1 - LOG_ROOT_2_PI;
  const slope = 1 / between;
  return (log / slope) * (1 - log / Math.log(share));
}

/** Newton step for medium time values, which are nearly linear in the deviation and have curvature of one sign. */
function middleStep(distance: number, share: number, deviation: number): number {
  return (share - timeValueShare(distance, deviation)) / normalPdf(distance / deviation + deviation / 2);
}

/** Newton step for large time values. Their distance from the limit is about exp(−deviation²/8), so its logarithm is used. */
function farStep(distance: number, share: number, deviation: number): number {
  const d1 = distance / deviation + deviation / 2;
  const missing = normalCdf(-d1) + Math.exp(-distance) * normalCdf(d1 - deviation);
  return (missing * Math.log(missing / (1 - share))) / normalPdf(d1);
}

/** Returns the time value as a fraction of the smaller present value. */
function timeValueShare(distance: number, deviation: number): number {
  const d1 = distance / deviation + deviation / 2;
  return normalCdf(d1) - Math.exp(-distance) * normalCdf(d1 - deviation);
}

const LOG_ROOT_2_PI = Math.log(Math.sqrt(2 * Math.PI));
