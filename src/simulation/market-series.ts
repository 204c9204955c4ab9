import type { CorporateAction } from "../market/corporate-action.ts";
import type { Bars } from "../market/bars.ts";
import type { Instrument } from "../market/instrument.ts";
import type { Series, SeriesQuotes } from "../market/market-data.ts";
import type { Calendar } from "../time/calendar.ts";
import type { Schedule } from "../market/schedule.ts";
import type { CurrencyRate } from "./currency-rates.ts";
import type { DueAction } from "./corporate-actions.ts";

/** The part of a series that a simulation sees: warm-up bars, then from `first` on the bars that are traded. */
export interface MarketSeries {
  readonly instrument: Instrument;
  readonly bars: Bars;
  /** Its exchange's calendar, where one is declared. */
  readonly calendar: Calendar | undefined;
  /** Without a calendar, the zone whose days are the sessions of its intraday bars. */
  readonly zone?: string | undefined;
  readonly schedule: Schedule;
  /** Bars of a finer interval, for models that look inside bars. */
  readonly finer: Bars | undefined;
  /** Bids and asks at the ends of its bars, where orders meet those alone. */
  readonly quotes?: SeriesQuotes | undefined;
  /** Units of account currency for one of its own; undefined where both are the same. */
  readonly rate: CurrencyRate | undefined;
  /** Splits and dividends that fall into the bars, in order. */
  readonly actions: readonly DueAction[];
  /** The end of its listing, where that is declared. */
  readonly delisting?: CorporateAction | undefined;
  /** Index of the first bar that is traded: it starts at or after the start of the range. */
  readonly first: number;
  /** Index of the first bar that closes after that start: the one before `first` when that is still forming then. */
  readonly begin: number;
}

/** A series as it was cut out of a recording. */
export interface CutSeries extends MarketSeries {
  /** All of it, in the hours that take part. */
  readonly recorded: Series;
  /** Index of the first of `bars` among the recorded ones. */
  readonly from: number;
}

/** The name of the calendar that a series trades by. Without one it is the sessions of the bars alone that tell symbols apart. */
export function calendarName({ calendar, zone = "UTC", schedule }: MarketSeries): string {
  return calendar?.name ?? (schedule.sessionIsBar ? "bars" : `days of ${zone}`);
}
