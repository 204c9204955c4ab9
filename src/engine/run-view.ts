import { HindcastError } from "../primitives/errors.ts";
import type { BoundContext } from "./bound-context.ts";
import type { RunContext } from "./context.ts";
import { StrategyOrders } from "./strategy-orders.ts";

/** Members of a context that belong to one instrument. */
const SYMBOL_MEMBERS = [
  "symbol",
  "bar",
  "ind",
  "open",
  "high",
  "low",
  "close",
  "volume",
  "column",
  "position",
  "closedNow",
  "stale",
] as const satisfies readonly (keyof BoundContext)[];

/**
 * Returns the context of hooks that are called once for all instruments. Reading a member of one instrument throws an
 * error that names it, since plain JavaScript has no types that prevent this. `any` is the context of any instrument.
 */
export function runView(any: BoundContext): RunContext {
  const { portfolio, params, symbols, log, random, at, contract } = any;
  const orders = { target: any.orders.target.bind(any.orders), roll: any.orders.roll.bind(any.orders) };
  const view = {
    portfolio,
    params,
    symbols,
    log,
    random,
    at,
    contract,
    orders,
    get time() {
      return any.time;
    },
    get state() {
      return any.state;
    },
  };
  for (const name of SYMBOL_MEMBERS) forbid(view, name, name);
  for (const name of Object.getOwnPropertyNames(StrategyOrders.prototype))
    if (!Object.hasOwn(orders, name) && name !== "constructor") forbid(orders, name, `orders.${name}`);
  return view as unknown as RunContext;
}

function forbid(holder: object, name: string, path: string): void {
  Object.defineProperty(holder, name, {
    get() {
      const message = `onStart, onBars and onEnd run for all symbols: write at(symbol).${path} instead of ${path}`;
      throw new HindcastError("ORDER_INVALID", message, { name: path });
    },
  });
}
