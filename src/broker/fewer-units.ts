import { ceilToStep, floorToStep } from "../primitives/rounding.ts";

/**
 * The most units below `most`, a multiple of the lot, that fit, where `most` does not; 0 when none do. Relies on what fits staying so for fewer units.
 *
 * It looks one lot down, then two, then four, since money is mostly short by little, and halves from there. Where a lot is less than the last
 * digit of so many units, a step that changes nothing ends the search.
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
