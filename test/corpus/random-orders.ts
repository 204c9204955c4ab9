import { type AnyStrategy, type BarContext, defineStrategy, type RunContext, type RunSettings } from "hindcast";
import { seededRandom } from "../support/series.ts";

/** Strategy with random orders of every type, size and time in force, with and without exits, and some cancels, replacements and closes. */
export function randomOrders(seed: number): AnyStrategy {
  let random = seededRandom(seed);
  return defineStrategy({
    name: "random-orders",
    onStart() {
      random = seededRandom(seed);
    },
    onBars(context: RunContext) {
      for (const symbol of context.symbols) {
        const view = context.at(symbol) as BarContext;
        const count = random() < 0.35 ? 1 + Math.floor(random() * 2) : 0;
        for (let i = 0; i < count; i++) act(view, context.time, random);
      }
    },
  });
}

function act(view: BarContext, time: number, random: () => number): void {
  const { orders, close, position } = view;
  const pick = <T>(...choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const last = Number.isNaN(close.value) ? 100 : close.value;
  const at = (away: number): number => Math.max(0.5, last * (1 + away / 100));
  const verb = pick("buy", "buy", "buy", "sell", "sell", "oco", "replace", "close", "cancel", "target");
  const amount = 1 + Math.floor(random() * 12);
  const [limit, stop, profit, loss] = [0, 0, 0, 0].map(() => Math.floor(random() * 9) - 4) as [
    number,
    number,
    number,
    number,
  ];
  if (verb === "close") return void orders.close();
  if (verb === "cancel") return orders.cancel(amount);
  if (verb === "target") return void orders.target({ [view.symbol]: amount / 14 }, { tag: "target" });
  if (verb === "oco") {
    const side = position.quantity < 0 ? -1 : 1;
    return void orders.oco({
      takeProfit: at(side * (1 + Math.abs(profit))),
      stopLoss: at(-side * (1 + Math.abs(loss))),
    });
  }
  if (verb === "replace") {
    const old = orders.open[amount % Math.max(1, orders.open.length)];
    if (old === undefined) return;
    return void orders.replace(old.id, {
      quantity: amount,
      ...(old.limitPrice !== undefined && { limit: at(limit) }),
      ...(old.type.startsWith("stop") && { stop: at(stop) }),
      ...(old.trailAmount !== undefined && { trail: last * 0.01 * (1 + Math.abs(stop)) }),
    });
  }
  const side = verb === "buy" ? 1 : -1;
  const type = pick("market", "market", "limit", "limit", "stop", "stop_limit", "trail", "trailPercent");
  const waits = type.startsWith("stop") ? stop * side > 0 : type === "limit" && limit * side < 0;
  const entry = waits ? (type === "limit" ? limit : stop) : 0;
  const timeInForce = pick("day", "day", "gtc", "gtc", "gtd", "ioc", "fok", "opg", "cls");
  const exits = random();
  orders[verb]({
    ...pick<{ quantity: number } | { percent: number } | { notional: number } | { risk: number; stopPrice: number }>(
      { quantity: amount },
      { quantity: amount },
      { percent: amount / 3 },
      { notional: amount * 100 },
      { risk: amount / 1000, stopPrice: at(entry - side * 3) },
    ),
    ...{
      market: {},
      limit: { limit: at(limit) },
      stop: { stop: at(stop) },
      stop_limit: { limit: at(limit), stop: at(stop) },
      trail: { trail: last * 0.01 * amount },
      trailPercent: { trailPercent: amount / 200 },
    }[type],
    timeInForce,
    ...(timeInForce === "gtd" && { expiresAt: time + pick(1, 2, 3, 24, 48, 96) * 1_800_000 }),
    ...(exits < 0.4 && { takeProfit: at(entry + side * (1 + Math.abs(profit))) }),
    ...(exits > 0.2 &&
      exits < 0.6 && {
        stopLoss: pick<number | { trail: number } | { stop: number; limit: number }>(
          at(entry - side * (1 + Math.abs(loss))),
          { trail: last * 0.02 },
          {
            stop: at(entry - side * (1 + Math.abs(loss))),
            limit: at(entry - side * (2 + Math.abs(loss))),
          },
        ),
      }),
    ...(exits > 0.9 && { reduceOnly: true }),
    tag: type,
  });
}

const CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  cash: [1000, 350, 5000, 12_345.67, 100_000],
  account: ["cash", "margin", "margin", "cash-flow", "free-margin", "buying-power", "unchecked"],
  admission: ["reducing-first", "as-submitted"],
  commission: [
    { model: "none" },
    { model: "percent", rate: 0.001 },
    { model: "per-share", amount: 0.005, minimum: 0.01, maximumShare: 0.01 },
    { model: "maker-taker", maker: 0.0002, taker: 0.005 },
    { model: "tiered", rate: 0.01, secondFrom: 500, secondRate: 0.002, thirdFrom: 2000, thirdRate: 0 },
  ],
  slippage: [
    { model: "none" },
    { model: "none" },
    { model: "bps", bps: 7 },
    { model: "spread", spread: 0.02 },
    { model: "volume-share", impact: 0.1 },
  ],
  initialMargin: [0.5, 0.3],
  maintenanceMargin: [0.25, 0.3],
  unitMargin: [0, 0, 20],
  debitRate: [0, 0.5],
  creditRate: [0, 0.5],
  borrowRate: [0, 0.5],
  volumeShare: [0, 0, 0.1, 0.5],
  latencyMs: [0, 0, 0, 1, 3_600_000, 86_400_000],
  sizing: ["affordable", "affordable", "net-of-commission", "value", "near-value"],
  cashBuffer: [0, 0, 0.025],
  orderLife: ["day", "gtc"],
  exclusiveOrders: [false, false, false, true],
  closing: ["cancels", "reduces", "plain"],
  fillAt: ["next-open", "next-open", "next-close", "same-close"],
  sizeAt: ["at-submission", "at-fill"],
  restingSee: ["bar", "bar", "close", "traded-close"],
  fillsBy: ["order", "order", "trade"],
  slippageReach: ["unbounded", "bar"],
  limitSlippage: ["none", "slips", "waits", "to-limit", "by-model"],
  tickRounding: ["fills", "orders", "none"],
  ruin: ["goes-on", "ends"],
  marginCalls: ["in-bar", "at-close"],
  shortCash: ["reduce", "reject", "allow-negative"],
  limitFill: ["touch", "trade-through"],
  stopGap: ["at-open", "at-stop"],
  stopLimitFill: ["proven", "at-stop", "turned", "by-close"],
  trailFollows: ["extremes", "closes"],
  trailFill: ["at-stop", "worse-close"],
  intrabar: ["queue", "as-given", "pessimistic", "optimistic", "ohlc", "olhc", "nearest-extreme", "band"],
  entryBarExits: ["same-bar", "next-bar", "proven"],
  exitSides: ["expected-price", "own-price", "unchecked"],
  exits: ["reduce-only", "plain"],
  atEnd: ["mark", "finalize", "finalize-at-open"],
  barsEnd: ["hold", "settle"],
  moneyRounding: ["currency", "none"],
};

/** Random settings. A random selection of them keeps the defaults. */
export function randomSettings(seed: number): Partial<RunSettings> {
  const random = seededRandom(seed);
  const often = random() < 0.5 ? 0.2 : 0.6;
  const settings: Record<string, unknown> = {};
  for (const [name, choices] of Object.entries(CHOICES)) {
    const chosen = choices[Math.floor(random() * choices.length)];
    if (name === "account" || name === "cash" || random() < often) settings[name] = chosen;
  }
  return settings;
}
