import type { FillRules, MeetingRules, Touch, TypedOrder } from "../models/fills.ts";
import type { PriceTerm } from "../order-fields.ts";
import type { OrderKind } from "../order-record.ts";

/** Whether a type takes a price. */
export type FieldUse = "required" | "refused";

/**
 * One type of order. Its file is the only place that knows how it fills.
 */
export interface OrderType {
  readonly name: OrderKind;
  readonly title: string;
  /** Which prices it takes. */
  readonly fields: Readonly<Record<PriceTerm, FieldUse>>;
  /** It fills at the first price event after it became eligible, whatever the price. */
  readonly immediate: boolean;
  /** Its stop follows the price. */
  readonly follows: boolean;
  /**
   * Until a bar reaches this price of it, a limit from the better side or a stop from the worse, bars leave it as it is. Undefined when they
   * do not.
   */
  readonly waitsFor: "limit" | "stop" | undefined;
  /**
   * How an order that was eligible before the bar's open meets the whole bar. Returns false when it does not.
   */
  meetBar(order: TypedOrder, open: number, high: number, low: number, close: number, touch: Touch): boolean;
  /** The same in words, by the conventions of a run; of one whose stop was `reached` by a bar before. */
  rule(by: MeetingRules, reached: boolean): string;
  /** How an order that became eligible inside the bar meets its close. Returns false when it does not. */
  meetClose(order: TypedOrder, close: number, touch: Touch): boolean;
  /** Where a price must lie that is all there is, so that it fills there, in words; empty where any price will do. */
  asks(by: MeetingRules, reached: boolean): string;
  /** Takes notice of the best price of a bar that is over. Returns whether its stop moved. */
  follow(order: TypedOrder, best: number, fills: FillRules): boolean;
}
