/** Exponent of the unit 2^-1074, of which every finite number is a multiple. */
const UNIT = 1074n;

/** Returns the sum of finite numbers, computed with big integers and rounded once. */
export function roundedOnce(values: readonly number[]): number {
  const sum = values.reduce((all, value) => all + unitsOf(value), 0n);
  return numberOf(sum);
}

/** Returns a number as a multiple of 2^-1074. */
function unitsOf(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const digits = bits & 0xfffffffffffffn;
  const size = exponent === 0n ? digits : (digits | (1n << 52n)) << (exponent - 1n);
  return value < 0 ? -size : size;
}

function numberOf(units: bigint): number {
  // `Number` rounds to the nearest double, and ties to even. Scaling by a power of two is exact in the range of doubles.
  const length = units.toString(2).length;
  const shift = BigInt(Math.max(0, length - 200));
  const high = units >> shift;
  const isCut = high << shift !== units;
  // The digits that were cut off only decide on which side of a tie the number is.
  const rounded = Number((high << 1n) | (isCut ? 1n : 0n));
  return scaled(rounded, Number(shift - UNIT) - 1);
}

function scaled(value: number, by: number): number {
  let result = value;
  for (let left = by; left !== 0;) {
    const step = Math.max(-1000, Math.min(1000, left));
    result *= 2 ** step;
    left -= step;
  }
  return result;
}
