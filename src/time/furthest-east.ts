import { zoneOf } from "./zone.ts";

/** An instant in a winter of the north, and one in its summer. */
const SEASONS = [Date.UTC(2024, 0, 1), Date.UTC(2024, 6, 1)];

/**
 * The zone whose clocks are ahead of those of the others. Days begin at midnight of their exchange, and where clocks are ahead it is still the same
 * date by less than a day: in this zone, and in none further west, the days of all of them have their own dates.
 *
 * @example
 * furthestEast(["America/New_York", "Asia/Tokyo", "UTC"]); // "Asia/Tokyo"
 */
export function furthestEast(zones: readonly string[]): string {
  return zones.reduce((east, zone) => (aheadOfUtc(zone) > aheadOfUtc(east) ? zone : east));
}

/** Through the year: two zones may be alike in one half of it. */
function aheadOfUtc(name: string): number {
  const zone = zoneOf(name);
  return SEASONS.reduce((sum, instant) => sum + zone.offset(instant), 0);
}
