import type { RecordedInstrument } from "../../../market/recorded-market.ts";
import type { Activity } from "../activity.ts";

/** What an instrument of the synthetic market is, and how its price moves. */
export interface InstrumentModel {
  readonly instrument: RecordedInstrument;
  /** The date of its first session, `YYYY-MM-DD`, where it was not always there. */
  readonly listed?: string;
  /** A round number that nobody takes for a real price. */
  readonly startPrice: number;
  /** The market that it moves with. */
  readonly factor: string;
  /** Deviation of a session's return by that market, and by itself; fractions. */
  readonly shared: number;
  readonly own: number;
  /** Mean return of a session, a fraction. */
  readonly drift: number;
  /** Share of a session's variance that comes while the market is closed. */
  readonly nightShare: number;
  /** Steps in which sessions are walked, minutes: those of its finest bars. */
  readonly stepMinutes: 1 | 60;
  readonly activity: Activity;
  /** Units traded in a usual hour, before splits; 0 where nobody counts. */
  readonly hourlyVolume: number;
  readonly splits?: readonly SplitModel[];
  readonly dividend?: DividendModel;
  readonly company?: CompanyModel;
  readonly supply?: SupplyModel;
  readonly spread?: SpreadModel;
  readonly options?: OptionsModel;
  /** A later name, and the date since which it is known. */
  readonly renamed?: { readonly date: string; readonly name: string };
}

export interface SplitModel {
  /** `YYYY-MM-DD`; a date without a session means the next that has one. */
  readonly date: string;
  /** Units after for one before. */
  readonly ratio: number;
}

/** Cash four times a year. */
export interface DividendModel {
  /** Of the start price, a year, a fraction; and the simple growth of the cash a year. */
  readonly yield: number;
  readonly growth: number;
  /** The first of its months (1, 2 or 3), and the day on or after which it is paid. */
  readonly month: number;
  readonly day: number;
}

export interface CompanyModel {
  readonly shares: number;
  /** Earnings of one share over a year, at the start; and their simple growth a year. */
  readonly earnings: number;
  readonly growth: number;
  /** Share of its shares that it buys back a year; below 0 for new ones. */
  readonly buyback: number;
  /** Day of January, April, July and October on or after which it reports. */
  readonly reportDay: number;
}

export interface SupplyModel {
  readonly circulating: number;
  readonly total: number;
  /** Units that are added to the circulation in a year. */
  readonly added: number;
}

/** Between bid and ask, in ticks, at the best hour. */
export interface SpreadModel {
  readonly ticks: number;
}

export interface OptionsModel {
  /** Volatility of options at the money that expire in years, a fraction; what lasts when today's storm has passed. */
  readonly longVolatility: number;
  /** Contracts traded in a day at the money of the nearest expiration. */
  readonly volume: number;
  /** Greeks are recorded; else they are left to be computed. */
  readonly greeks: boolean;
}
