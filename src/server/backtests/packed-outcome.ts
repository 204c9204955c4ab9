import { deserialize, serialize } from "node:v8";
import { deflateSync, inflateSync } from "node:zlib";
import type { BacktestOutcome } from "./backtest-spec.ts";

/** The largest outcome that is unpacked, in bytes: a damaged state cannot take all memory. */
const LARGEST = 2 ** 30;

/** An outcome as it is kept, every number bit for bit; how many bytes it has where these are more than `most`. */
export function packOutcome(outcome: BacktestOutcome, most: number): Uint8Array | number {
  const bytes = serialize(outcome);
  return bytes.length > most ? bytes.length : deflateSync(bytes);
}

export function unpackOutcome(packed: Uint8Array): BacktestOutcome {
  return deserialize(inflateSync(packed, { maxOutputLength: LARGEST })) as BacktestOutcome;
}
