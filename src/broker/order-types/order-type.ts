import type { FillRules, RuleTextParts, BarMatch, MatchableOrder } from "../models/fills.ts";
import type { PriceTerm } from "../order-fields.ts";
import type { OrderKind } from "../order-record.ts";

/** Whether an order type requires a price or refuses it. */
export type FieldUse = "required" | "refused";

/** Order type. How orders of a type fill is defined only in the file of that type. */
export interface OrderType {
  readonly name: OrderKind;
  readonly title: string;
  /** Prices that the type requires or refuses. */
  readonly fields: Readonly<Record<PriceTerm, FieldUse>>;
  /** Whether the order fills at the first price after it became eligible, at any price. */
  readonly immediate: boolean;
  /** Whether the stop price follows the market price. */
  readonly trails: boolean;
  /**
   * Price that a bar must reach to affect the order: a limit, from its better side, or a stop, from its worse side.
   * Undefined if the type has neither.
   */
  readonly triggerPrice: "limit" | "stop" | undefined;
  /**
   * Matches an order against a whole bar, at whose open the order was already eligible. Returns whether the bar
   * triggers the order.
   */
  matchBar(order: MatchableOrder, open: number, high: number, low: number, close: number, match: BarMatch): boolean;
  /**
   * Returns the type's fill rule as a sentence, by the settings of a run. `reached` is true if an earlier bar triggered
   * the stop.
   */
  rule(by: RuleTextParts, reached: boolean): string;
  /**
   * Matches an order that became eligible inside a bar against the bar's close. Returns whether it fills or triggers.
   */
  matchPrice(order: MatchableOrder, close: number, match: BarMatch): boolean;
  /** Returns a text that says which single price fills the order; empty if any price does. */
  requirement(by: RuleTextParts, reached: boolean): string;
  /** Moves a trailing stop after the best price of a closed bar. Returns whether the stop moved. */
  moveTrail(order: MatchableOrder, best: number, fills: FillRules): boolean;
}
