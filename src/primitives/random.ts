import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus, xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";

/** Random number generator. The same seed gives the same numbers on every machine. */
export class SeededRandom {
  #generator;

  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed);
  }

  /** Returns a uniform number in [0, 1). */
  next(): number {
    return uniformFloat64(this.#generator);
  }

  snapshot(): readonly number[] {
    return [...this.#generator.getState()];
  }

  restore(state: readonly number[]): void {
    this.#generator = xoroshiro128plusFromState(state);
  }
}
