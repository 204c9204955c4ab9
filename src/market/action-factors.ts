import type { OptionNames } from "../primitives/check-options.ts";
import { parameterError } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import type { Calendar } from "../time/calendar.ts";
import { DAY_MS } from "../time/civil-date.ts";
import { formatDate } from "../time/instant.ts";
import { type BarSessions, barSessions } from "./bar-sessions.ts";
import type { Bars } from "./bars.ts";
import { checkAction, type CorporateAction, type PriceBasis } from "./corporate-action.ts";
import { calendarOrDefault } from "./default-calendar.ts";

/** Options for computing adjustment factors from corporate actions. */
export interface FactorOptions {
  /** Calendar of the exchange. Without one, each day of the zone is a session. */
  readonly calendar?: Calendar | undefined;
  /**
   * IANA time zone of the ex-dates if there is no calendar. Default: for bars of a day or longer, inferred from their starts; for intraday
   * bars, UTC.
   */
  readonly zone?: string | undefined;
  /** Whether the factors include dividends. Default: only splits. */
  readonly dividends?: boolean | undefined;
  /** For which actions the prices are already adjusted; such actions get factor 1. Default: `raw`, for none. */
  readonly basis?: PriceBasis | undefined;
  /**
   * Bars that anchor the factors: all factors are 1 at their first session, and dividends are compared with their closes. Use the daily
   * bars of the instrument, so that its bars of all intervals have the same factor on the same date. Default: the bars themselves.
   */
  readonly reference?: Bars | undefined;
}

/** Options for adjusting the prices of indicator graphs, by value of the setting `graphAdjustments`. */
export const graphAdjustments = { splits: { dividends: false }, "splits-and-dividends": { dividends: true } } as const;

export const FACTOR_OPTIONS: OptionNames<FactorOptions> = {
  calendar: true,
  zone: true,
  dividends: true,
  basis: true,
  reference: true,
};

/**
 * Cumulative factors of an instrument, one row per ex-date. A price from an ex-date on, multiplied by the factor of the row, is in units of
 * the first recorded session. Later actions never change earlier rows.
 */
export interface ActionFactors {
  /** Ex-date of each row, in days since 1970-01-01, increasing. */
  readonly exDate: Column;
  /** Factors for prices, which account for splits and, if included, dividends. */
  readonly price: Column;
  /** Factors for volumes, which account for splits only. Divide volumes by them. */
  readonly split: Column;
}

/**
 * Computes the cumulative factors of the actions of one instrument, which may be in any order.
 *
 * A split multiplies the factor by its ratio. A dividend divides the factor by 1 − cash ÷ close, with the close as traded of the last
 * regular bar before the ex-date. Dividends with one ex-date are summed first. Cash is in the currency of the prices. Actions on or before
 * the first session affect all prices alike and are omitted. Split-adjusted closes are first converted to prices as traded, so `actions`
 * must include every split for which the closes are adjusted.
 *
 * Throws `RECORDING_INVALID` for a missing field, a ratio not above 0, negative cash, or a dividend not below the close before it.
 */
export function actionFactors(
  actions: readonly CorporateAction[],
  bars: Bars,
  options: FactorOptions = {},
): ActionFactors {
  const { basis = "raw", dividends = false, reference = bars } = options;
  if (!BASES.includes(basis)) throw parameterError("basis", `one of ${BASES.join(", ")}`, basis);
  actions.forEach(checkAction);
  if (basis === "fully_adjusted" || actions.length === 0 || reference.length === 0) return NO_FACTORS;
  const places = barSessions(reference, calendarOrDefault(reference, options));
  const days = lastSessionDates(places);
  const counted = actions.filter(({ kind, exDate }) => {
    return exDate > days[0]! && (kind === "split" ? basis === "raw" : kind === "dividend" && dividends);
  });
  const exDates = [...new Set(counted.map(({ exDate }) => exDate))].toSorted((a, b) => a - b);
  const price = new Float64Array(exDates.length);
  const split = new Float64Array(exDates.length);
  let ofSplits = 1;
  let ofDividends = 1;
  for (const [row, exDate] of exDates.entries()) {
    const due = counted.filter((action) => action.exDate === exDate);
    for (const { ratio } of due) ofSplits *= ratio;
    const cash = due.reduce((sum, action) => sum + action.cash, 0);
    if (cash > 0) {
      const at = lastRegularBarBefore(days, places, exDate);
      const traded = reference.close[at]! * (basis === "raw" ? 1 : splitsAfter(actions, days[at]!));
      if (!(cash < traded)) throw dividendTooLarge(due[0]!, cash, traded);
      ofDividends /= 1 - cash / traded;
    }
    split[row] = ofSplits;
    price[row] = ofSplits * ofDividends;
  }
  return { exDate: Float64Array.from(exDates), price, split };
}

const BASES: readonly PriceBasis[] = ["raw", "split_adjusted", "fully_adjusted"];

const NO_FACTORS: ActionFactors = {
  exDate: new Float64Array(0),
  price: new Float64Array(0),
  split: new Float64Array(0),
};

/** Returns the date of each bar's last session, in days since 1970-01-01. A bar's prices are in units of its last session. */
export function lastSessionDates({ sessions, last }: BarSessions): Column {
  return Float64Array.from(last, (place) => sessions.date[place]!);
}

/** Returns the cumulative factor after the first `count` ex-dates; 1 if `count` is 0. */
export function factorAt(cumulative: Column, count: number): number {
  return count === 0 ? 1 : cumulative[count - 1]!;
}

/** Counts the ex-dates up to and including a day. */
export function countExDatesUpTo({ exDate }: ActionFactors, day: number): number {
  let count = 0;
  while (count < exDate.length && exDate[count]! <= day) count++;
  return count;
}

function lastRegularBarBefore(days: Column, { extended }: BarSessions, exDate: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (days[middle]! < exDate) low = middle + 1;
    else high = middle;
  }
  let at = low - 1;
  if (extended !== undefined) while (at > 0 && extended[at] === 1) at--;
  return at;
}

/** Returns the factor that converts a split-adjusted price to the price as traded on a day. */
function splitsAfter(actions: readonly CorporateAction[], day: number): number {
  return actions.reduce((product, { kind, exDate, ratio }) => {
    return kind === "split" && exDate > day ? product * ratio : product;
  }, 1);
}

function dividendTooLarge({ symbol, exDate }: CorporateAction, cash: number, close: number): HindcastError {
  return new HindcastError(
    "RECORDING_INVALID",
    `the dividend of ${symbol} on ${formatDate(exDate * DAY_MS)} must be below the previous close, ${close}, was ${cash}`,
    { symbol, exDate, cash, close },
  );
}

/**
 * Returns the daily bars of the instrument as the reference for factors of its other bars. Returns undefined if the daily bars begin
 * later, because their factors would omit earlier splits.
 */
export function factorReference(bars: Bars, days: Bars | undefined, calendar: Calendar | undefined): Bars | undefined {
  if (days === undefined || days === bars || days.length === 0 || bars.length === 0) return undefined;
  return firstSessionDate(days, calendar) <= firstSessionDate(bars, calendar) ? days : undefined;
}

function firstSessionDate(bars: Bars, calendar: Calendar | undefined): number {
  const { sessions, first } = barSessions(bars.slice(0, 2), calendarOrDefault(bars, { calendar }));
  return sessions.date[first[0]!]!;
}
