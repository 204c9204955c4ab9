import type { CorporateAction } from "../../market/corporate-action.ts";

/**
 * In which units prices of a session are: the product of the ratios of all splits up to it. A price of an earlier session is restated in the
 * units of a later one by the quotient of both.
 */
export class SplitFactors {
  readonly #exDates: number[] = [];
  readonly #factors: number[] = [];
  /** From the last split on all prices are in one unit. */
  readonly #last: number;

  /** Splits among actions that are given by rising ex-date. */
  constructor(actions: readonly CorporateAction[]) {
    let factor = 1;
    for (const { kind, exDate, ratio } of actions) {
      if (kind !== "split") continue;
      factor *= ratio;
      this.#exDates.push(exDate);
      this.#factors.push(factor);
    }
    this.#last = this.#exDates.at(-1) ?? -Infinity;
  }

  /** Units of a session of that date for one unit at the beginning of the recording. */
  at(day: number): number {
    for (let i = this.#exDates.length - 1; i >= 0; i--) if (this.#exDates[i]! <= day) return this.#factors[i]!;
    return 1;
  }

  /** A price of one session in the units of another. Where no split lies between it is the price itself. */
  price(value: number, from: number, to: number): number {
    if (from >= this.#last && to >= this.#last) return value;
    const before = this.at(from);
    const after = this.at(to);
    return before === after ? value : value * (before / after);
  }

  /** A number of shares of one session in the units of another. */
  shares(value: number, from: number, to: number): number {
    if (from >= this.#last && to >= this.#last) return value;
    const before = this.at(from);
    const after = this.at(to);
    return before === after ? value : value / (before / after);
  }

  /** No split is recorded. */
  get none(): boolean {
    return this.#factors.length === 0;
  }
}
