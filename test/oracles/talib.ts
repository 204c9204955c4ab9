import { createRequire } from "node:module";
import * as talib from "talib-web";

/*
 * TA-Lib's C code as WebAssembly. It is compiled from a file where there is no fetch. Its outputs are as long as its inputs, but
 * start at index 0 with the value of bar `lookback` and end in junk. It hands one address to both of TA-Lib's counters, so
 * functions that read them back (STOCH, the %K of STOCHF, BBANDS, STDDEV) come out wrong: only what is computed in one go is
 * right, and rows put the others together from that.
 */
const { fetch } = globalThis;
Reflect.deleteProperty(globalThis, "fetch");
await talib.init(createRequire(import.meta.url).resolve("talib-web/lib/talib.wasm"));
globalThis.fetch = fetch;

/** The values of an output that are real: all but the last `lookback`. */
export function real(output: readonly number[], lookback: number): number[] {
  return output.slice(0, output.length - lookback);
}

export { talib };
