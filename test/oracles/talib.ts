import { createRequire } from "node:module";
import * as talib from "talib-web";

/*
 * TA-Lib's C code as WebAssembly, compiled from a file if `fetch` is missing. Outputs are as long as inputs, but start
 * at index 0 with the value of bar `lookback` and end with garbage. The wrapper passes one address for two counters of
 * TA-Lib, so functions that read those (STOCH, the %K of STOCHF, BBANDS, STDDEV) return wrong results. Rows compute
 * these from functions that work.
 */
const { fetch } = globalThis;
Reflect.deleteProperty(globalThis, "fetch");
const memory = (await talib.init(createRequire(import.meta.url).resolve("talib-web/lib/talib.wasm"))) as Memory;
globalThis.fetch = fetch;

interface Memory {
  _malloc: (bytes: number) => number;
  _free: (address: number) => void;
}

/*
 * The wrapper asks for one bar too many, so functions access one number beyond their columns. It also reads outputs
 * after freeing their memory. Hence columns get extra room, and their memory is freed a few columns later.
 */
const ROOM_BYTES = 64;
const KEPT = 8;
const givenBack: number[] = [];
memory["_free"](memory["_malloc"](8));
const malloc = memory["_malloc"];
const free = memory["_free"];
Object.assign(memory, {
  ["_malloc"]: (bytes: number) => malloc(bytes + ROOM_BYTES),
  ["_free"](address: number) {
    givenBack.push(address);
    if (givenBack.length > KEPT) free(givenBack.shift()!);
  },
});

/** Valid values of an output: all but the last `lookback`. */
export function real(output: readonly number[], lookback: number): number[] {
  return output.slice(0, output.length - lookback);
}

export { talib };
