import * as fc from "fast-check";
import { type BarContext, Bars, defineStrategy, type RunContext } from "hindcast";
import { afterAll, describe, expect } from "vitest";
import { Backtest } from "../../src/engine/backtest.ts";
import { RunPlan } from "../../src/engine/run-plan.ts";
import type { Phase } from "../../src/simulation/simulation.ts";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { Exchange } from "../../src/server/trading/exchange.ts";
import { tradableSeries } from "../../src/server/trading/tradable-series.ts";
import { coins, COINS_START } from "../support/coins.ts";
import {
  arbitraryActions,
  type ClientAction,
  exits,
  givenAt,
  MINUTE,
  MOMENTS,
  options,
  request,
  SYMBOLS,
} from "../support/client-actions.ts";
import { runs } from "../support/runs.ts";
import { type Floor, openFloor } from "../support/trading-floor.ts";
import { property } from "../support/property.ts";

/** Performs client actions in the hooks of a batch run. Returns its fills, and its orders except for rejected ones. */
function inBatch(recorded: RecordedMarket, actions: readonly ClientAction[], account: "cash" | "margin") {
  let moment = 0;
  const ids: number[] = [];
  const moments = givenAt(actions);
  const strategy = defineStrategy({
    name: "actions",
    onBars(context: RunContext) {
      moment++;
      for (const action of actions.filter((one) => one.moment === moment)) {
        const { orders } = context.at(SYMBOLS[action.symbol]) as BarContext;
        const given = options(action);
        const { profit, loss } = exits(action);
        if (action.verb === "order") ids.push(orders[action.side](given));
        else if (action.verb === "bracket")
          ids.push(orders[action.side]({ ...given, takeProfit: profit, stopLoss: loss }));
        else if (action.verb === "close") orders.close();
        else if (ids[action.of] === undefined) continue;
        else if (action.verb === "cancel") orders.cancel(ids[action.of]!);
        else if (moments[action.of] !== moment) orders.replace(ids[action.of]!, { quantity: action.quantity });
      }
    },
  });
  const from = new Date(COINS_START).toISOString();
  const plan = new RunPlan(strategy, tradableSeries(recorded, COINS_START, "USD"), {
    settings: {
      ...new Exchange(recorded, COINS_START, {}).settings,
      from,
      account,
      hours: "regular",
      admission: "as-submitted",
    },
  });
  const going = new Backtest(plan);
  going.advance();
  const { log } = going.simulation.broker;
  const records = Array.from({ length: log.length }, (_, i) => log.record(i + 1, plan.data.symbols));
  return {
    fills: going.simulation.portfolio.entries
      .fills(plan.data.symbols)
      .map(({ symbol, side, quantity, price, time }) => ({ symbol, side, quantity, price, time })),
    orders: records
      .filter(({ status }) => status !== "rejected")
      .map(({ symbol, side, type, quantity, filledQuantity, submittedAt }) => ({
        symbol,
        side,
        type,
        quantity,
        filledQuantity,
        submittedAt,
      })),
    cash: going.simulation.portfolio.cash,
  };
}

