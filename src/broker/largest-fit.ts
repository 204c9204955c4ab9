import { ceilToStep, floorToStep } from "../primitives/rounding.ts";

/**
 * Returns the largest quantity below `most` that fits, in whole lots, or 0 if none fits. `most` itself must not fit,
 * and every quantity below one that fits must fit too. Usually little is missing, so the search tries one lot less,
 * then two, then four, and then bisects. It ends if a lot is too small to change the number.
 */
export function largestFit(most: number, lot: number, fits: (units: number) => boolean): number {
  const top = Math.round(ceilToStep(most, lot) / lot);
  const unitsOf = (lots: number) => floorToStep(lots * lot, lot);
  let tooMany = top;
  let enough = 0;
  for (let down = 1; down < top; down *= 2) {
    if (fits(unitsOf(top - down))) {
      enough = top - down;
      break;
    }
    tooMany = top - down;
  }
  while (tooMany - enough > 1) {
    const middle = Math.floor(enough + (tooMany - enough) / 2);
    if (middle <= enough || middle >= tooMany) break;
    if (fits(unitsOf(middle))) enough = middle;
    else tooMany = middle;
  }
  return unitsOf(enough);
}
