import { percentile } from "./percentiles.ts";

/** Percentiles over time of the value of one unit of money in resampled histories. */
export interface Fan {
  /** Number of sessions or trades at each step, from 0 to all. */
  readonly steps: Int32Array;
  /** Percentile lines in ascending order: the share of histories below each line, and its value at each step. */
  readonly bands: readonly { readonly share: number; readonly worth: Float64Array }[];
  /** Value of one unit of money in the actual run, at each step. */
  readonly actual: Float64Array;
  /** Number of histories from which the percentiles are computed, in the order in which they were drawn. */
  readonly histories: number;
}

/** Maximum number of steps of the fan. */
const MAX_STEPS = 120;
const MAX_HISTORIES = 4000;

/** Returns the value after one more step. A value of 0 or below stays unchanged, since nothing is left to trade with. */
export function equityAfter(worth: number, step: number): number {
  return worth > 0 ? worth * (1 + step) : worth;
}

/** Records the values of histories at the steps of a fan. */
export class FanRecorder {
  readonly steps: Int32Array;
  readonly #equities: Float64Array;
  readonly #histories: number;

  constructor(length: number, runs: number) {
    const points = Math.min(length, MAX_STEPS);
    this.steps = Int32Array.from({ length: points + 1 }, (_, i) => Math.round((i * length) / points));
    this.#histories = Math.min(runs, MAX_HISTORIES);
    this.#equities = new Float64Array(this.#histories * this.steps.length);
  }

  /** Records a history. Histories beyond the maximum number are ignored. */
  record(run: number, columns: Float64Array, draw: Int32Array): void {
    if (run < this.#histories) this.#equities.set(this.equityOf(columns, draw), run * this.steps.length);
  }

  /** Returns the value of one unit of money at each step of a history. */
  equityOf(columns: Float64Array, draw: Int32Array): Float64Array {
    const worths = new Float64Array(this.steps.length);
    let worth = 1;
    let done = 0;
    for (const [i, step] of this.steps.entries()) {
      for (; done < step; done++) worth = equityAfter(worth, columns[draw[done]!]!);
      worths[i] = worth;
    }
    return worths;
  }

  /** Computes the fan: for each share, the line below which this share of the histories lies. */
  fan(shares: readonly number[], actual: Float64Array): Fan {
    const bands = shares.map((share) => ({ share, worth: new Float64Array(this.steps.length) }));
    const column = new Float64Array(this.#histories);
    for (let step = 0; step < this.steps.length; step++) {
      for (let run = 0; run < column.length; run++) column[run] = this.#equities[run * this.steps.length + step]!;
      const sorted = column.toSorted();
      for (const { share, worth } of bands) worth[step] = percentile(sorted, share);
    }
    return Object.freeze({ steps: this.steps, bands, actual, histories: this.#histories });
  }
}
