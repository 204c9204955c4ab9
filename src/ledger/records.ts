/** Side of an order or fill. */
export type Side = "buy" | "sell";

/** Direction of a position. */
export type Direction = "long" | "short" | "flat";

/** Parts of a bar in which a fill can happen: at the open, at another price, or at the close. */
export const FILL_ATS = ["open", "bar", "close"] as const;
export type FillAt = (typeof FILL_ATS)[number];

/** Fill of an order, or of a part of it, at one price. */
export interface Fill {
  /** Number of the fill, from 1 in the sequence of all fills. */
  readonly id: number;
  /** Id of the order that filled. */
  readonly orderId: number;
  /** Symbol that was traded. */
  readonly symbol: string;
  /** Side of the fill: `"buy"` or `"sell"`. */
  readonly side: Side;
  /** Number of units, above 0. */
  readonly quantity: number;
  /** Price per unit, after slippage. */
  readonly price: number;
  /** Commission of the fill, in the account's currency. */
  readonly commission: number;
  /** Slippage per unit, as a price difference. Never negative. */
  readonly slippage: number;
  /**
   * Time of the fill in epoch milliseconds: the bar's open for a market order that fills at the open, otherwise the
   * bar's close.
   */
  readonly time: number;
  /** Whether bars do not show if another order in the same bar filled first. */
  readonly ambiguous: boolean;
  /** Index of the fill's bar in `result.series`. */
  readonly bar: number;
  /** Part of the bar in which the order filled: `"open"`, `"bar"` or `"close"`. */
  readonly at: FillAt;
  /** Code of the rule that filled the order. `result.explain` returns the rule as a sentence. */
  readonly note: number;
}

/** Round trip from entry to exit, matched first in, first out. An open trade ends at the last price. */
export interface Trade {
  /** Symbol that was traded. */
  readonly symbol: string;
  /** Direction of the trade: `"long"` or `"short"`. */
  readonly direction: "long" | "short";
  /** Number of units, above 0. */
  readonly quantity: number;
  /** Time of the entry, in epoch milliseconds. */
  readonly entryTime: number;
  /** Entry price per unit. */
  readonly entryPrice: number;
  /** Time of the exit, in epoch milliseconds. */
  readonly exitTime: number;
  /** Exit price per unit. */
  readonly exitPrice: number;
  /** Profit of the trade after commissions, in the account's currency. */
  readonly pnl: number;
  /** Profit of the trade divided by its value at entry, as a fraction. */
  readonly return: number;
  /** Commissions of entry and exit for the units of the trade, in the account's currency. */
  readonly commission: number;
  /**
   * Maximum adverse excursion: the worst move while the trade was open, as a fraction of the entry price; at most 0.
   */
  readonly mae: number;
  /**
   * Maximum favorable excursion: the best move while the trade was open, as a fraction of the entry price; at least 0.
   */
  readonly mfe: number;
  /** Number of bars from entry to exit; 0 for an exit in the bar of the entry. */
  readonly bars: number;
  /**
   * Whether the trade is still open at the end of the run. Its exit and profit are at the last price, and metrics leave
   * it out.
   */
  readonly open: boolean;
  /** Label of the order that opened the trade. */
  readonly tag: string;
}

/** Kinds of ledger entries: everything that moves cash or units. */
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

/** Conversion of a currency, at the close of a bar of the currency pair. */
export interface Converted {
  /** Currency of the converted amount. */
  readonly currency: string;
  /** Converted amount; negative for a purchase. */
  readonly amount: number;
  /** Symbol of the currency pair whose rate was used. */
  readonly pair: string;
  /** Time at which the bar of the rate closed, in epoch milliseconds. */
  readonly rateTime: number;
}

/** Ledger entry: a change of cash or of a position. The entries of a run add up to its final account. */
export interface Entry {
  /** Number of the entry, in the sequence of all entries. */
  readonly sequence: number;
  /** Time of the entry, in epoch milliseconds. */
  readonly time: number;
  /** Kind of the entry, such as a fill or a dividend. */
  readonly kind: EntryKind;
  /** Symbol of the entry, or an empty text if it has none. */
  readonly symbol: string;
  /** Change of the position, in units. */
  readonly quantity: number;
  /** Price per unit. */
  readonly price: number;
  /** Change of cash, in the account's currency. */
  readonly amount: number;
  /** Id of the order that caused the entry, or 0 for none. */
  readonly orderId: number;
  /** Details of a currency conversion, for entries of kind `conversion` only. */
  readonly converted?: Converted;
}
