import { SeededRandom } from "../../primitives/random.ts";
import { Digest } from "../../primitives/sha256.ts";

/** Share of daily shocks that are large, and how much larger they are. */
const LARGE_SHARE = 0.03;
const LARGE = 2.2;
const FAT_DEVIATION = Math.sqrt(1 - LARGE_SHARE + LARGE_SHARE * LARGE * LARGE);

/**
 * A stream of random numbers for one purpose. Seed and labels determine the stream, so that streams are independent. It uses only sums,
 * products and square roots, which all machines round equally; logarithms and sines may differ in the last digit.
 */
export class Draws {
  readonly #random: SeededRandom;

  constructor(seed: number, ...labels: readonly (string | number)[]) {
    const digest = new Digest().number(seed);
    for (const label of labels) digest.text(String(label));
    this.#random = new SeededRandom(Number.parseInt(digest.hex().slice(0, 8), 16) | 0);
  }

  /** Returns a uniform number in [0, 1). */
  uniform(): number {
    return this.#random.next();
  }

  /** Returns a nearly normal number with mean 0 and standard deviation 1: the sum of twelve uniform numbers less 6. */
  normal(): number {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += this.#random.next();
    return sum;
  }

  /**
   * Returns a number with mean 0, standard deviation 1 and at most 3.5 in size: three times as fast as `normal`, for steps inside a
   * session.
   */
  fastNormal(): number {
    const sum = this.#random.next() + this.#random.next() + this.#random.next() + this.#random.next();
    return (sum - 2) * SQRT_3;
  }

  /** Returns a number with mean 0, standard deviation 1 and fat tails, for daily returns. */
  fatTailed(): number {
    const scale = this.#random.next() < LARGE_SHARE ? LARGE : 1;
    return (this.normal() * scale) / FAT_DEVIATION;
  }
}

const SQRT_3 = Math.sqrt(3);
