/** What `hindcast list` can list. One entry a list. */
import { listIndicators } from "./indicators.ts";
import type { Listing, ListingOptions } from "./listing.ts";
import { listMetrics } from "./metrics.ts";
import { listStrategies } from "./strategies.ts";

export const LISTS: Readonly<Record<string, (options: ListingOptions) => Listing | Promise<Listing>>> = {
  indicators: listIndicators,
  strategies: listStrategies,
  metrics: listMetrics,
};
