import { zoneOf } from "./zone.ts";

/** One instant in winter and one in summer of the northern hemisphere. */
const SEASONS = [Date.UTC(2024, 0, 1), Date.UTC(2024, 6, 1)];

/**
 * Returns the zone whose clocks are furthest ahead. Daily bars start at midnight of their exchange, and the zone furthest east is less than
 * a day ahead of it. In this zone, but in none further west, every daily bar keeps its own date.
 *
 * @example
 * furthestEast(["America/New_York", "Asia/Tokyo", "UTC"]); // "Asia/Tokyo"
 */
export function furthestEast(zones: readonly string[]): string {
  return zones.reduce((east, zone) => (aheadOfUtc(zone) > aheadOfUtc(east) ? zone : east));
}

/** Sums the offsets of both seasons, since two zones may agree in only one of them. */
function aheadOfUtc(name: string): number {
  const zone = zoneOf(name);
  return SEASONS.reduce((sum, instant) => sum + zone.offset(instant), 0);
}
