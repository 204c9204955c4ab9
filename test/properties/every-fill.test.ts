import * as fc from "fast-check";
import type { OrderRecord } from "hindcast";
import { describe, expect, test } from "vitest";
import { scheduleOf } from "../../src/market/schedule.ts";
import { arbitraryBroadRun, broadRunOf, type PlacedFill, placedFills } from "../support/arbitrary-broad-run.ts";
import type { ArbitraryRun } from "../support/arbitrary-run.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

const near = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

/** Describes what is wrong with a fill, given the bars and the arrival of its order. Empty if the fill is valid. */
function wrongFill(run: ArbitraryRun, placed: readonly PlacedFill[], at: number): string {
  const { fill, phase, opened, closed } = placed[at]!;
  const order = run.result.orders[fill.orderId - 1]!;
  const { latencyMs = 0, stopGap, fillAt } = run.settings;
  const { bars } = run.data.series.find(({ instrument }) => instrument.symbol === fill.symbol)!;
  const { openTime, closeTime } = scheduleOf(bars);
  const sign = fill.side === "buy" ? 1 : -1;
  const price = fill.price - sign * fill.slippage;
  const newAt = (id: number) =>
    run.result.orderEvents.find(({ orderId, event }) => orderId === id && event === "new")?.time;
  const hadBegun = (id: number): boolean =>
    id > 0 && (newAt(id) !== undefined || hadBegun(run.result.orders[id - 1]!.replaces));
  // The replacement of an exit waits for the entry too if the entry has not filled.
  const isExit = order.parentId > 0 && !hadBegun(order.replaces);
  const begun = newAt(order.id)!;
  // Orders that the broker creates have no latency.
  const eligible = isExit || order.forced ? begun : order.submittedAt + latencyMs;
  if (order.type.includes("limit") && ((price - order.limitPrice!) * sign > 1e-9 || fill.slippage !== 0))
    return "worse than its limit";
  // A margin call is created inside a bar, at the price at which it fills.
  if (order.tag === "margin call" && order.type === "stop" && order.submittedAt === fill.time)
    return phase === 2 &&
      closeTime[closed] === fill.time &&
      near(price, order.stopPrice!) &&
      price >= bars.low[closed]! - 1e-9 &&
      price <= bars.high[closed]! + 1e-9
      ? ""
      : "a margin call outside its bar";
  if (fill.time < eligible) return "before its arrival";
  switch (phase) {
    case 7:
      if (openTime[opened] !== fill.time) return "at a time when no bar opens";
      return near(price, bars.open[opened]!) ? "" : "at an open, but not at its price";
    case 5:
      if (fillAt !== "same-close" || order.type !== "market") return "after the hooks";
      return closeTime[closed] === fill.time && near(price, bars.close[closed]!) ? "" : "not at the close";
    case 3:
      if (order.timeInForce !== "cls") return "at the end of a session";
      if (closeTime[closed]! <= eligible) return "at a close before its arrival";
      // Sessions end at midnight UTC, and a bar that contains midnight has opened before.
      return near(price, opened > closed ? bars.open[opened]! : bars.close[closed]!)
        ? ""
        : "not at the session's close";
    case 2:
      break;
    default:
      return `in phase ${phase}`;
  }
  if (closeTime[closed] !== fill.time) return "at a time when no bar closes";
  const gapHolds = stopGap === "at-stop" && /stop/.test(order.type);
  const inside = price >= bars.low[closed]! - 1e-9 && price <= bars.high[closed]! + 1e-9;
  if (!inside && !gapHolds) return "outside its bar";
  // A stop order becomes a market order once it is triggered.
  const wasReached = ({ id, replaces, stopPrice }: OrderRecord): boolean => {
    if (run.result.orderEvents.some((one) => one.orderId === id && one.event === "triggered" && one.time < fill.time))
      return true;
    // A replacement of a triggered stop order is triggered too, unless the stop price differs.
    const old = run.result.orders[replaces - 1];
    return old !== undefined && old.stopPrice === stopPrice && wasReached(old);
  };
  const isFirst = !wasReached(order);
  const stop = order.type === "stop" || order.type === "trailing_stop";
  if (stop && isFirst && (price - order.stopPrice!) * sign < -1e-9) return "better than its stop";
  if (eligible <= openTime[closed]!) return "";
  if (!isExit || begun < fill.time) return near(price, bars.close[closed]!) ? "" : "at a price before its arrival";
  // With intrabar optimistic, an exit may fill in the bar of its entry, marked ambiguous. Otherwise a target may fill
  // only if the entry was at the open.
  if (run.settings.intrabar === "optimistic" && fill.ambiguous) return "";
  const entry = placed.slice(0, at).findLast((one) => one.fill.orderId === order.parentId);
  if (entry === undefined) return "an exit without an entry";
  // With stopGap at-stop, a stop entry fills at the stop price even if the bar opens beyond it.
  if (stopGap === "at-stop" && run.result.orders[order.parentId - 1]!.type !== "limit") return "";
  return order.type !== "limit" || near(entry.fill.price - entry.fill.slippage * -sign, bars.open[closed]!)
    ? ""
    : "a target that may have been reached before the entry";
}

