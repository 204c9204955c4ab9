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
const memory = (await talib.init(createRequire(import.meta.url).resolve("talib-web/lib/talib.wasm"))) as Memory;
globalThis.fetch = fetch;

interface Memory {
  _malloc: (bytes: number) => number;
  _free: (address: number) => void;
}

/*
 * The wrapper asks for one bar more than there is, so that functions read and write one number past their columns, and it reads its
 * outputs after giving their memory back. So every column has some room behind it, and is given back some columns later.
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

/** The values of an output that are real: all but the last `lookback`. */
export function real(output: readonly number[], lookback: number): number[] {
  return output.slice(0, output.length - lookback);
}

export { talib };
