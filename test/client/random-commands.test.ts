import * as fc from "fast-check";
import type { BarContext, RunContext, RunSettings } from "hindcast";
import { type Client, createClient, runRemote } from "hindcast/client";
import { afterAll, beforeAll, expect } from "vitest";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { arbitraryCommands, type Command, obeying, type ScriptState } from "../support/arbitrary-orders.ts";
import { batchOf } from "../support/parity-runs.ts";
import { runs } from "../support/runs.ts";
import { servedSample } from "../support/served-sample.ts";
import { property } from "../support/property.ts";

let server: HindcastServer;
let client: Client;

beforeAll(async () => {
  server = await servedSample();
  const apiKey = server.hindcast.keys.create({
    name: "test",
    tier: "enterprise",
    scopes: ["market_data:read", "stream:read", "trading:read", "trading:write", "replay:control"],
  }).text;
  client = createClient({ baseUrl: await server.listen({ port: 0, host: "127.0.0.1" }), apiKey });
});
afterAll(() => server.close());

/** A few minutes of two symbols with a split. */
const MINUTES = {
  symbols: ["AAPL", "MSFT"],
  interval: "1m",
  from: "2023-11-03T19:52:00Z",
  to: "2023-11-06T14:36:00Z",
} as const;

const settings: fc.Arbitrary<Partial<RunSettings>> = fc.constantFrom<Partial<RunSettings>>(
  {},
  { account: "margin" },
  { account: "margin", bookAt: "bar-close" },
  { atEnd: "finalize" },
  { conventions: "backtrader" },
  { conventions: "backtesting.py" },
);

/** A random action on one of the open orders. */
const action = fc.record({
  moment: fc.nat(12),
  place: fc.nat(4),
  verb: fc.constantFrom("replace" as const, "drop" as const, "end" as const, "target" as const),
  quantity: fc.integer({ min: 1, max: 15 }),
});
type Action = Command | (typeof action extends fc.Arbitrary<infer One> ? One : never);

function execute(context: RunContext<any, any, ScriptState>, one: Action): void {
  const { symbols } = context;
  const symbol = symbols["symbol" in one ? one.symbol % symbols.length : 0]!;
  const { orders, close, position }: BarContext<any, any, ScriptState> = context.at(symbol);
  if ("place" in one) {
    const order = orders.open[one.place];
    if (one.verb === "end") orders.close({ tag: "end" });
    else if (one.verb === "target") orders.target({ [symbol]: one.quantity / 20 });
    else if (order === undefined) return;
    else if (one.verb === "drop") orders.cancel(order.id);
    else orders.replace(order.id, { quantity: one.quantity });
    return;
  }
  const { verb, amount, limit, stop } = one;
  const at = (steps: number) => close.value * (1 + steps / 1_000);
  if (verb === "close") return void orders.close();
  if (verb === "cancelAll") return orders.cancelAll();
  if (verb === "cancel") return orders.cancel(amount);
  if (verb === "protect") {
    if (position.direction === "long") orders.oco({ takeProfit: at(4), stopLoss: { trail: close.value * 0.003 } });
    return;
  }
  orders[verb]({
    ...(one.size === "percent" ? { percent: amount / 10 } : { quantity: amount }),
    ...(limit === undefined ? {} : { limit: at(limit) }),
    ...(stop === undefined ? {} : { stop: at(stop) }),
    ...(limit === undefined && amount % 2 === 0 ? { stopLoss: { trail: close.value * 0.004 } } : {}),
    timeInForce: one.gtc ? "gtc" : "day",
    tag: `${verb} ${amount}`,
  });
}

/** Two OCO pairs for one position. The first order of the second pair is replaced. */
const protect = { moment: 8, symbol: 0, verb: "protect", size: "quantity", amount: 1, gtc: false } as const;
const REPLACED_PAIR: [Command[], Exclude<Action, Command>[], Partial<RunSettings>] = [
  [
    { ...protect, limit: undefined, stop: undefined },
    { ...protect, limit: undefined, stop: undefined },
  ],
  [
    { moment: 9, place: 2, verb: "replace", quantity: 1 },
    { moment: 0, place: 0, verb: "target", quantity: 2 },
  ],
  { conventions: "backtrader" },
];

/** An exit is replaced at the same time as its position is closed. */
const LATE_CHANGE: typeof REPLACED_PAIR = [
  [
    { ...protect, moment: 0, verb: "buy", amount: 4, limit: undefined, stop: undefined },
    { ...protect, moment: 11, verb: "close", limit: undefined, stop: undefined },
  ],
  [{ moment: 11, place: 0, verb: "replace", quantity: 1 }],
  {},
];

/** The only exit of an entry is replaced before the entry fills. */
const CHANGED_EXIT: typeof REPLACED_PAIR = [
  [
    { ...protect, moment: 0, verb: "buy", limit: undefined, stop: 1 },
    { ...protect, moment: 0, verb: "buy", amount: 4, limit: undefined, stop: 1, gtc: true },
  ],
  [{ moment: 1, place: 2, verb: "replace", quantity: 1 }],
  {},
];

/** The first order of a pair is replaced with a larger quantity than the position. */
const REFUSED_CHANGE: typeof REPLACED_PAIR = [
  [
    { ...protect, moment: 0, verb: "buy", limit: undefined, stop: undefined },
    { ...protect, limit: undefined, stop: undefined },
  ],
  [{ moment: 9, place: 0, verb: "replace", quantity: 5 }],
  {},
];

/** An entry with an exit is replaced with a quantity that the account cannot pay for. */
const REFUSED_ENTRY: typeof REPLACED_PAIR = [
  [
    { ...protect, moment: 0, verb: "sell", amount: 2, limit: undefined, stop: -1 },
    { ...protect, moment: 0, symbol: 1, verb: "buy", amount: 4, limit: undefined, stop: undefined },
    { ...protect, moment: 0, symbol: 1, verb: "buy", amount: 8, limit: undefined, stop: undefined },
    { ...protect, moment: 0, symbol: 1, verb: "buy", size: "percent", amount: 4, limit: undefined, stop: undefined },
  ],
  [{ moment: 1, place: 0, verb: "replace", quantity: 13 }],
  { account: "margin" },
];

property([arbitraryCommands, fc.array(action, { maxLength: 8 }), settings], {
  ...runs(6),
  examples: [REPLACED_PAIR, LATE_CHANGE, CHANGED_EXIT, REFUSED_CHANGE, REFUSED_ENTRY],
})(
  "a backtest and a run against a server agree on random orders, replacements and cancellations of a strategy",
  async (commands, actions, settingValues) => {
    const strategy = obeying<Action>([...commands, ...actions], execute);
    const commission = { model: "percent", rate: 0.001 } as const;
    const options = { ...MINUTES, settings: { cash: 5_000, commission, ...settingValues } };
    const batch = await batchOf({ strategy, on: "minute bars", options });
    const remote = await runRemote(strategy, client, options);
    expect(remote.fillHash).toBe(batch.fillHash);
    expect(remote.orders).toEqual(batch.orders);
    expect(remote.log).toEqual(batch.log);
  },
  120_000,
);
