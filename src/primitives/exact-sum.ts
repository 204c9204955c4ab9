/** Values from here on could overflow when many of them are added: they are added as they come. */
const LARGE = 2 ** 900;

/**
 * A sum that values join and leave without a rounding error: it is that of the values in it, rounded once, whatever came and went before and in
 * whatever order.
 *
 * The exact sum is kept as a few parts of rising size that share no binary digit. Source: J. R. Shewchuk, Adaptive precision floating-point
 * arithmetic (1997); the rounding is that of Python's `fsum`.
 */
export class ExactSum {
  readonly #parts: number[] = [];
  #length = 0;
  /** Values that are too large, or no number: while there is one, the sum is what plain addition makes of them. */
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

  /** Takes away a value that was added. */
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
      // What rounding took of the sum, whichever of the two is larger.
      const inside = high - sum;
      const low = sum - (high - inside) + (part - inside);
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

  /** The sum, rounded once, to the even of two that are equally near. */
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
    // Half a digit is rounded by what lies below it.
    if (i > 0 && low !== 0 && low > 0 === parts[i - 1]! > 0) {
      const twice = low * 2;
      const next = sum + twice;
      if (next - sum === twice) sum = next;
    }
    return sum;
  }
}
