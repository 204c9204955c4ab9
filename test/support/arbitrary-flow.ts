import * as fc from "fast-check";
import type { AnyStrategy, BarContext, RunContext, RunSettings, TimeInForce } from "hindcast";
import { obeying, type ScriptState } from "./arbitrary-orders.ts";

/** One command of a random strategy that uses all features of the broker. */
export interface FlowCommand {
  readonly moment: number;
  readonly symbol: number;
  readonly verb: "buy" | "sell" | "oco" | "replace" | "close" | "cancel";
  readonly size: "quantity" | "percent" | "notional" | "risk";
  readonly amount: number;
  readonly type: "market" | "limit" | "stop" | "stop_limit" | "trail" | "trailPercent";
  /** Distances in price steps: those of the limit and the stop from the last close, those of exits from the entry. */
  readonly limit: number;
  readonly stop: number;
  readonly profit: number | undefined;
  readonly loss: number | undefined;
  readonly lossKind: "stop" | "stop_limit" | "trail";
  readonly timeInForce: TimeInForce;
  /** Number of half hours until a good-till-date order expires. */
  readonly ends: number;
  readonly reduceOnly: boolean;
}

const steps = fc.integer({ min: -5, max: 5 });

const command: fc.Arbitrary<FlowCommand> = fc.record({
  moment: fc.nat(12),
  symbol: fc.nat(3),
  verb: fc.constantFrom("buy", "buy", "buy", "sell", "sell", "oco", "replace", "close", "cancel"),
  size: fc.constantFrom("quantity", "quantity", "percent", "percent", "notional", "risk"),
  amount: fc.integer({ min: 1, max: 12 }),
  type: fc.constantFrom("market", "market", "limit", "limit", "stop", "stop_limit", "trail", "trailPercent"),
  limit: steps,
  stop: steps,
  profit: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined, freq: 2 }),
  loss: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined, freq: 2 }),
  lossKind: fc.constantFrom("stop", "stop", "stop_limit", "trail"),
  timeInForce: fc.constantFrom("day", "day", "gtc", "gtc", "gtd", "ioc", "fok", "opg", "cls"),
  ends: fc.constantFrom(1, 2, 3, 24, 48, 49, 96, 150),
  reduceOnly: fc.integer({ min: 0, max: 5 }).map((k) => k === 0),
});

/** Up to forty commands of every kind. */
export const arbitraryFlow = fc.array(command, { maxLength: 40, size: "max" });

const usually = <T>(first: T, ...others: readonly T[]) => fc.constantFrom(first, first, ...others);

/** Random settings: rules of filling, account types, commissions of every model, limits of volume, and latency. */
export const arbitraryConventions: fc.Arbitrary<Partial<RunSettings>> = fc.record({
  cash: fc.constantFrom(1000, 350, 5000, 12_345.67, 100_000),
  account: fc.constantFrom("cash", "margin", "margin"),
  commission: fc.constantFrom(
    { model: "none" },
    { model: "percent", rate: 0.001 },
    { model: "per-share", amount: 0.005, minimum: 0.01, maximumShare: 0.01 },
    { model: "maker-taker", maker: 0.0002, taker: 0.005 },
    { model: "tiered", rate: 0.01, secondFrom: 500, secondRate: 0.002, thirdFrom: 2000, thirdRate: 0 },
  ),
  slippage: usually(
    { model: "none" },
    { model: "bps", bps: 7 },
    { model: "spread", spread: 0.02 },
    { model: "volume-share", impact: 0.1 },
  ),
  initialMargin: fc.constantFrom(0.5, 0.3, 0.3),
  // Margin calls are frequent if the maintenance margin is close to the initial one.
  maintenanceMargin: fc.constantFrom(0.25, 0.3),
  marginCalls: fc.constantFrom("in-bar", "in-bar", "at-close"),
  debitRate: usually(0, 0.5),
  creditRate: usually(0, 0.5),
  borrowRate: usually(0, 0.5),
  volumeShare: usually(0, 0.1, 0.5),
  latencyMs: usually<number>(0, 1, 1_800_000, 3_600_000, 86_400_000),
  fillAt: usually("next-open", "next-close", "same-close"),
  sizeAt: usually("at-submission", "at-fill"),
  shortCash: usually("reduce", "reject", "allow-negative"),
  limitFill: usually("touch", "trade-through"),
  stopGap: usually("at-open", "at-stop"),
  intrabar: fc.constantFrom("pessimistic", "optimistic", "ohlc", "olhc", "nearest-extreme"),
  entryBarExits: usually("same-bar", "next-bar"),
  moneyRounding: usually("currency", "none"),
});

