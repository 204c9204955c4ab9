/**
 * Returns the value, or NaN if it is infinite. Needs no branch, and no literal that V8 would box.
 *
 * Kernels copy it to a local constant, `const finite = finiteOf`. V8 inlines a local constant, but looks up an import on every call,
 * which costs 10% of a short loop.
 */
export function finite(value: number): number {
  return value - value + value;
}

/** Returns the change if it is positive, otherwise 0. Computed as (|c| + c) / 2, which is exact and needs no branch. */
export function gain(change: number): number {
  return (Math.abs(change) + change) * 0.5;
}

/** Returns the absolute change if it is negative, otherwise 0. */
export function loss(change: number): number {
  return (Math.abs(change) - change) * 0.5;
}

const double = /* @__PURE__ */ new Float64Array(1);

/** Returns the value as a double. A variable that starts as an integer and later holds fractions would make V8 box them. */
export function asDouble(value: number): number {
  double[0] = value;
  return double[0]!;
}
