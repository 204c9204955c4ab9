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

/** Bars of one symbol that a run read. Indexes in fills and trades refer to them. */
export interface RunBars {
  /** Instrument of the symbol, with its currency, lot, tick and multiplier. */
  readonly instrument: Instrument;
  /** Adjustment of the prices: `raw` for prices as traded, otherwise the later events for which they are adjusted, such as splits. */
  readonly priceBasis: PriceBasis;
  /** Columns `time`, `open`, `high`, `low`, `close` and `volume` of the warm-up bars, followed by the bars in which the strategy could trade. */
  readonly bars: Bars;
  /** Index of the first bar after warm-up, the first in which the strategy could trade. */
  readonly first: number;
  /** Session date of each bar, as milliseconds of its midnight in UTC. A bar of a week or longer has the date on which it begins. */
  readonly date: Column;
}

/** Fill with its session date. Includes all members of `Fill`. */
export interface RunFill extends Fill {
  /** Session date of the fill, `YYYY-MM-DD`. In a bar of a week or longer it is the date on which the bar begins. */
  readonly date: string;
}

/** Numbers of bars, sessions, orders, fills and trades of a run. */
export interface RunCounts {
  /** Number of bars after warm-up, over all symbols. */
  readonly bars: number;
  /** Number of trading sessions that closed during the run. */
  readonly sessions: number;
  /** Number of orders submitted. */
  readonly orders: number;
  /** Number of fills. */
  readonly fills: number;
  /** Number of closed trades. Entries and exits are matched first in, first out. */
  readonly trades: number;
  /** Number of trades that are open at the end: one for each entry fill of which units are still held. */
  readonly openTrades: number;
  /** Number of rejected orders. */
  readonly rejected: number;
  /** Number of canceled orders. */
  readonly canceled: number;
  /** Number of expired orders. */
  readonly expired: number;
  /** Number of fills for which the bars do not show whether another order of the same bar filled first. */
  readonly ambiguous: number;
  /** Number of orders that filled only in part because cash did not pay for the rest. */
  readonly insufficientFunds: number;
  /** Number of orders with which the broker liquidated positions because equity was below the maintenance margin. */
  readonly marginCalls: number;
}

/** Values of one indicator for one symbol. */
export interface IndicatorColumn {
  /** Symbol for which the indicator was computed. */
  readonly symbol: string;
  /** Name of the indicator in the strategy, such as `bands.upper` for one of several outputs. */
  readonly name: string;
  /** Indicator and its parameters, as text. */
  readonly key: string;
  /** Values of the indicator, one for each bar of the symbol in `result.series`. */
  readonly values: Column;
}

/** Trade with dates, bars and indicator values. Includes all members of `Trade`. */
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

/** Result of a run. Everything in it is frozen. Missing numbers are NaN, and null in JSON. */
export interface RunResult {
  /** Version of the engine with which the result was computed. */
  readonly engineVersion: string;
  /** Name of the strategy. */
  readonly strategy: string;
  /** Parameters of the strategy in this run. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Symbols that the run could trade, sorted. */
  readonly symbols: readonly string[];
  /** Interval of the bars, such as `1d`. */
  readonly interval: string;
  /** Start of the first bar after warm-up, the first in which the strategy could trade, in epoch milliseconds. */
  readonly from: number;
  /** End of the last bar of the run, in epoch milliseconds. */
  readonly to: number;
  /** Date of the first session after warm-up, `YYYY-MM-DD`. */
  readonly firstDate: string;
  /** Date of the last session of the run, `YYYY-MM-DD`. */
  readonly lastDate: string;
  /** Every setting of the run, including defaults. */
  readonly settings: RunSettings;
  /** Number of decimals of money in the account's currency. */
  readonly currencyDecimals: number;
  /**
   * Whether fills at an open used the close of the same bar, which is unknown at that time. Served sessions refuse such
   * settings, except lockstep sessions.
   */
  readonly readsFillBar: boolean;
  /** Metrics by name. With the conventions of another engine, that engine's formulas are used. */
  readonly summary: Summary;
  /** Input of the metrics. Pass it to metrics that `summary` leaves out. */
  readonly performance: Performance;
  /** Numbers of bars, sessions, orders, fills and trades. */
  readonly counts: RunCounts;
  /** Equity and cash over time, with one record per moment. */
  readonly equity: EquityCurve;
  /**
   * Value of buy and hold at each record of `equity`: the starting cash, invested at the first open and held. Includes
   * dividends if the run pays them.
   */
  readonly buyAndHold: Column;
  /** Bars that the run read: one item for each symbol, in the order of `symbols`, followed by symbols with the role `data`. */
  readonly series: readonly RunBars[];
  /** Fills of all orders, in sequence. */
  readonly fills: readonly RunFill[];
  /**
   * Closed trades in the sequence of their exits, then open trades at the last price. Metrics count closed trades only.
   */
  readonly trades: readonly RunTrade[];
  /** Orders in their final state, in the sequence of submission. */
  readonly orders: readonly OrderRecord[];
  /** Events of all orders, in sequence. */
  readonly orderEvents: readonly OrderEvent[];
  /** Ledger entries, in sequence: every change of cash and positions. Their sums are the final cash and positions. */
  readonly entries: readonly Entry[];
  /** Columns of the strategy's indicators for each symbol, and own columns that its hooks read. */
  readonly indicators: readonly IndicatorColumn[];
  /** Messages that the strategy logged, each with its time in epoch milliseconds. */
  readonly log: readonly { readonly time: number; readonly message: string }[];
  /** Pessimistic and optimistic result of a run with `intrabar: "band"`, otherwise undefined. */
  readonly band: Band | undefined;
  /** Sentences that say why the result may be unreliable. */
  readonly warnings: readonly string[];
  /** Sentences about the data, such as how they were adjusted. */
  readonly notes: readonly string[];
  /** SHA-256 of data, settings, strategy source, parameters and engine version. Equal fingerprints mean equal runs. */
  readonly fingerprint: string;
  /** SHA-256 of the fills. Equal hashes mean identical fills. */
  readonly fillHash: string;
}
