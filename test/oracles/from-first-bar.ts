/**
 * Calls a function of TA-Lib that has a value on the first bar. The wrapper asks for the bar behind the last one too, and such
 * a function answers with one number more than there is room for, over whatever lies next in memory. A last index with a fraction
 * makes the room larger by that part of a number, which is rounded up to a whole one; TA-Lib itself sees a whole index.
 */
export function fromFirstBar<P extends object, R>(call: (params: P) => R, params: P): R {
  const lengths = Object.values(params).flatMap((value) => (Array.isArray(value) ? [value.length] : []));
  return call({ ...params, endIdx: Math.min(...lengths) + 0.999 });
}
