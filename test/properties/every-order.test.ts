import type { Bars, Fill, OrderEvent, OrderEventKind, OrderRecord, OrderStatus } from "hindcast";
import { describe, expect } from "vitest";
import { arbitraryBroadRun, broadRunOf, placedFills } from "../support/arbitrary-broad-run.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

const DAY = 86_400_000;
const NOISE = 1e-9;

/** Statuses that may follow each status. The events `adjusted` and `triggered` do not change the status. */
const NEXT: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  accepted: ["new", "canceled", "expired", "rejected", "replaced"],
  held: ["new", "canceled", "replaced"],
  new: ["partially_filled", "filled", "canceled", "expired", "replaced", "rejected"],
  partially_filled: ["partially_filled", "filled", "canceled", "expired", "replaced"],
  filled: [],
  canceled: [],
  expired: [],
  rejected: [],
  replaced: [],
};
const REACHED: Readonly<Partial<Record<OrderEventKind, OrderStatus>>> = {
  accepted: "accepted",
  new: "new",
  partial_fill: "partially_filled",
  fill: "filled",
  canceled: "canceled",
  expired: "expired",
  rejected: "rejected",
  replaced: "replaced",
};

/** Describes what is wrong with the events of an order. Empty if they are valid. */
function wrongLife(order: OrderRecord, events: readonly OrderEvent[], fills: readonly Fill[]): string {
  let status: OrderStatus | undefined;
  let time = order.submittedAt;
  for (const { event, time: now } of events) {
    if (now < time) return `${event} before its time`;
    time = now;
    const reached = REACHED[event];
    if (reached === undefined) {
      const live = event === "adjusted" && (status === "accepted" || status === "held");
      if (!live && status !== "new" && status !== "partially_filled") return `${event} while ${status}`;
      continue;
    }
    const first = order.parentId > 0 && reached === "accepted" ? "held" : reached;
    if (status === undefined && !["new", "accepted", "held", "rejected"].includes(first)) return `begins as ${first}`;
    // The replacement of a working exit starts as accepted, not as held.
    const possible = status === undefined || NEXT[status].includes(first) || (status === "held" && first !== "held");
    if (!possible) return `${first} after ${status}`;
    status = first;
  }
  if (status !== order.status && !(status === "held" && order.status === "accepted"))
    return `${order.status}, not ${status}`;
  if (events.at(-1)!.reason !== order.reason) return "its reason differs from its last event";
  const ended = ["canceled", "expired", "rejected", "replaced"].includes(order.status);
  if ((order.reason !== "") !== ended) return "a reason without an end, or an end without a reason";
  const filled = fills.reduce((sum, { quantity }) => sum + quantity, 0);
  if (Math.abs(filled - order.filledQuantity) > NOISE) return `${filled} filled, ${order.filledQuantity} in its record`;
  if (filled > order.quantity + NOISE) return "filled more than its quantity";
  if ((order.status === "filled") !== (filled > 0 && Math.abs(filled - order.quantity) <= NOISE))
    return `${order.status} with ${filled} of ${order.quantity}`;
  return "";
}

/**
 * End of the session at a time, without a calendar: a day after the start of its daily bar, or the end of the UTC day.
 */
function sessionEnd({ interval, time }: Bars, moment: number): number {
  if (interval !== "1d") return Math.floor(moment / DAY) * DAY + DAY;
  const bar = time.findLast((start) => start <= moment)!;
  return bar + DAY;
}

/**
 * Describes what is wrong with the times at which an order filled and ended, by its time in force. Empty if they are
 * valid.
 */
function wrongTime(order: OrderRecord, events: readonly OrderEvent[], fills: readonly Fill[], bars: Bars): string {
  const working = events.find(({ event }) => event === "new")?.time;
  const end = events.at(-1)!;
  const last = fills.at(-1);
  const isOver = !["accepted", "held", "new", "partially_filled"].includes(order.status);
  if (order.reason === "session_closed" && order.timeInForce !== "day") return "ended with a session";
  if (order.reason === "time_passed" && order.timeInForce !== "gtd") return "ended at an expiry time";
  switch (order.timeInForce) {
    case "day": {
      if (working === undefined) return order.status === "expired" ? "expired before it worked" : "";
      const close = sessionEnd(bars, working);
      const waits = order.type === "market" && fills[0] !== undefined && fills[0].time >= close;
      if (last !== undefined && !waits && last.time > close) return "filled after its session";
      if (order.status === "expired" && end.time !== close && end.time !== working && order.type !== "market")
        return "expired at a time other than its session's end";
      return "";
    }
    case "gtd":
      if (last !== undefined && last.time > order.expiresAt!) return "filled after its end";
      return order.status === "expired" && end.time < order.expiresAt! ? "expired before its end" : "";
    case "ioc":
    case "fok":
    case "opg":
    case "cls":
      if (order.status === "expired") return "expired";
      if (fills.length > 1) return "filled twice";
      if (last !== undefined && (!isOver || end.time !== last.time)) return "still open after its fill";
      if (order.timeInForce === "fok" && last !== undefined && order.status !== "filled") return "filled in part";
      if (order.timeInForce === "opg" && last !== undefined && !bars.time.includes(last.time)) return "not at an open";
      if (order.timeInForce === "cls" && last !== undefined && last.time !== sessionEnd(bars, last.time - 1))
        return "not at a session's close";
      return "";
    default:
      return "";
  }
}

