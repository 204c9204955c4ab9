/* Computes sums of doubles without rounding. Every finite double is a whole number of units of 2^-1074. */

/** A double as a whole number of units of 2^-1074. */
export function units(value: number): bigint {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const exponent = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xfffffffffffffn;
  const magnitude = exponent === 0 ? fraction : (fraction | 0x10000000000000n) << BigInt(exponent - 1);
  return raw >> 63n === 1n ? -magnitude : magnitude;
}

/** Returns the quotient of two whole numbers times 2^`exponent` as a double, exact to its last digit or two. */
function quotient(numerator: bigint, denominator: bigint, exponent = 0): number {
  if (numerator === 0n) return 0;
  const negative = numerator < 0n;
  const size = negative ? -numerator : numerator;
  const shift = BigInt(80 + denominator.toString(2).length - size.toString(2).length);
  const scaled = shift >= 0n ? (size << shift) / denominator : size / (denominator << -shift);
  const value = Number(scaled) * 2 ** Math.ceil((exponent - Number(shift)) / 2);
  return (negative ? -value : value) * 2 ** Math.floor((exponent - Number(shift)) / 2);
}

/** Returns the exact sum of `values`. */
export function exactSum(values: Iterable<number>): number {
  let sum = 0n;
  for (const value of values) sum += units(value);
  return quotient(sum, 1n, -1074);
}

/** Returns the exact mean and population variance of `values`. */
export function exactMoments(values: readonly number[]): { mean: number; variance: number } {
  const n = BigInt(values.length);
  let sum = 0n;
  let squares = 0n;
  for (const value of values) {
    const exact = units(value);
    sum += exact;
    squares += exact * exact;
  }
  return { mean: quotient(sum, n, -1074), variance: quotient(n * squares - sum * sum, n * n, -2148) };
}
