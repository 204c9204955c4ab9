/**
 * The value, or NaN for an infinite one: without a branch, and without a literal that would have to be boxed.
 *
 * A kernel gives it a name of its own, `const finite = finiteOf`: what is imported is looked up on every call, as it could be
 * bound anew, which is a tenth of a short loop; a constant of the module is built in.
 */
export function finite(value: number): number {
  return value - value + value;
}
