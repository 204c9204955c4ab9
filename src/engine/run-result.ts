import type { OrderEvent, OrderRecord } from "../broker/order-record.ts";
import type { Entry, Fill, Trade } from "../ledger/records.ts";
import type { Performance } from "../metrics/performance.ts";
import type { Bars } from "../market/bars.ts";
import type { Instrument } from "../market/instrument.ts";
import type { Column } from "../primitives/column.ts";
import type { EquityCurve } from "../simulation/equity-table.ts";
import type { Band } from "./band.ts";
import type { RunSettings } from "./run-settings.ts";
import type { IndicatorValues } from "./trade-indicators.ts";

/** The bars of one symbol that a run read: one list for its fills, its indicators and its chart. */
export interface RunBars {
  readonly instrument: Instrument;
  /** Bars before the run's range that indicators saw, then from `first` on the bars that were traded. */
  readonly bars: Bars;
  readonly first: number;
  /** Date of each bar's session, in milliseconds of its midnight in UTC; of a week or longer the date on which the bar begins. */
  readonly date: Column;
}

/** An execution of a run, with the bar and the date to which it belongs. */
export interface RunFill extends Fill {
  /**
   * Date of the session in which it happened, `YYYY-MM-DD`; of a week or longer the date on which the bar begins. What fills inside a bar has
   * the bar's end for its `time`, which is the midnight after the date for many bars of a day. After the last bar of its symbol, the date of the run.
   */
  readonly date: string;
}

/** How much of everything there was. */
export interface RunCounts {
  readonly bars: number;
  readonly sessions: number;
  readonly orders: number;
  readonly fills: number;
  /** Closed trades, each entry matched first in first out. */
  readonly trades: number;
  /** Trades still open at the end, one for each entry of which something is still held. */
  readonly openTrades: number;
  readonly rejected: number;
  readonly canceled: number;
  readonly expired: number;
  /** Fills of which bar data cannot tell whether they came first. */
  readonly ambiguous: number;
  /** Fills cut short for want of cash. */
  readonly insufficientFunds: number;
  /** Orders by which the broker liquidated positions for want of margin. */
  readonly marginCalls: number;
}

/** An output of the strategy's indicator graph over the bars of one symbol. */
export interface IndicatorColumn {
  readonly symbol: string;
  /** Name in the strategy; `bands.upper` for an output of several. */
  readonly name: string;
  /** Key of the node: which indicator with which parameters. */
  readonly key: string;
  /** One value for each bar of its symbol in the result's `series`. */
  readonly values: Column;
}

/** A round trip of a run, with what the strategy's indicators said when it was entered and left. */
export interface RunTrade extends Trade {
  /** Dates of the sessions of entry and exit, `YYYY-MM-DD`; of a week or longer the dates on which the bars begin. */
  readonly entryDate: string;
  readonly exitDate: string;
  /** Indices of the bars of entry and exit among those of its symbol in the result's `series`. */
  readonly entryBar: number;
  readonly exitBar: number;
  /** By name, on the last bar that had closed when it filled; empty for a strategy without indicators. */
  readonly indicatorsAtEntry: IndicatorValues;
  readonly indicatorsAtExit: IndicatorValues;
}

/** What a run leaves: frozen, complete, and independent of when it is read. Missing numbers are NaN here and null in JSON. */
export interface RunResult {
  readonly engineVersion: string;
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** In sorted order. */
  readonly symbols: readonly string[];
  readonly interval: string;
  /** Start of the first traded bar and end of the last, epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Dates of the first traded session and of the last, `YYYY-MM-DD`; of a week or longer the dates on which those bars begin. */
  readonly firstDate: string;
  readonly lastDate: string;
  readonly settings: RunSettings;
  /** Decimals of money in the account's currency. */
  readonly currencyDecimals: number;
  /** Fills at the open of a bar were sized and covered by its close, which nobody knows then: such a run cannot be served. */
  readonly readsFillBar: boolean;
  /**
   * Metrics by name: those that every run computes. The others come from `performance`. Under the conventions of another engine those that it
   * has are by its formulas.
   */
  readonly summary: Readonly<Record<string, number>>;
  /** What metrics are computed from, those too that the summary leaves out. */
  readonly performance: Performance;
  readonly counts: RunCounts;
  readonly equity: EquityCurve;
  /**
   * The same money bought at the first open and held, with the dividends that the run is paid too, at the same moments. What is delisted or expires is
   * settled as in the account.
   */
  readonly buyAndHold: Column;
  /** The bars that the run read, one entry a symbol, in the order of `symbols`. */
  readonly series: readonly RunBars[];
  readonly fills: readonly RunFill[];
  /**
   * Closed trades in the order of their exits, then those still open at the end, `open: true`, as they stand at the last price. The summary, and every
   * metric of trades, counts closed ones alone: `trades.length` is `counts.trades + counts.openTrades`.
   */
  readonly trades: readonly RunTrade[];
  readonly orders: readonly OrderRecord[];
  readonly orderEvents: readonly OrderEvent[];
  readonly entries: readonly Entry[];
  readonly indicators: readonly IndicatorColumn[];
  /** What the strategy logged. */
  readonly log: readonly { readonly time: number; readonly message: string }[];
  /** Both ends of what a run with `intrabar: "band"` may have come to; undefined for others. */
  readonly band: Band | undefined;
  /** What a reader must know before he believes the numbers. */
  readonly warnings: readonly string[];
  /** Where the data come from. */
  readonly notes: readonly string[];
  /** SHA-256 over data, settings, strategy source, params and engine version. */
  readonly fingerprint: string;
  /** SHA-256 over the fills in order. */
  readonly fillHash: string;
}
