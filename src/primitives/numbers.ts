/**
 * The value, or NaN for an infinite one: without a branch, and without a literal that would have to be boxed.
 *
 * A kernel gives it a name of its own, `const finite = finiteOf`: what is imported is looked up on every call, as it could be
 * bound anew, which is a tenth of a short loop; a constant of the module is built in.
 */
export function finite(value: number): number {
  return value - value + value;
}

/** The change where it is upward, else 0, without a branch on its sign: (|c| + c) / 2 is exact. */
export function gain(change: number): number {
  return (Math.abs(change) + change) * 0.5;
}

/** The size of the change where it is downward, else 0. */
export function loss(change: number): number {
  return (Math.abs(change) - change) * 0.5;
}

const double = /* @__PURE__ */ new Float64Array(1);

/** A whole number that later meets broken ones would make a loop box each of them. */
export function asDouble(value: number): number {
  double[0] = value;
  return double[0]!;
}
