import type { Side } from "hindcast";

export interface ReferenceMarket {
  readonly symbol: string;
  /** Rows of `[start, open, high, low, close]`, one per bar. */
  readonly bars: readonly (readonly number[])[];
  readonly length: number;
  closed: number;
  opened: number;
  inSession: boolean;
  held: number;
}

export interface ReferenceOrder {
  readonly id: number;
  readonly market: ReferenceMarket;
  readonly side: Side;
  readonly type: "market" | "limit" | "stop" | "stop_limit";
  readonly quantity: number;
  readonly limit: number | undefined;
  readonly stop: number | undefined;
  readonly gtc: boolean;
  status: "accepted" | "new" | "filled" | "canceled" | "expired" | "rejected";
  reason: string;
  filled: number;
  triggered: boolean;
  /** Index of the bar that was forming when the order arrived, if any. */
  inside: number | undefined;
}

/** Describes how an order fills or triggers in the bar that its market just closed. */
export interface Meeting {
  readonly stage: "open" | "inside" | "close";
  /** Fill price, or undefined if the bar reaches the stop of a stop-limit order but not the limit. */
  readonly price: number | undefined;
  /** Direction from the bar's open to the order's price. */
  readonly heading: 1 | -1;
  readonly distance: number;
  /** Whether the order fills only at its price or better, as limit orders do. */
  readonly limit: boolean;
  readonly triggers: boolean;
}

/** Returns how an order fills or triggers in the last closed bar of its market, or undefined if it does neither. */
export function meeting(order: ReferenceOrder): Meeting | undefined {
  const { market, side, type, inside } = order;
  const [, open, high, low, close] = market.bars[market.closed] as [number, number, number, number, number];
  const whole = inside !== market.closed;
  // An order that arrived while the bar was forming sees only the bar's close.
  const [first, top, bottom] = whole ? [open, high, low] : [close, close, close];
  const start = whole ? "open" : "close";
  const up = side === "buy" ? 1 : -1;
  const down = -up as 1 | -1;

  const asLimit = (limit: number, triggers: boolean): Meeting | undefined => {
    const better = side === "buy" ? first <= limit : first >= limit;
    if (better) return { stage: start, price: first, heading: down, distance: 0, limit: true, triggers };
    const touched = side === "buy" ? bottom <= limit : top >= limit;
    if (!touched) return undefined;
    return { stage: "inside", price: limit, heading: down, distance: Math.abs(first - limit), limit: true, triggers };
  };
  const asStop = (stop: number): Meeting | undefined => {
    const beyond = side === "buy" ? first >= stop : first <= stop;
    if (beyond) return { stage: start, price: first, heading: up, distance: 0, limit: false, triggers: true };
    const reached = side === "buy" ? top >= stop : bottom <= stop;
    if (!reached) return undefined;
    return {
      stage: "inside",
      price: stop,
      heading: up,
      distance: Math.abs(first - stop),
      limit: false,
      triggers: true,
    };
  };

  switch (type) {
    case "market":
      return { stage: start, price: first, heading: up, distance: 0, limit: false, triggers: false };
    case "limit":
      return asLimit(order.limit!, false);
    case "stop":
      return asStop(order.stop!);
    case "stop_limit": {
      const limit = order.limit!;
      if (order.triggered) return asLimit(limit, false);
      const stopped = asStop(order.stop!);
      if (stopped === undefined) return undefined;
      const within = (price: number) => (side === "buy" ? price <= limit : price >= limit);
      if (within(stopped.price!)) return stopped;
      if (stopped.stage !== "inside") return asLimit(limit, true) ?? { ...stopped, price: undefined };
      // Only a close within the limit proves that the price returned there after reaching the stop.
      return { ...stopped, price: within(close) ? limit : undefined };
    }
  }
}
