import { lastDays } from "./action-factors.ts";
import { adjust } from "./adjust.ts";
import { barSessions } from "./bar-sessions.ts";
import type { Bars } from "./bars.ts";
import { daysOf } from "./every-day.ts";
import type { Series } from "./market-data.ts";

/**
 * The bars of a series in the prices of its last one: without the jumps of splits, and of dividends where they count. What happens after
 * the last bar restates nothing; without splits and dividends the bars are as they were. Throws as `adjust` does.
 */
export function inLastPrices(
  { bars, actions = [], calendar: declared, zone, priceBasis, reference }: Series,
  { dividends }: { readonly dividends: boolean },
): Bars {
  if (actions.length === 0 || bars.length === 0) return bars;
  const calendar = daysOf({ bars, calendar: declared, zone });
  const days = lastDays(barSessions(bars, calendar));
  return adjust(bars, actions, days.at(-1)!, { calendar, basis: priceBasis, dividends, reference });
}
