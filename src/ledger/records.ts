/** Which way an order or fill trades. */
export type Side = "buy" | "sell";

/** Which way a position stands. */
export type Direction = "long" | "short" | "flat";

/** Where in its bar a fill happened: at the open, at another price of it, at the close. */
export const FILL_ATS = ["open", "bar", "close"] as const;
export type FillAt = (typeof FILL_ATS)[number];

/** One execution at one price. */
export interface Fill {
  /** Counts from 1 in fill order. */
  readonly id: number;
  readonly orderId: number;
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: number;
  readonly price: number;
  readonly commission: number;
  /** What slippage cost per unit, in price; never negative. */
  readonly slippage: number;
  /** Epoch milliseconds of the event that filled it: a bar's open, or its close for what traded inside. */
  readonly time: number;
  /** Bar data cannot tell whether another order of the same bar came first. */
  readonly ambiguous: boolean;
  /** Index of its bar among those of its symbol, in a result those of its `series`. */
  readonly bar: number;
  readonly at: FillAt;
  /** Number of the sentence that explains it, which `result.explain` spells out. */
  readonly note: number;
}

/** A round trip, entry to exit, matched first in, first out. An open one has its mark for an exit. */
export interface Trade {
  readonly symbol: string;
  readonly direction: "long" | "short";
  readonly quantity: number;
  readonly entryTime: number;
  readonly entryPrice: number;
  readonly exitTime: number;
  readonly exitPrice: number;
  /** Profit after commissions, in account currency. */
  readonly pnl: number;
  /** Profit over the value at entry, a fraction. */
  readonly return: number;
  /** Commissions of entry and exit that belong to this quantity. */
  readonly commission: number;
  /** Worst and best unrealised move while open, as fractions of the entry price: mae ≤ 0 ≤ mfe. */
  readonly mae: number;
  readonly mfe: number;
  /** Bars from entry to exit; an exit in the entry's own bar counts 0. */
  readonly bars: number;
  /** Still held at the end: its exit and profit are those of the last price, and metrics of trades leave it out. */
  readonly open: boolean;
  readonly tag: string;
}

/** Everything that moves money or quantity. */
export type EntryKind =
  | "deposit"
  | "fill"
  | "commission"
  | "interest"
  | "borrow"
  | "split"
  | "cash_in_lieu"
  | "dividend"
  | "settlement"
  | "conversion";

/** What money was changed: so much of a currency, at the close of a bar of a pair. A purchase pays it, so that it is negative. */
export interface Converted {
  readonly currency: string;
  readonly amount: number;
  /** The recorded pair, and when the bar closed whose close is the rate. */
  readonly pair: string;
  readonly rateTime: number;
}

/** One movement of the ledger, in order; replaying them rebuilds positions and cash. */
export interface Entry {
  readonly sequence: number;
  readonly time: number;
  readonly kind: EntryKind;
  /** Empty for what belongs to no instrument. */
  readonly symbol: string;
  /** Change of the position. */
  readonly quantity: number;
  readonly price: number;
  /** Change of cash. */
  readonly amount: number;
  readonly orderId: number;
  /** Of a conversion alone. */
  readonly converted?: Converted;
}
