import type { Column } from "../primitives/column.ts";

/** Closed trades in order of exit, one value a trade in every column. */
export interface TradeColumns {
  readonly length: number;
  /** Profit after commissions, in account currency. */
  readonly pnl: Column;
  /** Profit over the value at entry, a fraction. */
  readonly return: Column;
  /** Commissions of entry and exit. */
  readonly commission: Column;
  /** Epoch milliseconds. */
  readonly entryTime: Column;
  readonly exitTime: Column;
  /** Milliseconds from entry to exit, of bars of a day or longer by clocks of the exchange; the difference of the instants where it is left out. */
  readonly duration?: Column;
  /** Bars from entry to exit. */
  readonly bars: Column;
  readonly quantity: Column;
  /** Value at entry without commission, in account currency. */
  readonly entryValue?: Column;
  /** Bars of entry and exit, counted from the instrument's first. */
  readonly entryBar?: Column;
  readonly exitBar?: Column;
  /**
   * Worst and best unrealised move while open, fractions of the entry price: mae <= 0 <= mfe. They are what bars can tell: a bar's extremes
   * count for the bars between entry and exit, and for that of an entry by a market order at its open. Of another entry's bar the close counts, of the bar of an
   * exit inside it the open, since nobody knows on which side of a fill inside a bar its extremes lay.
   */
  readonly mae?: Column;
  readonly mfe?: Column;
}

/** Fills that made a position smaller, in order of time, one value a fill in every column. */
export interface ClosingColumns {
  /** Profit over the mean price at which the position was entered, before commissions, in account currency. */
  readonly profit: Column;
  /** Commission of the fill. */
  readonly commission: Column;
}

/** Worth of what was held at the close of each session, in account currency; both at least 0. */
export interface PositionValues {
  readonly long: Column;
  readonly short: Column;
}

/** How many backtests a run was chosen from, and the variance of their Sharpe ratios per session (not annual). */
export interface Trials {
  readonly count: number;
  readonly variance: number;
}

/** What few metrics need: read when one of them asks, so that whoever makes it may do so then. */
export interface RareFacts {
  /** Date of the session of each record, in milliseconds of its midnight in UTC. */
  readonly date?: Column;
  /** Last date of each session, in milliseconds of its midnight in UTC. */
  readonly sessionDates?: Column;
  /** Return of each session, where somebody has them already. */
  readonly returns?: Column;
  /** Asked for by the metrics of exposure alone. */
  readonly positionValues?: PositionValues;
  /** Asked for by metrics that other engines compute from them. */
  readonly closings?: ClosingColumns | undefined;
  /** Profit after commissions of each position from flat to flat, in order of their ends, in account currency. */
  readonly roundTrips?: Column | undefined;
  /** Records before every indicator of the strategy had a value. */
  readonly warmupRecords?: number;
}

/** Everything that metrics are computed from. */
export interface PerformanceFacts extends RareFacts {
  /** Start of the first traded bar and end of the last, epoch milliseconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** Cash at the start. */
  readonly startEquity: number;
  /** Every record of equity in order: each moment at which a bar or a session closed. */
  readonly time: Column;
  readonly equity: Column;
  /** Indices of the records at which a session closed, rising. */
  readonly sessions: Int32Array;
  /** The same money bought at the first open and held, at the same records. */
  readonly buyAndHold: Column;
  /** Records with any position. */
  readonly recordsInMarket: number;
  /** All commission of the run, of positions still open too. */
  readonly commissionPaid: number;
  readonly trades: TradeColumns;
  /** Sessions in a year. */
  readonly periodsPerYear: number;
  /** Annual, a fraction; a session's share of it is the rate over the sessions in a year. */
  readonly riskFreeRate: number;
  /** Return per session below which a return counts as downside. */
  readonly minimumReturn: number;
  /** Worth of the starting cash in what the account is measured against, at the same records; buy and hold where there is none. */
  readonly benchmark?: Column;
  /** What slippage cost in all, in account currency. */
  readonly slippagePaid?: number;
  /** Value of all fills, bought and sold, in account currency. */
  readonly tradedValue?: number;
  /** Decimals to which money is booked; missing where it is not rounded. */
  readonly moneyDecimals?: number | undefined;
  /** Length of a bar in milliseconds. */
  readonly intervalMs?: number | undefined;
  /** Bars last a day or longer, so that drawdowns last whole days. */
  readonly daily?: boolean | undefined;
  readonly trials?: Trials;
}
