/**
 * Calls a TA-Lib function that has a value on the first bar. The wrapper asks for one bar after the last, for which
 * such a function would write beyond its memory. A fractional last index makes the wrapper allocate one more number,
 * while TA-Lib itself sees a whole index.
 */
export function fromFirstBar<P extends object, R>(call: (params: P) => R, params: P): R {
  const lengths = Object.values(params).flatMap((value) => (Array.isArray(value) ? [value.length] : []));
  return call({ ...params, endIdx: Math.min(...lengths) + 0.999 });
}
