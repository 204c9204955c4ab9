import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus, xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";

/** A stream of random numbers that its seed determines, on every machine. */
export class SeededRandom {
  #generator;

  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed);
  }

  /** Uniform in [0, 1). */
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
