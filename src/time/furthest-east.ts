import { zoneOf } from "./zone.ts";

/** Two instants, one in January and one in July, to compare offsets in winter and in summer. */
const SEASONS = [Date.UTC(2024, 0, 1), Date.UTC(2024, 6, 1)];

/**
 * Returns the zone, among several, whose clocks are furthest ahead. Only in that zone does every daily bar that starts at midnight of one
 * of the zones have its own date, since all other zones are behind by less than a day.
 *
 * @example
 * furthestEast(["America/New_York", "Asia/Tokyo", "UTC"]); // "Asia/Tokyo"
 */
export function furthestEast(zones: readonly string[]): string {
  return zones.reduce((east, zone) => (aheadOfUtc(zone) > aheadOfUtc(east) ? zone : east));
}

/** Returns the sum of a zone's offsets in winter and in summer, since two zones may agree in only one season. */
function aheadOfUtc(name: string): number {
  const zone = zoneOf(name);
  return SEASONS.reduce((sum, instant) => sum + zone.offset(instant), 0);
}
