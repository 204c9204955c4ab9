/** Size from which values could overflow when many are added, so that they are summed separately. */
const LARGE = 2 ** 900;

/**
 * Sum to which values can be added and removed without rounding errors. The result is the exact sum of the current values, rounded once. It
 * does not depend on the order of operations or on values removed earlier.
 *
 * The exact sum is stored as a few parts of increasing size whose binary digits do not overlap. Source: J. R. Shewchuk, Adaptive precision
 * floating-point arithmetic (1997). Rounds like Python's `fsum`.
 */
export class ExactSum {
  readonly #parts: number[] = [];
  #length = 0;
  /** Number of values that are large, infinite or NaN. While there is one, the result is the plain sum of such values. */
  #large = 0;
  #largeSum = 0;

  clear(): void {
    this.#length = 0;
    this.#large = 0;
    this.#largeSum = 0;
  }

  add(value: number): void {
    if (value === 0) return;
    if (Math.abs(value) < LARGE) return this.#add(value);
    this.#large++;
    this.#largeSum += value;
  }

  /** Removes a value that was added. */
  remove(value: number): void {
    if (value === 0) return;
    if (Math.abs(value) < LARGE) return this.#add(-value);
    this.#large--;
    this.#largeSum -= value;
    if (this.#large === 0) this.#largeSum = 0;
  }

  #add(value: number): void {
    const parts = this.#parts;
    const length = this.#length;
    let sum = value;
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const part = parts[i]!;
      const high = sum + part;
      // Rounding error of the addition (two-sum algorithm).
      const added = high - sum;
      const low = sum - (high - added) + (part - added);
      if (low !== 0) parts[kept++] = low;
      sum = high;
    }
    if (sum !== 0) {
      if (kept < parts.length) parts[kept] = sum;
      else parts.push(sum);
      kept++;
    }
    this.#length = kept;
  }

  /** The sum, rounded once, with ties to even. */
  get value(): number {
    if (this.#large > 0) return this.#largeSum;
    const parts = this.#parts;
    let i = this.#length - 1;
    if (i < 0) return 0;
    let sum = parts[i]!;
    let low = 0;
    while (i > 0 && low === 0) {
      const part = parts[--i]!;
      const high = sum + part;
      low = part - (high - sum);
      sum = high;
    }
    // If the rounded digits are a tie, the next lower part decides the direction.
    if (i > 0 && low !== 0 && low > 0 === parts[i - 1]! > 0) {
      const twice = low * 2;
      const next = sum + twice;
      if (next - sum === twice) sum = next;
    }
    return sum;
  }
}
