import type { TrialJob } from "./trial-job.ts";

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
