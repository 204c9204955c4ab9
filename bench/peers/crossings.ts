import type { Column } from "hindcast";

/** Returns 1 for bars on which a column crosses above another, -1 for crosses below, and 0 otherwise. */
export function crossings(fast: Column, slow: Column): Int8Array {
  const crossed = new Int8Array(fast.length);
  for (let i = 1; i < fast.length; i++) {
    if (fast[i]! > slow[i]! && fast[i - 1]! <= slow[i - 1]!) crossed[i] = 1;
    else if (fast[i]! < slow[i]! && fast[i - 1]! >= slow[i - 1]!) crossed[i] = -1;
  }
  return crossed;
}
