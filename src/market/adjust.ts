import { checkOptions } from "../primitives/check-options.ts";
import type { Column } from "../primitives/column.ts";
import {
  actionFactors,
  countExDatesUpTo,
  FACTOR_OPTIONS,
  factorAt,
  type FactorOptions,
  lastSessionDates,
} from "./action-factors.ts";
import { barSessions } from "./bar-sessions.ts";
import { Bars } from "./bars.ts";
import type { CorporateAction } from "./corporate-action.ts";
import { seriesCalendar } from "./default-calendar.ts";
import { type BarFactors, factorsOfBars } from "./forward-factors.ts";
import type { Series } from "./market-data.ts";

/**
 * Adjusts the bars of an instrument for splits and dividends with an ex-date up to `asOfDay`. Multiplies open, high, low and close by
 * the price factor and divides volume by the split factor. The column `adjClose` equals the close. Actions after `asOfDay` do not
 * change the result.
 *
 * `asOfDay` is in days since 1970-01-01, by the calendar of the exchange. Dividends are included unless `dividends` is false.
 * Throws `RECORDING_INVALID` for an invalid action (see `actionFactors`), and `BARS_INVALID` for a bar without a session.
 *
 * @example
 * const today = adjust(bars, actions, day, { calendar: calendarOf("XNYS") });
 */
export function adjust(
  bars: Bars,
  actions: readonly CorporateAction[],
  asOfDay: number,
  options: FactorOptions = {},
): Bars {
  checkOptions("adjust", options, FACTOR_OPTIONS);
  const { price, split } = backwardFactors(bars, actions, asOfDay, options);
  const times = (column: Column): Column => column.map((value, i) => value * price[i]!);
  const close = times(bars.close);
  const columns = {
    time: bars.time,
    open: times(bars.open),
    high: times(bars.high),
    low: times(bars.low),
    close,
    volume: bars.volume.map((value, i) => value / split[i]!),
    adjClose: close,
  };
  return new Bars(bars.interval, columns, bars.zone);
}

/**
 * Returns the closes adjusted for splits and dividends up to a day; see `adjust`.
 *
 * @example
 * const closes = adjustedClose(bars, actions, day, { calendar, dividends: true });
 */
export function adjustedClose(
  bars: Bars,
  actions: readonly CorporateAction[],
  asOfDay: number,
  options: FactorOptions = {},
): Column {
  checkOptions("adjustedClose", options, FACTOR_OPTIONS);
  const { price } = backwardFactors(bars, actions, asOfDay, options);
  return bars.close.map((close, i) => close * price[i]!);
}

/**
 * Returns the factors that convert each bar to units of a given day: the bar's forward factor divided by that of the day. Multiply prices
 * by `price` and divide volumes by `split`. Bars after the day have factor 1.
 */
function backwardFactors(
  bars: Bars,
  actions: readonly CorporateAction[],
  asOfDay: number,
  options: FactorOptions = {},
): BarFactors {
  // Splits after the day are kept too: with split-adjusted prices, they are needed to find the price as traded before a dividend.
  const counted = actions.filter(({ exDate, kind }) => exDate <= asOfDay || kind === "split");
  const all = actionFactors(counted, bars, { ...options, dividends: options.dividends ?? true });
  const count = countExDatesUpTo(all, asOfDay);
  const known = {
    exDate: all.exDate.subarray(0, count),
    price: all.price.subarray(0, count),
    split: all.split.subarray(0, count),
  };
  const { price, split } = factorsOfBars(bars, known, options);
  const priceThen = factorAt(known.price, count);
  const splitThen = factorAt(known.split, count);
  return { price: price.map((factor) => factor / priceThen), split: split.map((factor) => factor / splitThen) };
}

/**
 * Adjusts the bars of a series for splits, and for dividends if `dividends` is true, with an ex-date up to the last bar. Returns the bars
 * themselves if there are no actions. Throws the same errors as `adjust`.
 */
export function adjustToLastBar(
  { bars, actions = [], calendar: declared, zone, priceBasis, reference }: Series,
  { dividends }: { readonly dividends: boolean },
): Bars {
  if (actions.length === 0 || bars.length === 0) return bars;
  const calendar = seriesCalendar({ bars, calendar: declared, zone });
  const days = lastSessionDates(barSessions(bars, calendar));
  return adjust(bars, actions, days.at(-1)!, { calendar, basis: priceBasis, dividends, reference });
}
