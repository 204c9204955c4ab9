import type { Column } from "../primitives/column.ts";

/** Closed trades in order of exit, one value per trade in every column. */
export interface TradeColumns {
  readonly length: number;
  /** Profit after commissions, in account currency. */
  readonly pnl: Column;
  /** Profit divided by the value at entry, a fraction. */
  readonly return: Column;
  /** Commissions of entry and exit. */
  readonly commission: Column;
  /** Times of entry and exit, epoch milliseconds. */
  readonly entryTime: Column;
  readonly exitTime: Column;
  /** Milliseconds from entry to exit. For bars of a day or longer they use local time of the exchange. Default: `exitTime` − `entryTime`. */
  readonly duration?: Column;
  /** Bars from entry to exit. */
  readonly bars: Column;
  readonly quantity: Column;
  /** Value at entry without commission, in account currency. */
  readonly entryValue?: Column;
  /** Indexes of the entry and exit bars, counted from the instrument's first bar. */
  readonly entryBar?: Column;
  readonly exitBar?: Column;
  /**
   * Worst and best unrealized move while open, as fractions of the entry price: mae <= 0 <= mfe. Highs and lows count for the bars between
   * entry and exit, and for the entry bar after a fill at its open. Otherwise only the close of the entry bar counts, since its high and
   * low may precede the entry. Of the exit bar, only the open and the exit price count.
   */
  readonly mae?: Column;
  readonly mfe?: Column;
}

/** Fills that reduced a position, in order of time, one value per fill in every column. */
export interface ClosingColumns {
  /** Profit relative to the mean entry price, before commissions, in account currency. */
  readonly profit: Column;
  /** Commission of the fill. */
  readonly commission: Column;
}

/** Values of the positions held at each session close, in account currency; both at least 0. */
export interface PositionValues {
  readonly long: Column;
  readonly short: Column;
}

/** Number of backtests that a run was selected from, and the variance of their Sharpe ratios per session (not annual). */
export interface Trials {
  readonly count: number;
  readonly variance: number;
}

/** Facts that only few metrics need. Each is read on first use, so that a getter can compute it when it is needed. */
export interface RareFacts {
  /** Date of the session of each record, as epoch milliseconds of its midnight in UTC. */
  readonly date?: Column;
  /** Last date of each session, as epoch milliseconds of its midnight in UTC. */
  readonly sessionDates?: Column;
  /** Return of each session, if already computed. */
  readonly returns?: Column;
  /** Values of the positions at each session close. Needed only by gross and net exposure. */
  readonly positionValues?: PositionValues;
  /** Fills that reduced a position. Needed only by presets of other engines. */
  readonly closings?: ClosingColumns | undefined;
  /** Profit of each position from flat to flat, after commissions, in account currency, in order of their ends. */
  readonly roundTrips?: Column | undefined;
  /** Number of records until all indicators of the strategy have values. */
  readonly warmupRecords?: number;
}

/** The facts of a run from which metrics are computed. */
export interface PerformanceFacts extends RareFacts {
  /** Start of the first bar of the run and end of its last bar, in epoch milliseconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** Cash at the start. */
  readonly startEquity: number;
  /** Times of the records of equity, in order. There is a record whenever a bar or a session closes. */
  readonly time: Column;
  readonly equity: Column;
  /** Indexes of the records at which a session closed, increasing. */
  readonly sessions: Int32Array;
  /** Value of buy and hold at each record: the starting cash invested at the first open and held. */
  readonly buyAndHold: Column;
  /** Number of records with any position. */
  readonly recordsInMarket: number;
  /** All commissions of the run, including those of positions still open. */
  readonly commissionPaid: number;
  readonly trades: TradeColumns;
  /** Sessions in a year. */
  readonly periodsPerYear: number;
  /** Annual risk-free rate, a fraction. The rate of a session is the annual rate divided by the sessions in a year. */
  readonly riskFreeRate: number;
  /** Return per session below which a return counts as downside. */
  readonly minimumReturn: number;
  /** Value of the starting cash invested in the benchmark, at each record. Default: `buyAndHold`. */
  readonly benchmark?: Column;
  /** Total cost of slippage, in account currency. */
  readonly slippagePaid?: number;
  /** Total value of all fills, in account currency. */
  readonly tradedValue?: number;
  /** Decimals of the account currency to which money is rounded; undefined if it is not rounded. */
  readonly moneyDecimals?: number | undefined;
  /** Length of a bar in milliseconds. */
  readonly intervalMs?: number | undefined;
  /** Whether bars last a day or longer, so that durations of drawdowns are whole days. */
  readonly daily?: boolean | undefined;
  readonly trials?: Trials;
}
