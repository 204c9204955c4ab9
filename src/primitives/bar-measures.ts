import { type Column, MISSING } from "./column.ts";

/** Whether the `bars` bars up to `index` have no true range: each stays at the close before it. */
export function hasNoTrueRange(high: Column, low: Column, close: Column, bars: number, index: number): boolean {
  for (let i = index - bars + 1; i <= index; i++) if (high[i] !== close[i - 1] || low[i] !== close[i - 1]) return false;
  return true;
}

/**
 * Where a value lies between the lowest and the highest of a window, in percent: 0 at the lowest, 100 at the highest. A range of no
 * height gives `flat`, a value outside the range its edge, a missing number none.
 */
export function rangePosition(value: number, highest: number, lowest: number, flat: number): number {
  const height = highest - lowest;
  // Divided first: at the highest the quotient is 1, and 100 to the last bit.
  const percent = 100 * ((value - lowest) / height);
  return percent >= 0 && percent <= 100 ? percent : rangeEdge(percent, height, flat);
}

/**
 * `rangePosition` of whole columns less `off`; the lowest come in `out`, and the positions take their place. Two steps a turn: the engine
 * looks up and checks each column once a turn.
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
  // Times 1: a number that only passes through has no known type, and then every result of this function would be boxed.
  if (height === 0) return flat * 1;
  return percent > 100 ? 100 : percent < 0 ? 0 : percent;
}

/**
 * Money flow volume of a bar: its volume times where it closed within its range, 1 at the high, -1 at the low and 0 in the
 * middle, `volume * ((close - low) - (high - close)) / (high - low)`.
 *
 * A bar without height counts 0, and a close outside its bar's range counts as one at the edge. Not finite where one of the
 * four is missing.
 */
export function moneyFlow(high: number, low: number, close: number, volume: number): number {
  const height = high - low;
  const place = (close - low - (high - close)) / height;
  return (Math.abs(place) <= 1 ? place : clampedFlow(place, height, close)) * volume;
}

/** What a place off the range becomes: of no height the middle, outside the range its edge, and none where a price is missing. */
function clampedFlow(place: number, height: number, close: number): number {
  if (height === 0) return close * 0;
  return place - place === 0 ? Math.sign(place) : MISSING[0];
}
