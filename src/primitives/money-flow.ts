import { MISSING } from "./column.ts";

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
  return (Math.abs(place) <= 1 ? place : edge(place, height, close)) * volume;
}

/** What a place off the range becomes: of no height the middle, outside the range its edge, and none where a price is missing. */
function edge(place: number, height: number, close: number): number {
  if (height === 0) return close * 0;
  return place - place === 0 ? Math.sign(place) : MISSING[0];
}
