/*
 * Shares as percent points and back, by their decimal digits: 0.07 is 7 and 7 is 0.07, which binary division does not give for all of them.
 */

/** The share that so many percent points are. */
export function fractionFromPercent(points: number): number {
  return shifted(points, -2);
}

/** The percent points of a share. A share of at most fifteen digits comes back as it was. */
export function percentFromFraction(share: number): number {
  return shifted(share, 2);
}

function shifted(value: number, places: number): number {
  const text = String(value);
  const [digits, exponent = "0"] = text.split("e");
  return Number(`${digits}e${Number(exponent) + places}`);
}
