const double = new Float64Array(1);

/** A whole number that later meets broken ones would make a loop box each of them. */
export function asDouble(value: number): number {
  double[0] = value;
  return double[0]!;
}
