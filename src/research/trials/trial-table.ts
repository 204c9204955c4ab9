import { MISSING } from "../../primitives/column.ts";
import { Digest } from "../../primitives/sha256.ts";
import type { TrialJob } from "./trial-job.ts";

/** Number of rows in a piece of the table. */
const PIECE_ROWS = 1024;

/** A table with one row of numbers per trial. It grows by pieces that are never copied. */
export class TrialTable {
  readonly width: number;
  readonly #pieces: Float64Array[] = [];
  #length = 0;

  constructor(width: number) {
    this.width = width;
  }

  /** Number of trials up to the last one that has a row. */
  get length(): number {
    return this.#length;
  }

  /** Stores the row of a trial. Trials may arrive in any order. Rows of other trials contain only missing numbers until set. */
  set(trial: number, row: ArrayLike<number>, start = 0): void {
    const piece = Math.floor(trial / PIECE_ROWS);
    while (this.#pieces.length <= piece) this.#pieces.push(new Float64Array(PIECE_ROWS * this.width).fill(MISSING[0]!));
    const values = this.#pieces[piece]!;
    const at = (trial % PIECE_ROWS) * this.width;
    for (let i = 0; i < this.width; i++) values[at + i] = row[start + i]!;
    this.#length = Math.max(this.#length, trial + 1);
  }

  at(trial: number, column: number): number {
    return this.#pieces[Math.floor(trial / PIECE_ROWS)]![(trial % PIECE_ROWS) * this.width + column]!;
  }

  /** Returns the row of a trial as a view of the table's memory. */
  row(trial: number): Float64Array {
    const start = (trial % PIECE_ROWS) * this.width;
    return this.#pieces[Math.floor(trial / PIECE_ROWS)]!.subarray(start, start + this.width);
  }

  column(column: number): Float64Array {
    return Float64Array.from({ length: this.#length }, (_, trial) => this.at(trial, column));
  }

  /** SHA-256 of all rows in the order of trials. */
  checksum(): string {
    const digest = new Digest().number(this.width).number(this.#length);
    for (let trial = 0; trial < this.#length; trial++) digest.column(this.row(trial));
    return digest.hex();
  }
}

/** Number of numbers for each part of the sessions: count, sum and sum of squares of returns. */
export const PART_WIDTH = 3;

/** Returns the number of parts into which a job divides the sessions. */
function partCount({ parts }: Pick<TrialJob, "parts">): number {
  return typeof parts === "number" ? parts : parts.length;
}

/** Returns the length of a trial's row, which contains metrics and then the sums of each part. */
export function rowWidth(job: Pick<TrialJob, "metrics" | "parts">): number {
  return job.metrics.length + PART_WIDTH * partCount(job);
}

/** Returns the exclusive end of each part, as the number of a session. */
export function partEnds({ parts }: Pick<TrialJob, "parts">, sessions: number): readonly number[] {
  if (typeof parts !== "number") return parts;
  return Array.from({ length: parts }, (_, i) => Math.floor(((i + 1) * sessions) / parts));
}
