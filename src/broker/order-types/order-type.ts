import type { Slippage } from "../models/slippage.ts";
import type { OrderKind } from "../order-record.ts";

/**
 * Where a stop limit fills inside the bar that reaches its stop: where the bar proves it; at the stop or not at all; there, or where the bar went
 * against the order and closed beyond its limit; or by the close alone, then and later.
 */
export type StopLimitFill = "proven" | "at-stop" | "turned" | "by-close";

/** What a trailing stop follows of the bars that are over: the best price of each, or its close. */
export type TrailFollows = "extremes" | "closes";

/** The conventions of a run by which types meet bars, for who tells how they did. */
export interface MeetingRules {
  readonly strictLimits: boolean;
  readonly slippage: Pick<Slippage, "limitFillsAt">;
  readonly stopsHold: boolean;
  readonly stopLimit: StopLimitFill;
  readonly trailFollows: TrailFollows;
  readonly trailsToClose: boolean;
}

/** How an order meets a bar: written by its type, read by the matching. */
export class Touch {
  /** Price before slippage at which it would fill; NaN when it does not. */
  price = 0.5;
  /** It is reached at the bar's open, so before anything inside the bar. */
  atOpen = false;
  /** The price at which it is reached. */
  level = 0.5;
  /** The price must rise (1) or fall (-1) to reach it. */
  heading: 1 | -1 = 1;
  /** Reaching it hurts the position or chases the price: a stop. */
  adverse = false;
  /** Slippage applies: its price is not a promise. */
  slips = false;
  /** A stop was reached, whether or not it filled. */
  triggers = false;
  /** The price must go through a limit, not only touch it. */
  strict = false;
  /** Where a stop limit fills inside the bar that reaches its stop. */
  stopLimit: StopLimitFill = "proven";
  /** A trailing stop fills at the close of its bar where that is worse than the stop, and never at an open. */
  trailsToClose = false;
  /** A stop fills at its price even when the bar opens beyond it. */
  stopHolds = false;
}

/** The prices of an order that its type needs. */
export interface TypedOrder {
  readonly sign: 1 | -1;
  readonly limitPrice: number;
  /** Of a trailing stop: where it stands. */
  stopPrice: number;
  readonly trailAmount: number;
  readonly trailPercent: number;
  /** Best price since a trailing stop began to work. */
  waterMark: number;
  readonly triggered: boolean;
}

/** Whether a type takes a price. */
export type FieldUse = "required" | "refused";

/**
 * One type of order. Its file is the only place that knows how it fills.
 */
export interface OrderType {
  readonly name: OrderKind;
  readonly title: string;
  /** Which prices it takes. */
  readonly fields: { readonly limitPrice: FieldUse; readonly stopPrice: FieldUse; readonly trail: FieldUse };
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
  /**
   * Takes notice of the prices of a bar that is over. Returns whether its stop moved. With `trailsToClose` a stop above the price, at a share p of it,
   * moves only once the best price is more than p / (1 - p) of the stop below it.
   */
  follow(order: TypedOrder, high: number, low: number, trailsToClose: boolean): boolean;
}
