import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Balance of power: the share of a bar's range between its open and its close. It is 1 for a bar that opens at its low and
 * closes at its high, and -1 for the reverse. It is usually averaged: `sma(bop(bars), 14)`.
 *
 * `(close - open) / (high - low)`
 *
 * - From -1 to 1 on every bar, including the first. A bar with a missing number has no value.
 * - A bar whose high equals its low is 0. An open or close outside the bar's range counts at most as the full range.
 *
 * Igor Livshin, Balance of Market Power (2001).
 *
 * @example
 * const open = Float64Array.of(10, 12);
 * const high = Float64Array.of(14, 12);
 * const low = Float64Array.of(10, 8);
 * const close = Float64Array.of(13, 10);
 * bop(open, high, low, close); // 0.75, -0.5
 */
export const bop = defineIndicator({
  name: "bop",
  title: "Balance of power",
  category: "momentum",
  inputs: ["open", "high", "low", "close"],
  params: {},
  outputs: { value: { title: "BOP", scale: { price: 0 }, range: [-1, 1] } },
  memory: "window",
  warmup: () => 0,
  batch([open, high, low, close], _params, [out]) {
    for (let i = 0; i < close.length; i++) out[i] = balance(open[i], high[i], low[i], close[i]);
  },
  stream: () => new BopStream(),
});

function balance(open: number, high: number, low: number, close: number): number {
  const body = close - open;
  const height = high - low;
  const share = body / height;
  if (share >= -1 && share <= 1 && height > 0 && height < Infinity) return share;
  return clamped(body - body + (height - height), height, share);
}

/** Limits a share to the range from -1 to 1. `nanIfMissing` is 0, or NaN if a number of the bar is missing. */
function clamped(nanIfMissing: number, height: number, share: number): number {
  return height > 0 ? Math.max(-1, Math.min(1, share)) + nanIfMissing : nanIfMissing;
}

class BopStream extends Stream<number> {
  update(open: number, high: number, low: number, close: number): number {
    return balance(open, high, low, close);
  }

  override peek(open: number, high: number, low: number, close: number): number {
    return balance(open, high, low, close);
  }
}
