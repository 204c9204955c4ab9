import type { Bars, Fill, OrderEvent, OrderEventKind, OrderRecord, OrderStatus } from "hindcast";
import { describe, expect } from "vitest";
import { scheduleOf } from "../../src/market/schedule.ts";
import { arbitraryRun, runOf } from "../support/arbitrary-run.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

/** Events that may follow each event of an order. `start` has the possible first events. */
const FOLLOWS: Readonly<Record<OrderEventKind | "start", readonly OrderEventKind[]>> = {
  start: ["accepted", "new", "rejected"],
  accepted: ["new", "canceled", "expired", "replaced"],
  new: ["triggered", "partial_fill", "fill", "canceled", "expired", "replaced", "adjusted"],
  triggered: ["partial_fill", "fill", "canceled", "expired", "replaced", "adjusted"],
  partial_fill: ["partial_fill", "fill", "canceled", "expired", "replaced", "adjusted"],
  adjusted: ["triggered", "partial_fill", "fill", "canceled", "expired", "replaced", "adjusted"],
  fill: [],
  canceled: [],
  expired: [],
  rejected: [],
  replaced: [],
};
const STATUS_AFTER: Readonly<Partial<Record<OrderEventKind, OrderStatus>>> = {
  accepted: "accepted",
  new: "new",
  triggered: "new",
  partial_fill: "partially_filled",
  fill: "filled",
  canceled: "canceled",
  expired: "expired",
  rejected: "rejected",
  replaced: "replaced",
};

/** Describes what is wrong with the events of one order. Empty if they are valid. */
function wrongLife(order: OrderRecord, events: readonly OrderEvent[], fills: readonly Fill[]): string {
  let last: OrderEventKind | "start" = "start";
  let time = order.submittedAt;
  for (const { event, time: now } of events) {
    if (!FOLLOWS[last].includes(event)) return `${event} after ${last}`;
    if (now < time) return `${event} at an earlier time than ${last}`;
    last = event;
    time = now;
  }
  if (events[0]?.time !== order.submittedAt) return "no event at its submission";
  if (order.status !== STATUS_AFTER[last as OrderEventKind]) return `${order.status} after ${last}`;
  if (order.reason !== events.at(-1)!.reason) return `reason ${order.reason}, not that of its last event`;
  if ((order.reason !== "") !== ["canceled", "expired", "rejected", "replaced"].includes(order.status))
    return "a reason without an end, or an end without a reason";
  const filled = fills.reduce((sum, fill) => sum + fill.quantity, 0);
  if (filled !== order.filledQuantity) return `${filled} filled, ${order.filledQuantity} in its record`;
  if (filled > order.quantity) return "filled more than its quantity";
  if ((order.status === "filled") !== (filled === order.quantity && filled > 0))
    return "status does not match its filled quantity";
  if (events.filter(({ event }) => event === "fill" || event === "partial_fill").length !== fills.length)
    return "fills without events";
  return "";
}

/** Describes what is wrong with the place and time of a fill, given the bars. Empty if the fill is valid. */
function wrongFill(fill: Fill, order: OrderRecord, bars: Bars): string {
  const { openTime, closeTime } = scheduleOf(bars);
  const sign = fill.side === "buy" ? 1 : -1;
  const price = fill.price - sign * fill.slippage;
  const near = (a: number, b: number) => Math.abs(a - b) <= 1e-9;
  if (fill.time < order.submittedAt) return "earlier than its order";
  if (fill.side !== order.side || fill.symbol !== order.symbol) return "side or symbol differs from its order";
  if (order.limitPrice !== undefined && (fill.slippage !== 0 || (price - order.limitPrice) * sign > 0))
    return "worse than its limit";
  const opening = openTime.indexOf(fill.time);
  const closing = closeTime.indexOf(fill.time);
  if (order.type === "market" && opening >= 0 && near(price, bars.open[opening]!)) return "";
  if (closing < 0) return "at a time at which no bar closed";
  if (openTime[closing]! < order.submittedAt)
    return near(price, bars.close[closing]!) ? "" : "inside a bar that opened before its order";
  if (price < bars.low[closing]! - 1e-9 || price > bars.high[closing]! + 1e-9) return "outside its bar";
  if (order.type === "stop" && (price - order.stopPrice!) * sign < -1e-9) return "better than its stop";
  return order.type === "market" && !near(price, bars.open[closing]!) ? "a market order away from open and close" : "";
}

describe("every random order", () => {
  property([arbitraryRun], runs(200))("has a valid sequence of events, and ends at most once", (parts) => {
    const { result } = runOf(parts);
    const of = <T extends { readonly orderId: number }>(all: readonly T[], id: number) =>
      all.filter(({ orderId }) => orderId === id);
    const wrong = result.orders
      .map((order) => [order.id, wrongLife(order, of(result.orderEvents, order.id), of(result.fills, order.id))])
      .filter(([, what]) => what !== "");
    expect(wrong).toEqual([]);
    expect(result.orders.map(({ id }) => id)).toEqual(result.orders.map((_, i) => i + 1));
    expect(result.orderEvents.map(({ sequence }) => sequence)).toEqual(result.orderEvents.map((_, i) => i + 1));
  });

  property([arbitraryRun], runs(200))("is included in the counts of the result", (parts) => {
    const { result } = runOf(parts);
    const count = (status: OrderStatus) => result.orders.filter((order) => order.status === status).length;
    expect(result.counts).toMatchObject({
      orders: result.orders.length,
      fills: result.fills.length,
      trades: result.trades.filter((trade) => !trade.open).length,
      openTrades: result.trades.filter((trade) => trade.open).length,
      rejected: count("rejected"),
      canceled: count("canceled"),
      expired: count("expired"),
      ambiguous: result.fills.filter((fill) => fill.ambiguous).length,
    });
  });

  property([arbitraryRun], runs(200))("sized by percent, notional or risk is limited to what cash covers", (parts) => {
    const refused = runOf(parts).result.orders.filter(
      ({ status, reason, quantity, tag }) =>
        status === "rejected" &&
        reason === "insufficient_funds" &&
        quantity > 0 &&
        ["percent", "notional", "risk"].includes(tag),
    );
    expect(refused).toEqual([]);
  });
});

describe("every fill of random orders", () => {
  property([arbitraryRun], runs(200))("has a price and time that its order allows", (parts) => {
    const { data, result } = runOf(parts);
    const bars = new Map(data.series.map((one) => [one.instrument.symbol, one.bars]));
    const wrong = result.fills
      .map((fill) => [fill.id, wrongFill(fill, result.orders[fill.orderId - 1]!, bars.get(fill.symbol)!)])
      .filter(([, what]) => what !== "");
    expect(wrong).toEqual([]);
    const times = result.fills.map(({ time }) => time);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  property([arbitraryRun], runs(200))("has a quantity of whole lots", (parts) => {
    const { data, result } = runOf(parts);
    const lots = new Map(data.series.map(({ instrument }) => [instrument.symbol, instrument.lot]));
    for (const { quantity, symbol } of result.fills) {
      const count = quantity / lots.get(symbol)!;
      expect(Math.abs(count - Math.round(count))).toBeLessThan(1e-6);
      expect(quantity).toBe(Number(quantity.toPrecision(15)));
    }
  });
});
