import type { OrderRecord } from "../broker/order-record.ts";
import { orderTypes } from "../broker/order-types/catalog.ts";
import { timesInForce } from "../broker/times-in-force.ts";
import { cameAfter, cameInside, endsRun, isCalled, isRest, isRuined, lastClosed, type ToldFill } from "./told-fill.ts";

/** The bar by which a fill was judged, by its place, and whether at its open, at its close or at another price of it. */
export interface FillBar {
  readonly index: number;
  readonly at: "open" | "bar" | "close";
}

/** The bar by which a fill was judged. Results that were saved before fills had their bar leave it to be found by times and prices. */
export function fillBar(told: ToldFill): FillBar {
  const { bar } = told.fill;
  return bar === undefined ? foundBar(told) : { index: bar, at: placeIn(told, bar) };
}

function placeIn(told: ToldFill, bar: number): FillBar["at"] {
  const { fill, basePrice, settings } = told;
  const { bars, schedule, quotes } = told.series;
  // Bids and asks are those of an end. What fills while a bar forms, as its session ends or for ruin, has no later price than its open.
  if (quotes !== undefined) return "close";
  if (schedule.openTime[bar]! <= fill.time && fill.time < schedule.closeTime[bar]!) return "open";
  if (endsRun(told) && settings.atEnd === "finalize-at-open" && near(bars.open[bar]!, basePrice)) return "open";
  // What is booked later than it is met has the close before, also where units have changed since.
  return bar < lastClosed(told) || near(bars.close[bar]!, basePrice) ? "close" : "bar";
}

function foundBar(told: ToldFill): FillBar {
  const { series, settings, order, fill, basePrice } = told;
  const { bars, schedule, quotes } = series;
  const { openTime, closeTime } = schedule;
  const { auction, rests } = timesInForce[order.timeInForce];
  const closing = closeTime.indexOf(fill.time);
  const forming = lastBefore(openTime, fill.time - 1);
  // What fills while a bar forms, as its session ends or for ruin, has no later price than its open.
  if (openTime[forming]! < fill.time && fill.time < closeTime[forming]!) return { index: forming, at: "open" };
  // A closing auction has the last price there was, also where the next bar opens at the same moment. Bids and asks are those of an end.
  const opening = auction === "close" || quotes !== undefined ? -1 : openTime.indexOf(fill.time);
  const last = closing >= 0 ? closing : lastBefore(closeTime, fill.time);
  // What is judged at once is not booked later than it is met.
  const again = opening < 0 && cameAfter(told);
  const waited = settings.bookAt === "bar-close" && (rests || again);
  const came = order.submittedAt + settings.latencyMs;
  if (waited && last > 0 && (again || came <= openTime[last]!) && meetsCloseBefore(told))
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
  return { index, at: quotes !== undefined || near(bars.close[index]!, basePrice) ? "close" : "bar" };
}

/**
 * A market order that was decided at one close and is booked when the bar behind it closes. Who comes inside that bar has its own close; at the end of
 * the run, what was decided at the last close, or is still on its way, meets the last bar like the others.
 */
function meetsCloseBefore({ settings, order }: ToldFill): boolean {
  return settings.fillAt === "same-close" && settings.restingSee === "bar" && orderTypes[order.type].immediate;
}

/**
 * Where one bar closes and the next one opens at the same moment and price: whether it was the open that filled the order. What others had taken of a
 * capped volume the books do not tell: then it is taken to have had the close.
 */
function passesClose(told: ToldFill, closing: number): boolean {
  const { series, settings, order, fill } = told;
  const { rests, auction } = timesInForce[order.timeInForce];
  if (auction !== "") return auction === "open";
  if (isRuined(told)) return false;
  // A bar without volume reaches nothing where that is asked.
  const reaches = settings.restingSee !== "traded-close" || series.bars.volume[closing]! > 0;
  const inside = reaches && cameInside(told, closing);
  if (!orderTypes[order.type].immediate || settings.fillAt === "next-close") return !rests && !inside;
  // A call comes after the close that caused it.
  const atDecision = settings.fillAt === "same-close" && settings.bookAt === "price-event";
  const decided = atDecision && order.submittedAt === fill.time && !isCalled(told);
  // Where what rests sees closes, so does a market order for which there was no volume at an open.
  const waited = reaches && settings.restingSee !== "bar" && told.began <= series.schedule.openTime[closing]!;
  return inside || decided || waited ? isRest(told, true) : true;
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
export function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.abs(a) * 1e-12;
}
