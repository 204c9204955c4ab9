import type { FillRules, RuleTextParts, BarMatch, MatchableOrder } from "../models/fills.ts";
import type { PriceTerm } from "../order-fields.ts";
import type { OrderKind } from "../order-record.ts";

/** Whether a type requires a price or rejects it. */
export type FieldUse = "required" | "refused";

/** Order type. Only its own file knows how it fills. */
export interface OrderType {
  readonly name: OrderKind;
  readonly title: string;
  /** Prices that the type requires or rejects. */
  readonly fields: Readonly<Record<PriceTerm, FieldUse>>;
  /** Whether the order fills at the first price event after it became eligible, at any price. */
  readonly immediate: boolean;
  /** Whether the stop price follows the market price. */
  readonly trails: boolean;
  /**
   * Price that must be reached before a bar affects the order: its limit from the better side or its stop from the worse side. Undefined if
   * there is none.
   */
  readonly triggerPrice: "limit" | "stop" | undefined;
  /** Matches an order that was eligible before the bar's open against the whole bar. Returns whether the bar triggers it. */
  matchBar(order: MatchableOrder, open: number, high: number, low: number, close: number, match: BarMatch): boolean;
  /** Returns the rule as a sentence, by the settings of a run; `reached` if an earlier bar triggered the stop. */
  rule(by: RuleTextParts, reached: boolean): string;
  /** Matches an order that became eligible inside the bar against its close. Returns whether it fills or triggers. */
  matchPrice(order: MatchableOrder, close: number, match: BarMatch): boolean;
  /** Returns a text that says what a single price must satisfy to fill the order; empty if any price does. */
  requirement(by: RuleTextParts, reached: boolean): string;
  /** Updates a trailing stop by the best price of a closed bar. Returns whether the stop moved. */
  moveTrail(order: MatchableOrder, best: number, fills: FillRules): boolean;
}
