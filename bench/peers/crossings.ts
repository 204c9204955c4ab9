import type { Column } from "hindcast";

/** The bars on which one column crosses another: 1 above it, -1 below it, 0 for all others. */
export function crossings(fast: Column, slow: Column): Int8Array {
  const crossed = new Int8Array(fast.length);
  for (let i = 1; i < fast.length; i++) {
    if (fast[i]! > slow[i]! && fast[i - 1]! <= slow[i - 1]!) crossed[i] = 1;
    else if (fast[i]! < slow[i]! && fast[i - 1]! >= slow[i - 1]!) crossed[i] = -1;
  }
  return crossed;
}
