import { percentile } from "./percentiles.ts";

/** How the drawn histories went on the way: percentiles of what one unit had become, at some of the steps. */
export interface Fan {
  /** After how many sessions or trades, from 0 to all of them. */
  readonly steps: Int32Array;
  /** Shares of the histories below each line, rising, and the lines: a value a step. */
  readonly bands: readonly { readonly share: number; readonly worth: Float64Array }[];
  /** What did happen. */
  readonly actual: Float64Array;
  /** Histories that the percentiles are of: the first that were drawn. */
  readonly histories: number;
}

/** Points of the lines at most, and histories that are remembered for them. */
const MOST_STEPS = 120;
const MOST_HISTORIES = 4000;

/** What there is after one more step. Nothing is won back with what is lost or owed: a history that comes to 0 or below ends there. */
export function worthAfter(worth: number, step: number): number {
  return worth > 0 ? worth * (1 + step) : worth;
}

/** Remembers what histories were worth on the way. */
export class FanRecorder {
  readonly steps: Int32Array;
  readonly #worths: Float64Array;
  readonly #histories: number;

  constructor(length: number, runs: number) {
    const points = Math.min(length, MOST_STEPS);
    this.steps = Int32Array.from({ length: points + 1 }, (_, i) => Math.round((i * length) / points));
    this.#histories = Math.min(runs, MOST_HISTORIES);
    this.#worths = new Float64Array(this.#histories * this.steps.length);
  }

  /** Takes a history; those that come after enough of them leave nothing. */
  record(run: number, columns: Float64Array, draw: Int32Array): void {
    if (run < this.#histories) this.#worths.set(this.worthOf(columns, draw), run * this.steps.length);
  }

  /** What one unit had become at each of the steps. */
  worthOf(columns: Float64Array, draw: Int32Array): Float64Array {
    const worths = new Float64Array(this.steps.length);
    let worth = 1;
    let done = 0;
    for (const [i, step] of this.steps.entries()) {
      for (; done < step; done++) worth = worthAfter(worth, columns[draw[done]!]!);
      worths[i] = worth;
    }
    return worths;
  }

  /** The lines below which these shares of the histories lie. */
  fan(shares: readonly number[], actual: Float64Array): Fan {
    const bands = shares.map((share) => ({ share, worth: new Float64Array(this.steps.length) }));
    const column = new Float64Array(this.#histories);
    for (let step = 0; step < this.steps.length; step++) {
      for (let run = 0; run < column.length; run++) column[run] = this.#worths[run * this.steps.length + step]!;
      const sorted = column.toSorted();
      for (const { share, worth } of bands) worth[step] = percentile(sorted, share);
    }
    return Object.freeze({ steps: this.steps, bands, actual, histories: this.#histories });
  }
}