/** Performs client actions over HTTP, each at the time of the hooks. `look` is called after every step. */
async function overHttp(floor: Floor, actions: readonly ClientAction[], look: (floor: Floor) => Promise<void>) {
  const ids: (string | undefined)[] = [];
  const moments = givenAt(actions);
  for (let moment = 1; moment <= MOMENTS; moment++) {
    floor.session.advance(COINS_START + moment * MINUTE, 5);
    for (const action of actions.filter((one) => one.moment === moment)) {
      const { profit, loss } = exits(action);
      const bracket = { order_class: "bracket", take_profit: { limit_price: profit }, stop_loss: { stop_price: loss } };
      if (action.verb === "order") ids.push(await idOf(floor.order(request(action))));
      else if (action.verb === "bracket") ids.push(await idOf(floor.order({ ...request(action), ...bracket })));
      else if (action.verb === "close") await floor.ask("DELETE", `/positions/${SYMBOLS[action.symbol]}`);
      else if (ids[action.of] === undefined) continue;
      else if (action.verb === "cancel") await floor.ask("DELETE", `/orders/${ids[action.of]}`);
      else if (moments[action.of] !== moment)
        await floor.ask("PATCH", `/orders/${ids[action.of]}`, { quantity: action.quantity });
    }
    if (moment % 4 === 0) await look(floor);
  }
  floor.session.advance(COINS_START + 10 * 60 * MINUTE);
  await look(floor);
  const fills = (await floor.get("/fills?limit=1000&direction=asc")).body.fills as Record<string, never>[];
  const orders = (await floor.get("/orders?limit=1000&direction=asc&status=all")).body.orders as Record<
    string,
    never
  >[];
  return {
    fills: fills.map(({ symbol, side, quantity, price, timestamp }) => ({
      symbol,
      side,
      quantity,
      price,
      time: Date.parse(timestamp),
    })),
    orders: orders.map((order) => ({
      symbol: order["symbol"],
      side: order["side"],
      type: order["type"],
      quantity: order["quantity"],
      filledQuantity: order["filled_quantity"],
      submittedAt: Date.parse(order["submitted_at"]!),
    })),
    cash: (await floor.account()).cash as number,
  };
}

async function idOf(placed: ReturnType<Floor["order"]>): Promise<string | undefined> {
  const { status, body } = await placed;
  const wrongSide = JSON.stringify(body).includes("the expected fill price");
  expect(wrongSide ? [400] : [201, 422], JSON.stringify(body)).toContain(status);
  return status === 201 ? (body.id as string) : undefined;
}

const OPEN = ["accepted", "held", "new", "partially_filled"];

/** Checks rules that answers must follow at any moment. */
async function expectConsistent(floor: Floor): Promise<void> {
  const { account, positions } = (await floor.get("/portfolio")).body;
  const worth = (positions as { market_value: number }[]).reduce((sum, { market_value: value }) => sum + value, 0);
  expect(account.equity).toBeCloseTo(account.cash + worth, 6);
  expect(account.equity).toBeCloseTo(account.cash + account.long_market_value + account.short_market_value, 6);
  const orders = (await floor.get("/orders?limit=1000&status=all")).body.orders as Record<string, never>[];
  for (const order of orders) {
    expect(order["remaining_quantity"]).toBeCloseTo(order["quantity"]! - order["filled_quantity"]!, 8);
    expect((order["status"] as string) === "filled").toBe(order["filled_at"] !== null);
    expect(order["updated_at"]! >= order["created_at"]!).toBe(true);
  }
  const open = (await floor.get("/orders?limit=1000")).body.orders as Record<string, never>[];
  expect(open.map(({ id }) => id)).toEqual(
    orders.filter(({ status }) => OPEN.includes(status as string)).map(({ id }) => id),
  );
}

const server = await openFloor();
afterAll(() => server.server.close());
let cases = 0;

const seed = fc.nat(1000);
const account = fc.constantFrom("cash" as const, "margin" as const);

describe("orders", () => {
  property([seed, arbitraryActions, account], runs(15))(
    "sent over HTTP fill and end like orders that a strategy submits in its hooks",
    async (number, actions, type) => {
      const recorded = coins(60 + MOMENTS + 10, number);
      const floor = server.openSession(recorded, {
        id: `case-${++cases}`,
        start: COINS_START,
        settings: { account: type },
      });
      const served = await overHttp(floor, actions, expectConsistent);
      expect(served).toEqual(inBatch(recorded, actions, type));
    },
  );
});

