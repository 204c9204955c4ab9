import { digestOf } from "../../primitives/sha256.ts";
import type { TrialChunk } from "../trials/trial-job.ts";
import type { SentError } from "./sent-error.ts";

/** A chunk as it is handed out, with the name of the experiment that asked for it first. */
export type AskedChunk = TrialChunk & { readonly asker: string };

/** What a worker on another machine answers: the rows as base64 of their bytes, little end first, or what went wrong, and for which experiment. */
export type QueueAnswer = { readonly rows: string } | { readonly error: SentError; readonly asker: string };

/** The queue for trials over data of a checksum: only workers that have these data listen to it. */
export function queueName(checksum: string): string {
  return `hindcast-trials-${checksum.slice(0, 32)}`;
}

/** The name of a chunk by what is in it: the same chunk handed out twice is one job, and done once. */
export function chunkName({ job, trials }: TrialChunk): string {
  return digestOf({ job: job.id, source: job.source?.sourceHash, trials });
}

export function rowsToText(rows: Float64Array): string {
  return Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength).toString("base64");
}

export function rowsFromText(text: string): Float64Array {
  const bytes = Uint8Array.from(Buffer.from(text, "base64"));
  return new Float64Array(bytes.buffer);
}
