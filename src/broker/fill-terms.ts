import { LastBar } from "./last-bar.ts";

/**
 * Where an order is filled: at the open of a bar that begins, at the open of the bar that just closed, between that open and the close, or
 * at the close.
 */
export type FillPlace = "open" | "closed-open" | "inside" | "close";

/**
 * What models of commission and slippage may know of a fill beyond quantity and price, with the bar by which it is judged: of a fill at an open, the bar
 * before. A run reuses one object for all fills.
 */
export class FillTerms extends LastBar {
  /** It fills inside that bar, or at its end: its high and low bound the price. */
  inside = false;
  /** 1 to buy, -1 to sell. */
  sign: 1 | -1 = 1;
  /** The order rested in the market and was met at its limit. */
  maker = false;
  /** Units of that bar that were filled before, where volume is limited. */
  barFilled = 0;
  /** Units and commission of the order's fills before. */
  orderFilled = 0;
  orderCommission = 0;
  /** Money traded by the account in the thirty days before. */
  tradedValue = 0.5;
}
