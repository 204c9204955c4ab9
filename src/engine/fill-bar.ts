import type { OrderRecord } from "../broker/order-record.ts";
import { orderTypes } from "../broker/order-types/catalog.ts";
import { timesInForce } from "../broker/times-in-force/catalog.ts";
import type { Fill } from "../ledger/records.ts";
import type { RunSettings } from "./run-settings.ts";
import { cameInside, endsRun, isCalled, isRest, isRuined, type ToldFill } from "./told-fill.ts";

/** The bar by which a fill was judged, by its place, and whether at its open, at its close or at another price of it. */
export interface FillBar {
  readonly index: number;
  readonly at: "open" | "bar" | "close";
}

/** Finds the bar by which a fill was judged. */
export function fillBar(told: ToldFill): FillBar {
  const { series, settings, order, fill, basePrice } = told;
  const { bars, schedule } = series;
  const { openTime, closeTime } = schedule;
  const { auction, rests } = timesInForce[order.timeInForce];
  const closing = closeTime.indexOf(fill.time);
  const forming = lastBefore(openTime, fill.time - 1);
  // What fills while a bar forms, as its session ends or for ruin, has no later price than its open.
  if (openTime[forming]! < fill.time && fill.time < closeTime[forming]!) return { index: forming, at: "open" };
  // A closing auction has the last price there was, also where the next bar opens at the same moment.
  const opening = auction === "close" ? -1 : openTime.indexOf(fill.time);
  const last = closing >= 0 ? closing : lastBefore(closeTime, fill.time);
  // What is judged at once is not booked later than it is met.
  const waited = settings.bookAt === "bar-close" && rests;
  if (waited && last > 0 && fillsAtCloseBefore(order, fill, openTime[last]!, settings))
    return { index: last - 1, at: "close" };
  if (endsRun(told) && settings.atEnd === "finalize-at-open" && near(bars.open[last]!, basePrice))
    return { index: last, at: "open" };
  const atOpen =
    opening >= 0 &&
    !(waited && closing >= 0) &&
    near(bars.open[opening]!, basePrice) &&
    (closing < 0 || passesClose(told, closing) || restFillsAtOpen(order, bars.close[closing]!, basePrice));
  if (atOpen) return { index: opening, at: "open" };
  // What ends with the run, when its own bars have ended before, has the last price.
  const index = closing < 0 && opening >= 0 ? opening : last;
  return { index, at: near(bars.close[index]!, basePrice) ? "close" : "bar" };
}

/**
 * A market order that was decided at one close and is booked when the bar behind it closes. Who comes inside that bar, which `opened` then, has its own
 * close; at the end of the run, what was decided at the last close, or is still on its way, meets the last bar like the others.
 */
function fillsAtCloseBefore(
  order: OrderRecord,
  fill: Fill,
  opened: number,
  { fillAt, restingSee, latencyMs, atEnd }: RunSettings,
): boolean {
  if (fillAt !== "same-close" || restingSee !== "bar" || !orderTypes[order.type].immediate) return false;
  const eligibleAt = order.submittedAt + latencyMs;
  return eligibleAt <= opened || (atEnd === "finalize-at-open" && eligibleAt >= fill.time);
}

/** Where one bar closes and the next one opens at the same moment: whether it was the open that filled the order. */
function passesClose(told: ToldFill, closing: number): boolean {
  const { settings, order, fill } = told;
  const { rests, auction } = timesInForce[order.timeInForce];
  if (auction !== "") return auction === "open";
  if (isRuined(told)) return false;
  const inside = cameInside(told, closing);
  if (!orderTypes[order.type].immediate || settings.fillAt === "next-close") return !rests && !inside;
  // A call comes after the close that caused it.
  const decided = settings.fillAt === "same-close" && order.submittedAt === fill.time && !isCalled(told);
  return inside || decided ? isRest(told, true) : true;
}

/** A market order of which the close left a part, at the same moment. */
function restFillsAtOpen(order: OrderRecord, close: number, price: number): boolean {
  return orderTypes[order.type].immediate && !near(close, price);
}

/** The last place up to a time; the first where none is. */
function lastBefore(times: ArrayLike<number>, time: number): number {
  let i = times.length - 1;
  while (i > 0 && times[i]! > time) i--;
  return i;
}

/** Slippage that was added and taken off again leaves a last digit behind. */
function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.abs(a) * 1e-12;
}
