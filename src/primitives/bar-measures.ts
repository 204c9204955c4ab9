import { type Column, MISSING } from "./column.ts";

/** Returns whether the last `bars` bars up to `index` have a true range of 0: each high and low equals the previous close. */
export function hasNoTrueRange(high: Column, low: Column, close: Column, bars: number, index: number): boolean {
  for (let i = index - bars + 1; i <= index; i++) if (high[i] !== close[i - 1] || low[i] !== close[i - 1]) return false;
  return true;
}

/**
 * Returns the position of a value between the lowest and the highest of a window, in percent: 0 at the lowest, 100 at the highest. Returns
 * `flat` for a range of height 0. Values outside the range are clamped. NaN if a number is missing.
 */
export function rangePosition(value: number, highest: number, lowest: number, flat: number): number {
  const height = highest - lowest;
  // Dividing before multiplying makes the result exactly 100 for a value at the highest.
  const percent = 100 * ((value - lowest) / height);
  return percent >= 0 && percent <= 100 ? percent : rangeEdge(percent, height, flat);
}

/**
 * Writes `rangePosition` minus `off` for whole columns. On entry, `out` contains the lowest values. Processes two bars per iteration, since
 * V8 checks each column once per iteration.
 */
export function rangePositions(values: Column, highest: Column, out: Column, flat: number, off: number): void {
  const { length } = out;
  let i = 0;
  for (; i < length - 1; i += 2) {
    out[i] = rangePosition(values[i], highest[i], out[i], flat) - off;
    out[i + 1] = rangePosition(values[i + 1], highest[i + 1], out[i + 1], flat) - off;
  }
  if (i < length) out[i] = rangePosition(values[i], highest[i], out[i], flat) - off;
}

function rangeEdge(percent: number, height: number, flat: number): number {
  // The multiplication by 1 tells V8 that `flat` is a number. Without it, V8 would box every result.
  if (height === 0) return flat * 1;
  return percent > 100 ? 100 : percent < 0 ? 0 : percent;
}

/**
 * Returns the money flow volume of a bar: its volume times the position of its close within its range, 1 at the high, -1 at the low and 0
 * in the middle: `volume * ((close - low) - (high - close)) / (high - low)`.
 *
 * 0 for a bar of height 0. A close outside the range counts as one at the nearest end. Not finite if one of the numbers is missing.
 */
export function moneyFlow(high: number, low: number, close: number, volume: number): number {
  const height = high - low;
  const place = (close - low - (high - close)) / height;
  return (Math.abs(place) <= 1 ? place : clampedFlow(place, height, close)) * volume;
}

/** Handles special positions: 0 for a bar of height 0, clamped if the close is outside the range, NaN if a price is missing. */
function clampedFlow(place: number, height: number, close: number): number {
  if (height === 0) return close * 0;
  return place - place === 0 ? Math.sign(place) : MISSING[0];
}
