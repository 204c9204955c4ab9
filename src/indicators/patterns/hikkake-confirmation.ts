import type { CandlestickBars } from "./candlestick-bars.ts";

/**
 * Whether bar `i` confirms the hikkake pattern that was complete on bar `at`. Bar `i` must be the first one after `at` that closes beyond
 * the bar before the false break, in the direction of the pattern.
 */
export function isConfirmed({ high, low, close }: CandlestickBars, at: number, direction: number, i: number): boolean {
  for (let k = at + 1; k <= i; k++) {
    const beyond = direction > 0 ? close[k]! > high[at - 1]! : close[k]! < low[at - 1]!;
    if (beyond) return k === i;
  }
  return false;
}
