/**
 * Where a value lies between the lowest and the highest of a window, in percent: 0 at the lowest, 100 at the highest. A range of no
 * height gives `flat`, a value outside the range its edge, a missing number none.
 */
export function rangePosition(value: number, highest: number, lowest: number, flat: number): number {
  const height = highest - lowest;
  // Divided first: at the highest the quotient is 1, and 100 to the last bit.
  const percent = 100 * ((value - lowest) / height);
  return percent >= 0 && percent <= 100 ? percent : edge(percent, height, flat);
}

function edge(percent: number, height: number, flat: number): number {
  // Times 1: a number that only passes through has no known type, and then every result of this function would be boxed.
  if (height === 0) return flat * 1;
  return percent > 100 ? 100 : percent < 0 ? 0 : percent;
}
