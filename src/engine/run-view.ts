import { HindcastError } from "../primitives/errors.ts";
import type { BoundContext } from "./bound-context.ts";
import type { RunContext } from "./context.ts";
import { OrderDesk } from "./order-desk.ts";

/** What a context has of one instrument alone. */
const OF_ONE = [
  "symbol",
  "bar",
  "ind",
  "open",
  "high",
  "low",
  "close",
  "volume",
  "position",
  "closedNow",
  "stale",
] as const satisfies readonly (keyof BoundContext)[];

/**
 * What hooks that are called once for all instruments are handed in a run of several. What belongs to one instrument is refused by name: plain JavaScript has no
 * types that would, and whichever instrument answered would be the wrong one for somebody. `any` is the context of any of them.
 */
export function runView(any: BoundContext): RunContext {
  const { portfolio, params, symbols, log, random, at } = any;
  const orders = { target: any.orders.target.bind(any.orders) };
  const view = {
    portfolio,
    params,
    symbols,
    log,
    random,
    at,
    orders,
    get time() {
      return any.time;
    },
    get state() {
      return any.state;
    },
  };
  for (const name of OF_ONE) refuse(view, name, name);
  for (const name of Object.getOwnPropertyNames(OrderDesk.prototype))
    if (!Object.hasOwn(orders, name) && name !== "constructor") refuse(orders, name, `orders.${name}`);
  return view as unknown as RunContext;
}

function refuse(holder: object, name: string, path: string): void {
  Object.defineProperty(holder, name, {
    get() {
      const message = `onStart, onBars and onEnd run for all symbols: write at(symbol).${path} instead of ${path}`;
      throw new HindcastError("ORDER_INVALID", message, { name: path });
    },
  });
}
