import { SeededRandom } from "../../primitives/random.ts";
import { Digest } from "../../primitives/sha256.ts";

/** How often a shock is a large one, and how much larger. */
const LARGE_SHARE = 0.03;
const LARGE = 2.2;
const FAT_DEVIATION = Math.sqrt(1 - LARGE_SHARE + LARGE_SHARE * LARGE * LARGE);

/**
 * Random numbers of one purpose, such as the nights of AAPL: the seed and the labels name the stream, so that no purpose draws from
 * another's. Made of sums, products and square roots alone, which every machine rounds alike; logarithms and sines may differ in
 * their last digit from one engine to the next.
 */
export class Draws {
  readonly #random: SeededRandom;

  constructor(seed: number, ...labels: readonly (string | number)[]) {
    const digest = new Digest().number(seed);
    for (const label of labels) digest.text(String(label));
    this.#random = new SeededRandom(Number.parseInt(digest.hex().slice(0, 8), 16) | 0);
  }

  /** Uniform in [0, 1). */
  uniform(): number {
    return this.#random.next();
  }

  /** Mean 0, deviation 1, very nearly normal: the sum of twelve uniform numbers, never beyond 6. */
  normal(): number {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += this.#random.next();
    return sum;
  }

  /** Mean 0, deviation 1, never beyond 3.5: a normal number at a third of the price, for the many steps inside a session. */
  mild(): number {
    const sum = this.#random.next() + this.#random.next() + this.#random.next() + this.#random.next();
    return (sum - 2) * SQRT_3;
  }

  /** Mean 0, deviation 1, with the fat tails of a day's return: now and then a shock is a large one. */
  fat(): number {
    const scale = this.#random.next() < LARGE_SHARE ? LARGE : 1;
    return (this.normal() * scale) / FAT_DEVIATION;
  }
}

const SQRT_3 = Math.sqrt(3);
