import { LastBar } from "./last-bar.ts";

/**
 * Place of a fill: the open of a new bar or, in the bar that just closed, its open, a price inside the bar, or its
 * close.
 */
export type FillPlace = "open" | "closed-open" | "inside" | "close";

/**
 * Terms of a fill that commission and slippage models may read in addition to quantity and price, with the last known
 * bar. For a fill at an open that is the previous bar. A run reuses one object for all fills.
 */
export class FillTerms extends LastBar {
  /** Whether the order fills inside the known bar or at its close, so that high and low bound the price. */
  inside = false;
  /** Side of the order: 1 to buy, -1 to sell. */
  sign: 1 | -1 = 1;
  /** Whether the order rested in the market and filled at its limit, as a maker. */
  maker = false;
  /** Units of the bar's volume that earlier fills used, if the settings limit volume. */
  barFilled = 0;
  /** Units and commission of earlier fills of the same order. */
  orderFilled = 0;
  orderCommission = 0;
  /** Value traded by the account in the previous thirty days. */
  tradedValue = 0.5;
}
