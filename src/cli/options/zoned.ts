import type { RunSettings } from "../../engine/run-settings.ts";
import type { MarketData } from "../../market/market-data.ts";
import { zoneOfDates } from "../../market/session-dates.ts";

/**
 * The settings with the zone whose dates are those of the data, unless one was given, as a run has it: what is printed and written shows its times.
 */
export function zoned(settings: Partial<RunSettings>, { series }: MarketData): Partial<RunSettings> {
  if (settings.zone !== undefined) return settings;
  const zone = zoneOfDates(series);
  return zone === "UTC" ? settings : { ...settings, zone };
}
