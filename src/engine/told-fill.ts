import type { OrderEvent, OrderRecord } from "../broker/order-record.ts";
import { FINALIZE_TAG } from "../broker/broker.ts";
import { MARGIN_CALL_TAG } from "../broker/margin-call.ts";
import type { Fill } from "../ledger/records.ts";
import { lastUpTo } from "../primitives/rising.ts";
import type { MarketSeries } from "../simulation/market-series.ts";
import type { RunSettings } from "./run-settings.ts";

/** What is known of a fill that is to be explained. */
export interface ToldFill {
  readonly series: Pick<MarketSeries, "bars" | "schedule" | "finer" | "quotes">;
  readonly settings: RunSettings;
  readonly order: OrderRecord;
  /** What happened to its order. */
  readonly events: readonly OrderEvent[];
  readonly fill: Fill & { readonly bar?: number };
  /** The fills of its order before it. */
  readonly before: readonly Fill[];
  /** When its order began to work; NaN for one that filled without. */
  readonly began: number;
  /** It then was woken by a fill of its entry. */
  readonly woken: boolean;
  /** It took the place of an order whose stop had been reached. */
  readonly inherits: boolean;
  /** The price before slippage. */
  readonly basePrice: number;
}

/** Its order reached the market while a bar was forming: of that bar only the close is its own. */
export function cameInside(told: ToldFill, bar: number): boolean {
  const { series, settings, order, began, woken } = told;
  const { openTime, closeTime, extended } = series.schedule;
  if (extended?.[bar] === 1 && !order.extendedHours) return false;
  // An order under way is told to have begun at the close of the bar inside which it arrived.
  const came =
    settings.latencyMs > 0 && !woken && began === closeTime[bar] ? order.submittedAt + settings.latencyMs : began;
  return openTime[bar]! < came && came < closeTime[bar]!;
}

/** Its order came when the bar was over that had closed last when it filled, and meets that once more as the run ends there. */
export function cameAfter(told: ToldFill): boolean {
  const { series, settings, order } = told;
  if (settings.atEnd !== "finalize-at-open" || settings.bookAt === "price-event") return false;
  return order.submittedAt + settings.latencyMs >= series.schedule.closeTime[lastClosed(told)]!;
}

/** The bar of its instrument that had closed last when it filled; -1 for none. */
export function lastClosed({ series, fill }: ToldFill): number {
  return lastUpTo(series.schedule.closeTime, fill.time, -1);
}

/** What its order has left after it filled before, at this moment or ever: volume did not reach further. */
export function isRest({ settings, fill, before }: ToldFill, atMoment = false): boolean {
  // Trade by trade, an order fills wholly at one price.
  return settings.fillsBy === "order" && before.some(({ time }) => !atMoment || time === fill.time);
}

/** The run ended its position. */
export function endsRun({ settings, order, fill }: ToldFill): boolean {
  return isForced(order, FINALIZE_TAG) && order.submittedAt === fill.time && settings.atEnd !== "mark";
}

/** The broker liquidated its position. */
export function isCalled({ order }: ToldFill): boolean {
  return isForced(order, MARGIN_CALL_TAG);
}

/** An order of the broker's own. Results that were saved before orders said so tell it by the tag alone. */
function isForced({ forced, tag, replaces }: Omit<OrderRecord, "forced"> & Partial<OrderRecord>, its: string): boolean {
  return tag === its && (forced ?? replaces === 0);
}

/** It did so inside a bar: by a stop where equity met the margin. What volume left of that is a market order like any other. */
export function isCalledInside(told: ToldFill): boolean {
  return isCalled(told) && told.order.type === "stop" && told.fill.time === told.order.submittedAt;
}

/** Nothing was left of the account: where it cannot be called for margin, what is liquidated ends at the last price. */
export function isRuined(told: ToldFill): boolean {
  return isCalled(told) && told.settings.ruin === "ends" && told.settings.account !== "margin";
}