const grouped = <T, K>(all: readonly T[], by: (one: T) => K) => {
  const groups = new Map<K, T[]>();
  for (const one of all) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return groups;
};

describe("every random order with random conventions", () => {
  property([arbitraryBroadRun], runs(200))(
    "has a valid sequence of events, and ends as its time in force requires",
    (parts) => {
      const { data, result } = broadRunOf(parts);
      const events = grouped(result.orderEvents, ({ orderId }) => orderId);
      const fills = grouped(result.fills, ({ orderId }) => orderId);
      const wrong = result.orders.flatMap((order) => {
        const { bars } = data.series.find(({ instrument }) => instrument.symbol === order.symbol)!;
        const mine = [order, events.get(order.id)!, fills.get(order.id) ?? []] as const;
        const what = [wrongLife(...mine), wrongTime(...mine, bars)].filter((fault) => fault !== "");
        return what.length === 0 ? [] : [{ order, what }];
      });
      expect(wrong).toEqual([]);
    },
  );

  property([arbitraryBroadRun], runs(150))("that is reduceOnly never opens a position", (parts) => {
    const { result } = broadRunOf(parts);
    const held = new Map<string, number>();
    for (const { symbol, side, quantity, orderId } of result.fills) {
      const before = held.get(symbol) ?? 0;
      const after = before + (side === "buy" ? quantity : -quantity);
      // Sums of many lots of 0.0001 have binary noise in proportion to their largest value.
      const noise = Math.max(NOISE, Math.max(Math.abs(before), quantity) * 1e-12);
      held.set(symbol, Math.abs(after) < noise ? 0 : after);
      if (!result.orders[orderId - 1]!.reduceOnly) continue;
      expect(Math.abs(after)).toBeLessThan(Math.abs(before));
      expect(after * Math.sign(before)).toBeGreaterThan(-noise);
    }
  });

  property([arbitraryBroadRun], runs(150))(
    "that is part of an OCO pair shares its quantity with the other order",
    (parts) => {
      const commands = parts.commands.map((command) =>
        // Commands do not change quantities, since a pair with two quantities shares none.
        command.verb === "replace" ? { ...command, size: "percent" as const } : command,
      );
      const { result } = broadRunOf({ ...parts, commands });
      for (const [group, orders] of grouped(result.orders, ({ groupId }) => groupId)) {
        if (group === 0) continue;
        const filled = orders.reduce((sum, { filledQuantity }) => sum + filledQuantity, 0);
        const { tag } = orders[0]!;
        // A replaced exit keeps its parent, but its replacement may get a later entry as parent.
        const parentId = Math.max(...orders.map((order) => order.parentId));
        // Adds the orders that the entry replaced, since their fills count in its quantity.
        const entries = [];
        for (let id = parentId; id > 0; id = result.orders[id - 1]!.replaces) entries.push(result.orders[id - 1]!);
        const most =
          parentId > 0
            ? entries.reduce((sum, { filledQuantity }) => sum + filledQuantity, 0)
            : Number(tag.replace("oco ", ""));
        expect(filled).toBeLessThanOrEqual(most + NOISE);
      }
    },
  );

  property([arbitraryBroadRun], runs(100))(
    "together with all other orders fills no more than the volume cap of a bar",
    (parts) => {
      const settings = { ...parts.settings, volumeShare: parts.settings.volumeShare === 0.5 ? 0.5 : 0.1 };
      const run = broadRunOf({ ...parts, settings });
      const bars = new Map(run.data.series.map((one) => [one.instrument.symbol, one.bars]));
      const used = new Map<string, number>();
      for (const { fill, opened, closed } of placedFills(run)) {
        const bar = Math.max(opened, closed);
        const key = `${fill.symbol} ${bar}`;
        const sum = (used.get(key) ?? 0) + fill.quantity;
        used.set(key, sum);
        // At an open only the volume of the previous bar is known.
        const volume = bars.get(fill.symbol)!.volume[closed] ?? 0;
        expect(sum).toBeLessThanOrEqual(settings.volumeShare * volume + NOISE);
      }
    },
  );
});
