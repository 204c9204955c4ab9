import { checkNumber, checkWhole, parameterError } from "../../primitives/check.ts";

/** More values than this are a mistake of the step. */
const MOST = 1_000_000;

/**
 * Numbers in even steps, first and last included. Steps such as 0.1 give the numbers that one would write: 0.3, not 0.30000000000000004.
 * Throws a `RangeError` for a step that leads nowhere.
 *
 * @example
 * range(5, 20, 5); // 5, 10, 15, 20
 */
export function range(first: number, last: number, step = 1): readonly number[] {
  checkNumber("first", first);
  checkNumber("last", last, first);
  if (!(Number.isFinite(step) && step > 0)) throw parameterError("step", "a finite number above 0", step);
  const count = checkWhole("number of values", Math.floor((last - first) / step + 1e-9) + 1, 1, MOST);
  // All are rounded at one place, some digits short of those of the largest: rounded by its own digits, a sum that should be 0 stays next to it.
  const places = 13 - Math.floor(Math.log10(Math.max(Math.abs(first), Math.abs(last))));
  return Object.freeze(Array.from({ length: count }, (_, i) => rounded(first + i * step, places)));
}

function rounded(value: number, places: number): number {
  // More places than can be written are those of the number itself.
  if (places > 100) return value;
  return Number(value.toFixed(Math.max(0, places))) + 0;
}
