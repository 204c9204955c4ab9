/*
 * Conversion between fractions and percent by shifting decimal digits: 0.07 gives exactly 7. Binary multiplication would give 7.000000000000001.
 */

/** Converts percent to a fraction. */
export function fractionFromPercent(percent: number): number {
  return shiftDecimals(percent, -2);
}

/** Converts a fraction to percent. Fractions of at most 15 digits are converted exactly. */
export function percentFromFraction(fraction: number): number {
  return shiftDecimals(fraction, 2);
}

function shiftDecimals(value: number, places: number): number {
  const text = String(value);
  const [digits, exponent = "0"] = text.split("e");
  return Number(`${digits}e${Number(exponent) + places}`);
}
