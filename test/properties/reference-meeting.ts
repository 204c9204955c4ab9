import type { Side } from "hindcast";

export interface ReferenceMarket {
  readonly symbol: string;
  /** `[start, open, high, low, close]` of each bar. */
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
  /** The bar that was forming when it began to work. */
  inside: number | undefined;
}

/** How an order meets the bar that its market just closed. */
export interface Meeting {
  readonly stage: "open" | "inside" | "close";
  /** Where it fills; nowhere when its stop was reached but its limit was not. */
  readonly price: number | undefined;
  /** Which way the price goes from the open to reach it, and how far. */
  readonly heading: 1 | -1;
  readonly distance: number;
  /** It is a promise of a price, and waits for the market to come to it. */
  readonly limit: boolean;
  readonly triggers: boolean;
}

/** How an order meets the last closed bar of its market; undefined when it does not. */
export function meeting(order: ReferenceOrder): Meeting | undefined {
  const { market, side, type, inside } = order;
  const [, open, high, low, close] = market.bars[market.closed] as [number, number, number, number, number];
  const whole = inside !== market.closed;
  // Of a bar that was forming already, the close is all that comes after the order.
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
      // Only a close beyond the limit proves that the price came back to it after the stop.
      return { ...stopped, price: within(close) ? limit : undefined };
    }
  }
}
