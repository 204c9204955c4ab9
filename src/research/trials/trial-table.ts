import { MISSING } from "../../primitives/column.ts";
import { Digest } from "../../primitives/sha256.ts";
import type { TrialJob } from "./trial-job.ts";

/** Rows in a piece of the table. */
const PIECE = 1024;

/** Rows of numbers, one a trial, in pieces that are never moved: a hundred thousand trials take their rows and nothing else. */
export class TrialTable {
  readonly width: number;
  readonly #pieces: Float64Array[] = [];
  #length = 0;

  constructor(width: number) {
    this.width = width;
  }

  /** Trials up to the last that has a row. */
  get length(): number {
    return this.#length;
  }

  /** Takes the row of a trial; trials may come in any order. A trial without a row has none but missing numbers. */
  set(trial: number, row: ArrayLike<number>, start = 0): void {
    const piece = Math.floor(trial / PIECE);
    while (this.#pieces.length <= piece) this.#pieces.push(new Float64Array(PIECE * this.width).fill(MISSING[0]!));
    const values = this.#pieces[piece]!;
    const at = (trial % PIECE) * this.width;
    for (let i = 0; i < this.width; i++) values[at + i] = row[start + i]!;
    this.#length = Math.max(this.#length, trial + 1);
  }

  at(trial: number, column: number): number {
    return this.#pieces[Math.floor(trial / PIECE)]![(trial % PIECE) * this.width + column]!;
  }

  /** The row of a trial, over the table's own memory. */
  row(trial: number): Float64Array {
    const start = (trial % PIECE) * this.width;
    return this.#pieces[Math.floor(trial / PIECE)]!.subarray(start, start + this.width);
  }

  column(column: number): Float64Array {
    return Float64Array.from({ length: this.#length }, (_, trial) => this.at(trial, column));
  }

  /** SHA-256 over all rows in the order of trials. */
  checksum(): string {
    const digest = new Digest().number(this.width).number(this.#length);
    for (let trial = 0; trial < this.#length; trial++) digest.column(this.row(trial));
    return digest.hex();
  }
}

/** Numbers that are kept of a part of the sessions: how many returns, their sum, and the sum of their squares. */
export const PART_WIDTH = 3;

/** Number of parts into which a job cuts the sessions. */
function partCount({ parts }: Pick<TrialJob, "parts">): number {
  return typeof parts === "number" ? parts : parts.length;
}

/** Numbers in the row of a trial: its metrics, then those of each part. */
export function rowWidth(job: Pick<TrialJob, "metrics" | "parts">): number {
  return job.metrics.length + PART_WIDTH * partCount(job);
}

/** First session after each part. */
export function partEnds({ parts }: Pick<TrialJob, "parts">, sessions: number): readonly number[] {
  if (typeof parts !== "number") return parts;
  return Array.from({ length: parts }, (_, i) => Math.floor(((i + 1) * sessions) / parts));
}
