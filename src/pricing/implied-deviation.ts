import { lowerTailRatio, normalCdf, normalPdf } from "./normal-distribution.ts";

const MAX_STEPS = 64;
const TOLERANCE = 1e-13;

/**
 * The standard deviation at which `timeValue` gives this value: NaN unless the value is above 0 and below the smaller of the two
 * present values, which it would reach with a deviation without end only.
 *
 * Newton's method, on whichever function of the time value is nearly straight where the answer lies, and within bounds that close in on
 * it: a step that would leave them is replaced by halving.
 */
export function impliedDeviation(value: number, asset: number, cash: number): number {
  const small = Math.min(asset, cash);
  const share = value / small;
  if (!(share > 0 && share < 1)) return NaN;
  const distance = Math.log(small / Math.max(asset, cash));
  // The time value rises ever faster up to this deviation, and ever more slowly beyond it.
  const steepest = Math.sqrt(-2 * distance);
  if (steepest > 0 && share < timeValueShare(distance, steepest))
    return solve(tailStep, distance, share, steepest, 0, steepest);
  if (share < 0.5) return solve(middleStep, distance, share, Math.max(steepest, share * 2.5), steepest, Infinity);
  return solve(farStep, distance, share, Math.max(steepest, 1), steepest, Infinity);
}

/** How far Newton's method goes from `deviation`: above 0 when the answer is higher. */
type Step = (distance: number, share: number, deviation: number) => number;

function solve(step: Step, distance: number, share: number, first: number, low: number, high: number): number {
  let deviation = first;
  for (let i = 0; i < MAX_STEPS; i++) {
    const by = step(distance, share, deviation);
    if (by > 0) low = deviation;
    else high = deviation;
    const next = deviation + by;
    if (Math.abs(by) <= TOLERANCE * deviation) return next;
    if (next > low && next < high) deviation = next;
    else deviation = high === Infinity ? deviation * 2 : (low + high) / 2;
  }
  return deviation;
}

/** A small value falls like exp(−distance²/(2·deviation²)): one over its logarithm is nearly straight in the square of the deviation. */
function tailStep(distance: number, share: number, deviation: number): number {
  const d1 = distance / deviation + deviation / 2;
  const between = lowerTailRatio(d1) - lowerTailRatio(d1 - deviation);
  const log = Math.log(between) - 0.5 * d1 * d1 - LOG_ROOT_2_PI;
  const slope = 1 / between;
  return (log / slope) * (1 - log / Math.log(share));
}

/** Between, the value itself is straight enough and bends one way only. */
function middleStep(distance: number, share: number, deviation: number): number {
  return (share - timeValueShare(distance, deviation)) / normalPdf(distance / deviation + deviation / 2);
}

/** Near its end, what is missing to it falls like exp(−deviation²/8): its logarithm is followed. */
function farStep(distance: number, share: number, deviation: number): number {
  const d1 = distance / deviation + deviation / 2;
  const missing = normalCdf(-d1) + Math.exp(-distance) * normalCdf(d1 - deviation);
  return (missing * Math.log(missing / (1 - share))) / normalPdf(d1);
}

/** The time value as a share of the smaller present value. */
function timeValueShare(distance: number, deviation: number): number {
  const d1 = distance / deviation + deviation / 2;
  return normalCdf(d1) - Math.exp(-distance) * normalCdf(d1 - deviation);
}

const LOG_ROOT_2_PI = Math.log(Math.sqrt(2 * Math.PI));
