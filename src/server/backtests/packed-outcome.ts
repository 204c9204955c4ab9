import { deserialize, serialize } from "node:v8";
import { promisify } from "node:util";
import { deflate, inflateSync } from "node:zlib";
import type { BacktestOutcome } from "./backtest-spec.ts";

/** The largest outcome that is unpacked, in bytes: a damaged state cannot take all memory. */
const LARGEST = 2 ** 30;

const deflated = promisify(deflate);

/** An outcome as it is kept, every number bit for bit. Orders go on while it is packed. */
export function packOutcome(outcome: BacktestOutcome): Promise<Buffer> {
  return deflated(serialize(outcome));
}

export function unpackOutcome(packed: Uint8Array): BacktestOutcome {
  return deserialize(inflateSync(packed, { maxOutputLength: LARGEST })) as BacktestOutcome;
}
