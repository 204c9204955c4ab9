import { ceilToStep, floorToStep } from "../primitives/rounding.ts";

/**
 * Returns the most units below `most`, a multiple of the lot, that fit, given that `most` does not; 0 if none do. Requires that fewer units
 * than a fit also fit. Searches one lot down, then two, then four, since the shortage is usually small, then bisects. If a lot is below the
 * precision of so many units, a step without effect ends the search.
 */
export function fewerUnits(most: number, lot: number, fits: (units: number) => boolean): number {
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
