import * as fc from "fast-check";
import { type AnyStrategy, type BarContext, defineStrategy, type RunContext, type RunSettings } from "hindcast";

/** One command of a random strategy, for one symbol at one point in time. */
export interface Command {
  /** At which call of `onBars` the command is executed, counted from 0. */
  readonly moment: number;
  readonly symbol: number;
  readonly verb: "buy" | "sell" | "protect" | "close" | "cancel" | "cancelAll";
  /** Unit of `amount`: units, the whole position, tenths of equity, hundreds of money, or thousandths of equity at risk. */
  readonly size: "quantity" | "held" | "percent" | "notional" | "risk";
  readonly amount: number;
  /** Distances of the limit and the stop from the last close in price steps; undefined for an order without such a price. */
  readonly limit: number | undefined;
  readonly stop: number | undefined;
  readonly gtc: boolean;
}

const offset = fc.option(fc.integer({ min: -5, max: 5 }), { nil: undefined, freq: 2 });

const command: fc.Arbitrary<Command> = fc.record({
  moment: fc.nat(12),
  symbol: fc.nat(3),
  verb: fc.constantFrom("buy", "buy", "buy", "buy", "sell", "sell", "protect", "close", "cancel", "cancelAll"),
  size: fc.constantFrom("quantity", "quantity", "held", "percent", "notional", "risk"),
  amount: fc.integer({ min: 1, max: 12 }),
  limit: offset,
  stop: offset,
  gtc: fc.boolean(),
});

/** Up to forty commands in any order. */
export const arbitraryCommands = fc.array(command, { maxLength: 40, size: "max" });

const commission = fc.constantFrom(
  { model: "none" },
  { model: "percent", rate: 0.001 },
  { model: "percent", rate: 0.0173 },
  { model: "per-order", amount: 1 },
  { model: "per-share", amount: 0.005, minimum: 1, maximumShare: 0.01 },
);

/** Random settings: little or much cash, with or without costs. */
export const arbitrarySettings: fc.Arbitrary<Partial<RunSettings>> = fc.record({
  cash: fc.constantFrom(1000, 350, 5000, 12_345.67, 100_000),
  commission,
  slippage: fc.constantFrom({ model: "none" }, { model: "none" }, { model: "bps", bps: 7 }),
  moneyRounding: fc.constantFrom("currency", "currency", "none"),
});

/** Values that a strategy could read when its hooks ran, taken from its log. */
export interface Sight {
  readonly cash: number;
  readonly equity: number;
  readonly buyingPower: number;
  /** Number of fills reported to the strategy so far. */
  readonly fills: number;
  readonly holdings: readonly {
    readonly symbol: string;
    readonly quantity: number;
    /** Last price of the symbol; null before the first price. */
    readonly price: number | null;
    readonly value: number;
    readonly realized: number;
    readonly unrealized: number;
  }[];
  /** Values that the strategy read from bars and indicators. */
  readonly read: readonly unknown[];
}

/** State of the strategy that executes random commands. */
export interface ScriptState {
  moment: number;
  fills: number;
}

/**
 * Strategy that executes random commands and logs what it reads whenever its hooks run. Its prices are those of the ordinary market times
 * `scale`.
 */
export function scripted(commands: readonly Command[], priceStep: number, scale = 1): AnyStrategy {
  return obeying(commands, (context, command) => act(context, command, priceStep, scale));
}

/** Creates a strategy that logs what it reads, and executes each command when its turn comes. */
export function obeying<C extends { readonly moment: number }>(
  commands: readonly C[],
  obey: (context: RunContext<any, any, ScriptState>, command: C) => void,
): AnyStrategy {
  const witness = (context: RunContext<any, any, ScriptState>) => {
    const views = context.symbols.map((symbol) => context.at(symbol));
    const sight: Sight = {
      cash: context.portfolio.cash,
      equity: context.portfolio.equity,
      buyingPower: context.portfolio.buyingPower,
      fills: context.state.fills,
      holdings: views.map(({ symbol, position }) => ({
        symbol,
        quantity: position.quantity,
        price: position.marketPrice,
        value: position.marketValue,
        realized: position.realizedPnl,
        unrealized: position.unrealizedPnl,
      })),
      read: views.map(({ bar, close, orders, stale, position }) => [
        bar.index,
        close.value,
        close.ago(2),
        orders.open,
        stale,
        position.averagePrice,
        position.openedAt,
        position.barsHeld,
      ]),
    };
    context.log(JSON.stringify(sight));
  };
  return defineStrategy({
    name: "scripted",
    state: (): ScriptState => ({ moment: 0, fills: 0 }),
    onOrder: ({ log }, order, event) => log(JSON.stringify([order, event])),
    onFill({ state, log }, fill) {
      state.fills++;
      log(JSON.stringify(fill));
    },
    onBars(context) {
      witness(context);
      const now = context.state.moment++;
      for (const command of commands) if (command.moment === now) obey(context, command);
    },
    onEnd: witness,
  });
}

function act(context: RunContext<any, any, ScriptState>, command: Command, priceStep: number, scale: number): void {
  const view: BarContext<any, any, ScriptState> = context.at(context.symbols[command.symbol % context.symbols.length]!);
  const { orders, close, position } = view;
  const last = Number.isNaN(close.value) ? 100 * scale : close.value;
  const at = (steps: number) => Math.max(0.5 * scale, last + steps * priceStep);
  if (command.verb === "close") return void orders.close();
  if (command.verb === "cancelAll") return orders.cancelAll();
  if (command.verb === "cancel") return orders.cancel(command.amount);
  const { amount } = command;
  if (command.verb === "protect") {
    // The take-profit and the stop-loss are for the whole position, so that a fill of one makes the other impossible.
    if (position.flat) return;
    orders.sell({ quantity: position.quantity, limit: at(1 + (amount % 3)), timeInForce: "gtc" });
    orders.sell({ quantity: position.quantity, stop: at(-1 - (amount % 2)), timeInForce: "gtc" });
    return;
  }
  const size =
    command.size === "quantity"
      ? { quantity: amount }
      : command.size === "held"
        ? { quantity: position.flat ? amount : position.quantity }
        : command.size === "percent"
          ? { percent: amount / 10 }
          : command.size === "notional"
            ? { notional: amount * 100 * scale }
            : { risk: amount / 1000, stopPrice: Math.max(0.25 * scale, last - 3 * priceStep) };
  orders[command.verb]({
    ...size,
    ...(command.limit === undefined ? {} : { limit: at(command.limit) }),
    ...(command.stop === undefined ? {} : { stop: at(command.stop) }),
    timeInForce: command.gtc ? "gtc" : "day",
    tag: command.size,
  });
}

/** Returns the values that the strategy logged, in order. */
export function sightsOf(
  log: readonly { readonly time: number; readonly message: string }[],
): (Sight & { time: number })[] {
  return log
    .filter(({ message }) => message.startsWith('{"cash"'))
    .map(({ time, message }) => ({ ...JSON.parse(message), time }));
}