/** Number of units that splits before a time have made of one unit. */
export type UnitsBefore = (symbol: string, time: number) => number;

/** Strategy that executes the random commands. Their prices and quantities are in units from before all splits. */
export function flowing(
  commands: readonly FlowCommand[],
  priceStep: number,
  unitsBefore: UnitsBefore = () => 1,
): AnyStrategy {
  return obeying(commands, (context, given) => obey(context, given, priceStep, unitsBefore));
}

function obey(
  context: RunContext<any, any, ScriptState>,
  given: FlowCommand,
  step: number,
  unitsBefore: UnitsBefore,
): void {
  const view: BarContext<any, any, ScriptState> = context.at(context.symbols[given.symbol % context.symbols.length]!);
  const { orders, close, position, symbol, bar } = view;
  const units = unitsBefore(symbol, context.time);
  const priceStep = step / units;
  // The close of a bar is in units of that bar, so it is converted to the original units.
  const last = Number.isNaN(close.value) ? 100 / units : (close.value * unitsBefore(symbol, bar.time + 1)) / units;
  const at = (away: number) => Math.max(0.5 / units, last + away * priceStep);
  const { verb, amount } = given;
  const quantity = amount * units;
  const loss = (side: number, entry = 0) => {
    const stop = at(entry - side * given.loss!);
    if (given.lossKind === "stop") return stop;
    return given.lossKind === "trail"
      ? { trail: given.loss! * priceStep }
      : { stop, limit: at(entry - side * (given.loss! + (amount % 3) - 1)) };
  };
  if (verb === "close") return void orders.close();
  if (verb === "cancel") return orders.cancel(amount);
  if (verb === "oco") {
    const side = position.quantity < 0 ? -1 : 1;
    orders.oco({
      takeProfit: at(side * (given.profit ?? 2)),
      stopLoss: given.loss === undefined ? at(-side * 2) : loss(side),
      quantity,
      tag: `oco ${amount}`,
    });
    return;
  }
  if (verb === "replace") {
    const old = orders.open[given.symbol % Math.max(1, orders.open.length)];
    if (old === undefined) return;
    orders.replace(old.id, {
      ...(given.size === "quantity" && { quantity }),
      ...(old.limitPrice !== undefined && { limit: at(given.limit) }),
      ...(old.type.startsWith("stop") && { stop: at(given.stop) }),
      ...(old.trailAmount !== undefined && { trail: (1 + (amount % 4)) * priceStep }),
    });
    return;
  }
  const side = verb === "buy" ? 1 : -1;
  // Most of the random exits are on the valid side of the price at which the entry may fill.
  const waits = given.type.startsWith("stop")
    ? given.stop * side > 0
    : given.type === "limit" && given.limit * side < 0;
  const entry = waits && amount !== 7 ? (given.type === "limit" ? given.limit : given.stop) : 0;
  const size = {
    quantity: { quantity },
    percent: { percent: amount / 3 },
    notional: { notional: amount * 100 },
    risk: { risk: amount / 1000, stopPrice: Math.max(0.25, last + (entry - side * 3) * priceStep) },
  }[given.size];
  const prices = {
    market: {},
    limit: { limit: at(given.limit) },
    stop: { stop: at(given.stop) },
    stop_limit: { limit: at(given.limit), stop: at(given.stop) },
    trail: { trail: amount * priceStep },
    trailPercent: { trailPercent: amount / 200 },
  }[given.type];
  orders[verb]({
    ...size,
    ...prices,
    timeInForce: given.timeInForce,
    ...(given.timeInForce === "gtd" && { expiresAt: context.time + given.ends * 1_800_000 }),
    reduceOnly: given.reduceOnly,
    ...(given.profit !== undefined && !given.reduceOnly && { takeProfit: at(entry + side * given.profit) }),
    ...(given.loss !== undefined && !given.reduceOnly && { stopLoss: loss(side, entry) }),
    tag: given.size,
  });
}
