import { digestOf } from "../../primitives/sha256.ts";
import type { TrialChunk } from "../trials/trial-job.ts";
import type { SentError } from "./sent-error.ts";

/** A chunk of trials in the queue. `asker` identifies the experiment that submitted it first. */
export type QueuedChunk = TrialChunk & { readonly asker: string };

/** Answer of a worker: the rows as base64 of their little-endian bytes, or an error with the experiment that asked. */
export type QueueAnswer = { readonly rows: string } | { readonly error: SentError; readonly asker: string };

/** Returns the name of the queue for trials on data with this checksum. Only workers that have these data listen to it. */
export function queueName(checksum: string): string {
  return `hindcast-trials-${checksum.slice(0, 32)}`;
}

/** Returns a name derived from a chunk's content, so that a chunk that is submitted twice runs once. */
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