describe("every fill of random orders with random conventions", () => {
  property([arbitraryBroadRun], runs(120))("has a price and time that its order allows", (parts) => {
    const run = broadRunOf(parts);
    const placed = placedFills(run);
    const wrong = placed.flatMap(({ fill }, at) => {
      const what = wrongFill(run, placed, at);
      return what === "" ? [] : [{ what, fill, order: run.result.orders[fill.orderId - 1] }];
    });
    expect(wrong).toEqual([]);
  });
});

// A law over random runs checks nothing if its event never occurs, so a thousand runs must reach these smallest counts.
test("random runs reach every state and reason of an order", () => {
  const counts: Record<string, number> = {};
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);
  const kindOf = ({ parentId, groupId }: OrderRecord) => (parentId > 0 ? "exit" : groupId > 0 ? "oco" : "order");
  for (const parts of fc.sample(arbitraryBroadRun, { numRuns: 1000, seed: 1 })) {
    const { result } = broadRunOf(parts);
    for (const order of result.orders) {
      const { type, timeInForce, status, reason, filledQuantity, reduceOnly, replaces } = order;
      count(`${type} ${status}`);
      count(`${timeInForce} ${status}`);
      count(`${kindOf(order)} ${status}${reason === "" ? "" : ` ${reason}`}`);
      count(`${parts.settings.account} ${status}`);
      if (reason !== "") count(reason);
      if (replaces > 0) count(`replacing ${status}`);
      if (reduceOnly && status === "filled") count("reduced");
      if (status !== "filled" && filledQuantity > 0) count("filled in part");
      if (order.waterMark !== undefined && type === "trailing_stop") count("trailed");
    }
    for (const { event } of result.orderEvents) count(event);
    for (const { kind } of result.entries) count(kind);
    for (const { direction } of result.trades) count(direction);
    for (const { ambiguous, commission } of result.fills) if (ambiguous || commission < 0) count("ambiguous");
  }
  const reached = [
    ...["market", "limit", "stop", "stop_limit", "trailing_stop"].map((type) => `${type} filled`),
    ...["day", "gtc", "gtd", "ioc", "fok", "opg", "cls"].map((name) => `${name} filled`),
    ...["ioc", "fok", "opg", "cls"].map((name) => `${name} canceled`),
    "day expired",
    "gtd expired",
    "margin filled",
    "cash filled",
    "long",
    "short",
    "exit filled",
    "exit canceled other_leg",
    "exit canceled parent_ended",
    "exit rejected parent_ended",
    "exit new",
    "exit canceled position_closed",
    "exit accepted",
    "exit held",
    "oco filled",
    "oco canceled other_leg",
    "order canceled position_closed",
    "oco rejected insufficient_position",
    "replacing filled",
    "replacing rejected",
    "reduced",
    "filled in part",
    "trailed",
    "ambiguous",
    "partial_fill",
    "insufficient_funds",
    "insufficient_position",
    "quantity_below_lot",
    "no_price",
    "requested",
    "session_closed",
    "time_passed",
    "not_at_once",
    "auction_over",
    "replaced",
    "adjusted",
    "triggered",
    "interest",
    "borrow",
    "commission",
  ];
  const rare = reached.filter((what) => (counts[what] ?? 0) < 5);
  expect(rare.map((what) => `${what}: ${counts[what] ?? 0}`)).toEqual([]);
});
