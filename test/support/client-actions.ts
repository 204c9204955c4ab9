import * as fc from "fast-check";

export const MINUTE = 60_000;
export const MOMENTS = 16;
export const SYMBOLS = ["AAAUSD", "BBBUSD"] as const;

/** A random action of a client at the close of a minute. */
export interface ClientAction {
  readonly moment: number;
  readonly symbol: 0 | 1;
  readonly verb: "order" | "bracket" | "cancel" | "replace" | "close";
  readonly side: "buy" | "sell";
  readonly type: "market" | "limit" | "stop" | "stop_limit" | "trailing_stop";
  readonly timeInForce: "day" | "gtc" | "ioc" | "fok";
  readonly quantity: number;
  /** Distance of the price from 100, in price steps. */
  readonly near: number;
  /** Index of the earlier order that the action changes. */
  readonly of: number;
}

export const arbitraryActions: fc.Arbitrary<readonly ClientAction[]> = fc
  .array(
    fc.record({
      moment: fc.integer({ min: 1, max: MOMENTS }),
      symbol: fc.constantFrom(0 as const, 1 as const),
      verb: fc.constantFrom("order", "order", "order", "bracket", "cancel", "replace", "close"),
      side: fc.constantFrom("buy", "buy", "sell"),
      type: fc.constantFrom("market", "limit", "stop", "stop_limit", "trailing_stop"),
      timeInForce: fc.constantFrom("day", "gtc", "ioc", "fok"),
      quantity: fc.constantFrom(1, 5, 20, 0.25, 300, 900),
      near: fc.integer({ min: -8, max: 8 }),
      of: fc.nat(12),
    }) as fc.Arbitrary<ClientAction>,
    { maxLength: 40, size: "max" },
  )
  .map((actions) => actions.toSorted((a, b) => a.moment - b.moment));

const priceOf = ({ near }: ClientAction): number => 100 + near / 4;

/** Options of the action's order, as a strategy states them. */
export function options(action: ClientAction) {
  const price = priceOf(action);
  const prices = {
    market: {},
    limit: { limit: price },
    stop: { stop: price },
    stop_limit: { stop: price, limit: price + 0.1 },
    trailing_stop: { trail: 0.5 },
  }[action.type];
  return { quantity: action.quantity, timeInForce: action.timeInForce, ...prices };
}

/** The order of an action, as a request to the server states it. */
export function request(action: ClientAction) {
  const { limit, stop, trail, timeInForce, ...rest } = options(action) as Record<string, unknown>;
  return {
    symbol: SYMBOLS[action.symbol],
    side: action.side,
    type: action.type,
    time_in_force: timeInForce,
    ...rest,
    ...(limit === undefined ? {} : { limit_price: limit }),
    ...(stop === undefined ? {} : { stop_price: stop }),
    ...(trail === undefined ? {} : { trail_amount: trail }),
  };
}

/** Returns the times at which the actions submit orders. A strategy cannot change an order in the hook that submits it. */
export function givenAt(actions: readonly ClientAction[]): readonly number[] {
  return actions.filter(({ verb }) => verb === "order" || verb === "bracket").map(({ moment }) => moment);
}

const reach = (action: ClientAction) => ({ up: priceOf(action) + 3, down: priceOf(action) - 3 });

/** Returns a take-profit and a stop-loss on the valid sides of the entry. */
export function exits(action: ClientAction): { readonly profit: number; readonly loss: number } {
  const { up, down } = reach(action);
  return action.side === "buy" ? { profit: up, loss: down } : { profit: down, loss: up };
}
