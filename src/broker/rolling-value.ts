import { withoutBinaryNoise } from "../primitives/rounding.ts";
import { DAY_MS } from "../time/civil-date.ts";

const WINDOW_MS = 30 * DAY_MS;

/**
 * Value that an account traded in the last thirty days. Sums are rounded to decimals, so that 0.1 and 0.7 reach a
 * threshold of 0.8.
 */
export class RollingValue {
  readonly #now: { readonly time: number };
  #times: number[] = [];
  #values: number[] = [];
  #first = 0;
  #sum = 0;

  constructor(now: { readonly time: number }) {
    this.#now = now;
  }

  add(time: number, value: number): void {
    this.#times.push(time);
    this.#values.push(value);
    this.#sum = withoutBinaryNoise(this.#sum + value);
  }

  get value(): number {
    const before = this.#now.time - WINDOW_MS;
    while (this.#first < this.#times.length && this.#times[this.#first]! <= before) {
      this.#sum = withoutBinaryNoise(this.#sum - this.#values[this.#first++]!);
    }
    if (this.#first === this.#times.length) this.#sum = 0;
    return this.#sum;
  }

  snapshot() {
    return { times: this.#times.slice(this.#first), values: this.#values.slice(this.#first), sum: this.#sum };
  }

  restore(state: ReturnType<RollingValue["snapshot"]>): void {
    this.#times = [...state.times];
    this.#values = [...state.values];
    this.#first = 0;
    this.#sum = state.sum;
  }
}
