import { checkOptions } from "../primitives/check-options.ts";
import type { Column } from "../primitives/column.ts";
import {
  type ActionFactors,
  actionFactors,
  factorAt,
  FACTOR_OPTIONS,
  type FactorOptions,
  lastSessionDates,
} from "./action-factors.ts";
import { barSessions } from "./bar-sessions.ts";
import type { Bars } from "./bars.ts";
import type { CorporateAction } from "./corporate-action.ts";
import { calendarOrDefault } from "./default-calendar.ts";

/** Adjustment factors, one value per bar. */
export interface BarFactors {
  /** Factor by which to multiply the prices of each bar. */
  readonly price: Column;
  /** Factor by which to divide the volume of each bar. */
  readonly split: Column;
}

/**
 * Returns factors that remove the price jumps of splits (and of dividends, if included) from bars as traded. They are 1 at the first
 * recorded session and change by the factor of each action from its ex-date on. No value depends on a later action, so adjusted
 * columns never change afterwards. A bar that spans an ex-date is in units of its last session.
 *
 * Throws `RECORDING_INVALID` for an invalid action (see `actionFactors`), and `BARS_INVALID` for a bar without a session.
 *
 * @example
 * // A 4:1 split: the close falls from 400 to 100; the adjusted column stays at 400.
 * const { price } = forwardFactors(bars, actions, { calendar });
 * const column = bars.close.map((close, i) => close * price[i]!);
 */
export function forwardFactors(
  bars: Bars,
  actions: readonly CorporateAction[],
  options: FactorOptions = {},
): BarFactors {
  checkOptions("forwardFactors", options, FACTOR_OPTIONS);
  return factorsOfBars(bars, actionFactors(actions, bars, options), options);
}

/** Returns the factors of each bar, given the cumulative factors of the instrument. */
export function factorsOfBars(bars: Bars, factors: ActionFactors, options: FactorOptions = {}): BarFactors {
  const { exDate } = factors;
  const price = new Float64Array(bars.length).fill(1);
  const split = new Float64Array(bars.length).fill(1);
  if (exDate.length === 0) return { price, split };
  const days = lastSessionDates(barSessions(bars, calendarOrDefault(bars, options)));
  let count = 0;
  for (let i = 0; i < bars.length; i++) {
    while (count < exDate.length && exDate[count]! <= days[i]!) count++;
    price[i] = factorAt(factors.price, count);
    split[i] = factorAt(factors.split, count);
  }
  return { price, split };
}
