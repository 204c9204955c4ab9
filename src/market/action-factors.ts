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
import { calendarOf } from "./every-day.ts";

/** How the actions of an instrument become factors. */
export interface FactorOptions {
  /** The calendar of its exchange; without one each day of the zone is a session. */
  readonly calendar?: Calendar | undefined;
  /** IANA zone of the ex-dates where no calendar is given; by default that of bars of a day or longer, as their starts tell it, and UTC for others. */
  readonly zone?: string | undefined;
  /** Whether dividends count besides splits. */
  readonly dividends?: boolean | undefined;
  /** What the prices are stated in; what is already in them counts as 1. `raw` by default. */
  readonly basis?: PriceBasis | undefined;
  /**
   * The bars from whose closes dividends are measured and whose first session is where factors begin at 1: the daily bars of the
   * instrument, so that its bars of all intervals have one factor on one date. The bars themselves by default.
   */
  readonly reference?: Bars | undefined;
}

/** What factors take out of the prices that graphs read, by the name that settings give it. One row a way. */
export const graphPrices = { splits: { dividends: false }, "splits-and-dividends": { dividends: true } } as const;

export const FACTOR_OPTIONS: OptionNames<FactorOptions> = {
  calendar: true,
  zone: true,
  dividends: true,
  basis: true,
  reference: true,
};

/**
 * Cumulative factors of an instrument, one row for each ex-date: what a price from that date on is multiplied by to stand in units of
 * the first recorded session. They only go on; a later action changes no earlier row.
 */
export interface ActionFactors {
  /** In days since 1970-01-01, rising. */
  readonly exDate: Column;
  /** Of splits and, where they count, dividends. */
  readonly price: Column;
  /** Of splits alone: volumes are divided by it. */
  readonly split: Column;
}

/**
 * The cumulative factors of the actions of one instrument, in any order.
 *
 * A split multiplies by its ratio. A dividend divides by 1 − cash ÷ the close of the last regular bar before its ex-date, as traded;
 * dividends of one ex-date are added up first. Cash is in the currency of the prices. Actions on or before the first session are in all
 * prices alike and left out. Of prices that are adjusted for splits, closes are first restated as traded, for which the list must hold
 * every split that is in them.
 *
 * Throws RECORDING_INVALID for an action without one of its fields, a ratio not above 0, negative cash, or a dividend not below that close.
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
  const places = barSessions(reference, calendarOf(reference, options));
  const days = lastDays(places);
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
      const at = lastRegularBefore(days, places, exDate);
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

/** Of each bar, the date of its last session, in days since 1970-01-01: a bar is stated in the prices of its end. */
export function lastDays({ sessions, last }: BarSessions): Column {
  return Float64Array.from(last, (place) => sessions.date[place]!);
}

/** A cumulative factor at a place among the ex-dates: 1 before the first. */
export function factorAt(cumulative: Column, count: number): number {
  return count === 0 ? 1 : cumulative[count - 1]!;
}

/** How many ex-dates there are up to a day, itself included. */
export function actionsUpTo({ exDate }: ActionFactors, day: number): number {
  let count = 0;
  while (count < exDate.length && exDate[count]! <= day) count++;
  return count;
}

function lastRegularBefore(days: Column, { extended }: BarSessions, exDate: number): number {
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

/** By what a price that is adjusted for splits is multiplied to be as it was traded on a day. */
function splitsAfter(actions: readonly CorporateAction[], day: number): number {
  return actions.reduce((product, { kind, exDate, ratio }) => {
    return kind === "split" && exDate > day ? product * ratio : product;
  }, 1);
}

function dividendTooLarge({ symbol, exDate }: CorporateAction, cash: number, close: number): HindcastError {
  return new HindcastError(
    "RECORDING_INVALID",
    `the dividend of ${symbol} on ${formatDate(exDate * DAY_MS)} must be below the close before it, ${close}, was ${cash}`,
    { symbol, exDate, cash, close },
  );
}

/**
 * The bars from which the factors of others are made, if not from these: the daily ones of the instrument, where those reach as far back. Where they begin later,
 * they know nothing of the splits before.
 */
export function factorReference(bars: Bars, days: Bars | undefined, calendar: Calendar | undefined): Bars | undefined {
  if (days === undefined || days === bars || days.length === 0 || bars.length === 0) return undefined;
  return firstDay(days, calendar) <= firstDay(bars, calendar) ? days : undefined;
}

function firstDay(bars: Bars, calendar: Calendar | undefined): number {
  const { sessions, first } = barSessions(bars.slice(0, 2), calendarOf(bars, { calendar }));
  return sessions.date[first[0]!]!;
}