/** Recorded coins whose prices differ from a given time on. */
function otherwise(recorded: RecordedMarket, other: RecordedMarket, now: number, phase: number): RecordedMarket {
  const series = recorded.series.map(({ symbol, bars }, which) => {
    const changed = other.series[which]!.bars;
    const column = (name: "open" | "high" | "low" | "close" | "volume") =>
      bars[name].map((value, i) => {
        const opens = bars.time[i]!;
        const known = name === "open" ? opens < now || (opens === now && phase === 7) : opens + MINUTE <= now;
        return known ? value : changed[name][i]!;
      });
    const columns = { open: column("open"), volume: column("volume"), close: column("close") };
    // The open of a forming bar is already known, so the bar's high and low must include it.
    const high = column("high").map((value, i) => Math.max(value, columns.open[i]!, columns.close[i]!));
    const low = column("low").map((value, i) => Math.min(value, columns.open[i]!, columns.close[i]!));
    return { symbol, bars: new Bars("1m", { time: bars.time, ...columns, high, low }) };
  });
  return { ...recorded, series };
}

const WHOLE = ["/portfolio", "/orders?status=all", "/fills", "/portfolio/history?interval=1m"];

/** Answers to a client that performs its actions and at the end reads all data, at a given phase. */
async function everyAnswer(
  client: Floor,
  actions: readonly ClientAction[],
  end: number,
  phase: Phase,
  restarts: readonly number[] = [],
): Promise<unknown[]> {
  let floor = client;
  const answers: unknown[] = [];
  const ids: unknown[] = [];
  for (let moment = 1; moment <= end; moment++) {
    if (restarts.includes(moment)) floor = floor.reopened();
    floor.session.advance(COINS_START + moment * MINUTE, moment === end ? phase : 7);
    for (const action of actions.filter((one) => one.moment === moment)) {
      const path = `/orders/${String(ids[action.of])}`;
      if (action.verb === "close") answers.push(await floor.ask("DELETE", `/positions/${SYMBOLS[action.symbol]}`));
      else if (action.verb === "cancel") answers.push(await floor.ask("DELETE", path));
      else if (action.verb === "replace") answers.push(await floor.ask("PATCH", path, { quantity: action.quantity }));
      else {
        const placed = await floor.order(request(action));
        ids.push(placed.body.id);
        answers.push(placed);
      }
    }
    for (const path of WHOLE) answers.push(await floor.get(path));
  }
  return answers.map((answer) => {
    const { status, body } = answer as { status: number; body: unknown };
    return { status, body };
  });
}

describe("answers about an account", () => {
  property(
    [seed, seed, arbitraryActions, account, fc.integer({ min: 1, max: 7 }), fc.integer({ min: 2, max: 9 })],
    runs(8),
  )("do not depend on later prices of the market", async (number, other, actions, type, phase, end) => {
    const recorded = coins(60 + MOMENTS, number);
    const now = COINS_START + end * MINUTE;
    const changed = otherwise(recorded, coins(60 + MOMENTS, other + 2000), now, phase);
    const ask = (market: RecordedMarket): Promise<unknown[]> => {
      // Both markets use sessions of one server, each of which numbers its own accounts.
      const floor = server.openSession(market, {
        id: `case-${++cases}`,
        start: COINS_START,
        settings: { account: type },
      });
      return everyAnswer(floor, actions, end, phase as Phase);
    };
    expect(await ask(changed)).toEqual(await ask(recorded));
  });
});

describe("a session restored after restarts", () => {
  property(
    [seed, arbitraryActions, account, fc.array(fc.integer({ min: 1, max: MOMENTS }), { minLength: 1 })],
    runs(8),
  )("gives the same answers as a session without restarts", async (number, actions, type, restarts) => {
    const recorded = coins(60 + MOMENTS, number);
    const ask = (at: readonly number[]): Promise<unknown[]> => {
      const floor = server.openSession(recorded, {
        id: `case-${++cases}`,
        start: COINS_START,
        settings: { account: type },
      });
      return everyAnswer(floor, actions, MOMENTS, 7, at);
    };
    expect(await ask(restarts)).toEqual(await ask([]));
  });
});
