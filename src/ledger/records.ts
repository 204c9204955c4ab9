/** Side of an order or fill. */
export type Side = "buy" | "sell";

/** Direction of a position. */
export type Direction = "long" | "short" | "flat";

/** Part of the bar in which a fill happened: at the open, at another price, or at the close. */
export const FILL_ATS = ["open", "bar", "close"] as const;
export type FillAt = (typeof FILL_ATS)[number];

/** An execution of an order, or of a part of it, at one price. */
export interface Fill {
  /** Number of the fill, from 1 in order. */
  readonly id: number;
  /** Id of the order. */
  readonly orderId: number;
  /** Symbol. */
  readonly symbol: string;
  /** `"buy"` or `"sell"`. */
  readonly side: Side;
  /** Units, above 0. */
  readonly quantity: number;
  /** Price per unit, after slippage. */
  readonly price: number;
  /** Commission, in the account's currency. */
  readonly commission: number;
  /** Slippage per unit, in price; never negative. */
  readonly slippage: number;
  /** Epoch milliseconds: the bar's open for a market order that fills at the open, otherwise its close. */
  readonly time: number;
  /** Whether bars cannot tell if another order of the same bar filled first. */
  readonly ambiguous: boolean;
  /** Index of the bar in `result.series`. */
  readonly bar: number;
  /** Part of the bar: `"open"`, `"bar"` or `"close"`. */
  readonly at: FillAt;
  /** Number of the explanation; `result.explain` returns its sentence. */
  readonly note: number;
}

/** A round trip from entry to exit, matched first in, first out. An open trade ends at the last price. */
export interface Trade {
  /** Symbol. */
  readonly symbol: string;
  /** `"long"` or `"short"`. */
  readonly direction: "long" | "short";
  /** Units, above 0. */
  readonly quantity: number;
  /** Time of the entry, epoch milliseconds. */
  readonly entryTime: number;
  /** Entry price per unit. */
  readonly entryPrice: number;
  /** Time of the exit, epoch milliseconds. */
  readonly exitTime: number;
  /** Exit price per unit. */
  readonly exitPrice: number;
  /** Profit after commissions, in the account's currency. */
  readonly pnl: number;
  /** Profit divided by the value at entry, as a fraction. */
  readonly return: number;
  /** Commissions of entry and exit for this quantity, in the account's currency. */
  readonly commission: number;
  /** Maximum adverse excursion: the worst move while open, as a fraction of the entry price; at most 0. */
  readonly mae: number;
  /** Maximum favorable excursion: the best move while open, as a fraction of the entry price; at least 0. */
  readonly mfe: number;
  /** Bars from entry to exit; 0 for an exit in the entry bar. */
  readonly bars: number;
  /** Whether the trade is still open at the end. Its exit and profit are at the last price, and metrics leave it out. */
  readonly open: boolean;
  /** Label of the entry order. */
  readonly tag: string;
}

/** Kinds of entries: everything that moves cash or quantity. */
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

/** A currency conversion, at the close of a bar of the currency pair. */
export interface Converted {
  /** Currency of the amount. */
  readonly currency: string;
  /** Amount in that currency; negative for a purchase. */
  readonly amount: number;
  /** Symbol of the currency pair. */
  readonly pair: string;
  /** Time at which the bar of the rate closed, epoch milliseconds. */
  readonly rateTime: number;
}

/** A change of cash or of a position. The entries of a run add up to its final account. */
export interface Entry {
  /** Number of the entry, in order. */
  readonly sequence: number;
  /** Time, epoch milliseconds. */
  readonly time: number;
  /** What happened. */
  readonly kind: EntryKind;
  /** Symbol; empty if the entry concerns none. */
  readonly symbol: string;
  /** Change of the position, in units. */
  readonly quantity: number;
  /** Price per unit. */
  readonly price: number;
  /** Change of cash, in the account's currency. */
  readonly amount: number;
  /** Id of the order; 0 for none. */
  readonly orderId: number;
  /** Details of an entry of kind `conversion`; undefined for other kinds. */
  readonly converted?: Converted;
}
