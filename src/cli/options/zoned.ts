import type { RunSettings } from "../../engine/run-settings.ts";
import type { MarketData } from "../../market/market-data.ts";
import { furthestEast } from "../../time/furthest-east.ts";

/**
 * The settings with the zone whose dates are those of the sessions of the data, unless one was given. Days of a recording begin at midnight of their
 * exchange: by UTC those of Tokyo, and in summer those of London, would bear the date of the day before.
 */
export function zoned(settings: Partial<RunSettings>, { series }: MarketData): Partial<RunSettings> {
  if (settings.zone !== undefined) return settings;
  const zone = furthestEast(["UTC", ...series.flatMap(({ calendar }) => calendar?.zone ?? [])]);
  return zone === "UTC" ? settings : { ...settings, zone };
}
