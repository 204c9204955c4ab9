/** The value, or NaN for an infinite one: without a branch, and without a literal that would have to be boxed. */
export function finite(value: number): number {
  return value - value + value;
}
