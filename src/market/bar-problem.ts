/** Which rule of bars is broken. */
export type BarProblemReason =
  | "unsorted"
  | "duplicate_time"
  | "low_above_high"
  | "open_outside"
  | "close_outside"
  | "negative_volume"
  | "not_a_number";

/** One rule that one bar breaks. */
export interface BarProblem {
  /** Index of the bar, from 0. */
  readonly row: number;
  readonly reason: BarProblemReason;
  /** What must hold, then what it was. */
  readonly message: string;
  /** The values that the message names, by column. */
  readonly values: Readonly<Record<string, number>>;
}
