/**
 * Money flow volume of a bar: its volume times where it closed within its range, 1 at the high, -1 at the low and 0 in the
 * middle, `volume * ((close - low) - (high - close)) / (high - low)`.
 *
 * A bar without height counts 0, and a close outside its bar's range counts as one at the edge. NaN where one of the four
 * is missing.
 */
export function moneyFlow(high: number, low: number, close: number, volume: number): number {
  const height = high - low;
  let place = (close - low - (high - close)) / height;
  if (!(place >= -1 && place <= 1)) place = edge(place, height);
  const bar = height + close + volume;
  return place * volume + (bar - bar);
}

/** What a place off the range becomes: of no height the middle, outside the range its edge, missing what it is. */
function edge(place: number, height: number): number {
  return height === 0 ? 0 : place > 1 ? 1 : place < -1 ? -1 : place;
}
