import type { OrderEvent, OrderRecord } from "../broker/order-record.ts";
import type { Entry, Fill, Trade } from "../ledger/records.ts";
import type { Performance } from "../metrics/performance.ts";
import type { Summary } from "../metrics/summary.ts";
import type { Bars } from "../market/bars.ts";
import type { PriceBasis } from "../market/corporate-action.ts";
import type { Instrument } from "../market/instrument.ts";
import type { Column } from "../primitives/column.ts";
import type { EquityCurve } from "../simulation/equity-table.ts";
import type { Band } from "./band.ts";
import type { RunSettings } from "./run-settings.ts";
import type { IndicatorValues } from "./trade-indicators.ts";

/** The bars of one symbol that a run read. Indices of fills and trades refer to them. */
export interface RunBars {
  /** The symbol with its currency, lot, tick and multiplier. */
  readonly instrument: Instrument;
  /** Whether prices are as traded (`raw`), or adjusted for later splits or also dividends. */
  readonly priceBasis: PriceBasis;
  /** Columns `time`, `open`, `high`, `low`, `close` and `volume`: warm-up bars, then traded bars. */
  readonly bars: Bars;
  /** Index of the first traded bar. */
  readonly first: number;
  /** Session date of each bar, as milliseconds of its midnight in UTC. A bar of a week or longer has the date on which it begins. */
  readonly date: Column;
}

/** A fill with its date. Includes all members of `Fill`. */
export interface RunFill extends Fill {
  /** Session date, `YYYY-MM-DD`. A fill in a bar of a week or longer has the date on which the bar begins. */
  readonly date: string;
}

/** Counts of a run. */
export interface RunCounts {
  /** Bars traded, over all symbols. */
  readonly bars: number;
  /** Sessions closed. */
  readonly sessions: number;
  /** Orders submitted. */
  readonly orders: number;
  /** Fills. */
  readonly fills: number;
  /** Closed trades. Entries are matched first in, first out. */
  readonly trades: number;
  /** Open trades at the end, one for each entry that is partly held. */
  readonly openTrades: number;
  /** Orders rejected. */
  readonly rejected: number;
  /** Orders canceled. */
  readonly canceled: number;
  /** Orders expired. */
  readonly expired: number;
  /** Fills whose order within the bar is unknown. */
  readonly ambiguous: number;
  /** Orders cut to the available cash at the fill. */
  readonly insufficientFunds: number;
  /** Orders by which the broker liquidated positions. */
  readonly marginCalls: number;
}

/** Values of one indicator for one symbol. */
export interface IndicatorColumn {
  /** Symbol. */
  readonly symbol: string;
  /** Name in the strategy; `bands.upper` for one of several outputs. */
  readonly name: string;
  /** Indicator and parameters as text. */
  readonly key: string;
  /** One value for each bar of the symbol in `result.series`. */
  readonly values: Column;
}

/** A trade with dates, bars and indicator values. Includes all members of `Trade`. */
export interface RunTrade extends Trade {
  /** Session date of the entry, `YYYY-MM-DD`. */
  readonly entryDate: string;
  /** Session date of the exit, `YYYY-MM-DD`. */
  readonly exitDate: string;
  /** Index of the entry bar in `result.series`. */
  readonly entryBar: number;
  /** Index of the exit bar in `result.series`. */
  readonly exitBar: number;
  /** Indicator values by name, at the last bar closed before the entry filled. */
  readonly indicatorsAtEntry: IndicatorValues;
  /** Indicator values by name, at the last bar closed before the exit filled. */
  readonly indicatorsAtExit: IndicatorValues;
}

/** The result of a run. Everything in it is frozen. Missing numbers are NaN here and null in JSON. */
export interface RunResult {
  /** Version of the engine that made the result. */
  readonly engineVersion: string;
  /** Name of the strategy. */
  readonly strategy: string;
  /** Parameters of the run. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Symbols, sorted. */
  readonly symbols: readonly string[];
  /** Interval of the bars, such as `1d`. */
  readonly interval: string;
  /** Start of the first traded bar, epoch milliseconds. */
  readonly from: number;
  /** End of the last traded bar, epoch milliseconds. */
  readonly to: number;
  /** Date of the first traded session, `YYYY-MM-DD`. */
  readonly firstDate: string;
  /** Date of the last traded session, `YYYY-MM-DD`. */
  readonly lastDate: string;
  /** Every setting of the run, including defaults. */
  readonly settings: RunSettings;
  /** Decimals of money in the account's currency. */
  readonly currencyDecimals: number;
  /**
   * Whether fills at an open used the close of that bar, which is unknown then. Served sessions refuse such settings, except lockstep
   * sessions.
   */
  readonly readsFillBar: boolean;
  /** Metrics by name. Conventions of another engine use that engine's formulas. */
  readonly summary: Summary;
  /** Input of the metrics; pass it to metrics that `summary` leaves out. */
  readonly performance: Performance;
  /** Numbers of bars, sessions, orders, fills and trades. */
  readonly counts: RunCounts;
  /** Equity and cash over time. */
  readonly equity: EquityCurve;
  /** Value of the starting cash invested at the first open and held, one value per record of `equity`. Includes dividends if the run pays them. */
  readonly buyAndHold: Column;
  /** Bars that the run read, one entry per symbol, in the order of `symbols`. */
  readonly series: readonly RunBars[];
  /** Fills, in order. */
  readonly fills: readonly RunFill[];
  /** Closed trades in the order of their exits, then open trades at the last price. Metrics count closed trades only. */
  readonly trades: readonly RunTrade[];
  /** Orders in their final state, in order of submission. */
  readonly orders: readonly OrderRecord[];
  /** Order events, in order. */
  readonly orderEvents: readonly OrderEvent[];
  /** Ledger entries, in order. Their sum is the final account. */
  readonly entries: readonly Entry[];
  /** Columns of the strategy's indicators, for each symbol. */
  readonly indicators: readonly IndicatorColumn[];
  /** Messages of `log`, each with its time in epoch milliseconds. */
  readonly log: readonly { readonly time: number; readonly message: string }[];
  /** Pessimistic and optimistic result of a run with `intrabar: "band"`; undefined otherwise. */
  readonly band: Band | undefined;
  /** Reasons to doubt the result, as sentences. */
  readonly warnings: readonly string[];
  /** Notes on the data, as sentences. */
  readonly notes: readonly string[];
  /** SHA-256 of data, settings, strategy source, parameters and engine version. */
  readonly fingerprint: string;
  /** SHA-256 of the fills. Equal hashes mean identical fills. */
  readonly fillHash: string;
}
