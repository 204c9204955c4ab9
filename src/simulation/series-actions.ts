import { lastDays } from "../market/action-factors.ts";
import { barSessions } from "../market/bar-sessions.ts";
import type { Bars } from "../market/bars.ts";
import { daysOf } from "../market/every-day.ts";
import { loopActions } from "../market/corporate-action.ts";
import type { Series } from "../market/market-data.ts";
import type { Schedule } from "../market/schedule.ts";

/** A split or dividend at the moment at which the loop meets it. */
export interface DueAction {
  /** The moment at which the session of its ex-date opens, or the first bar after it. */
  readonly time: number;
  readonly kind: "split" | "dividend";
  readonly ratio: number;
  readonly cash: number;
  /** Units that one has become by splits of the same moment that came before it. */
  readonly units: number;
}

/**
 * The actions of a series that fall into its bars, by their ex-dates, also inside one bar of a week or a month; of one ex-date dividends first, since they
 * are paid for units as they were before.
 * An action on or before the first bar is in all prices alike.
 */
export function seriesActions(
  { actions = [], calendar, zone, priceBasis = "raw" }: Series,
  bars: Bars,
  schedule: Schedule,
): readonly DueAction[] {
  if (actions.length === 0 || bars.length === 0) return [];
  const days = lastDays(barSessions(bars, daysOf({ bars, calendar, zone })));
  const due: DueAction[] = [];
  const inOrder = loopActions(actions, priceBasis).toSorted(
    (a, b) => a.exDate - b.exDate || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0),
  );
  for (const { exDate, kind, ratio, cash } of inOrder) {
    if (kind === "delisting" || exDate <= days[0]!) continue;
    const bar = days.findIndex((day) => day >= exDate);
    if (bar > 0) {
      const time = schedule.openTime[bar]!;
      const before = due.at(-1);
      due.push({ time, kind, ratio, cash, units: before?.time === time ? before.units * before.ratio : 1 });
    }
  }
  return due;
}
