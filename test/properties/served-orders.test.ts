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
  arbitraryDeeds,
  type Deed,
  exits,
  givenAt,
  MINUTE,
  MOMENTS,
  options,
  request,
  SYMBOLS,
} from "../support/deeds.ts";
import { runs } from "../support/runs.ts";
import { type Floor, openFloor } from "../support/trading-floor.ts";
import { property } from "../support/property.ts";

/** Client actions in the hooks of a batch run: its fills, and its orders except for rejected ones. */
function inBatch(recorded: RecordedMarket, deeds: readonly Deed[], account: "cash" | "margin") {
  let moment = 0;
  const ids: number[] = [];
  const moments = givenAt(deeds);
  const strategy = defineStrategy({
    name: "deeds",
    onBars(context: RunContext) {
      moment++;
      for (const deed of deeds.filter((one) => one.moment === moment)) {
        const { orders } = context.at(SYMBOLS[deed.symbol]) as BarContext;
        const given = options(deed);
        const { profit, loss } = exits(deed);
        if (deed.verb === "order") ids.push(orders[deed.side](given));
        else if (deed.verb === "bracket") ids.push(orders[deed.side]({ ...given, takeProfit: profit, stopLoss: loss }));
        else if (deed.verb === "close") orders.close();
        else if (ids[deed.of] === undefined) continue;
        else if (deed.verb === "cancel") orders.cancel(ids[deed.of]!);
        else if (moments[deed.of] !== moment) orders.replace(ids[deed.of]!, { quantity: deed.quantity });
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

/** Client actions over HTTP, each at the time of the hooks. `look` is called after every step. */
async function overHttp(floor: Floor, deeds: readonly Deed[], look: (floor: Floor) => Promise<void>) {
  const ids: (string | undefined)[] = [];
  const moments = givenAt(deeds);
  for (let moment = 1; moment <= MOMENTS; moment++) {
    floor.session.advance(COINS_START + moment * MINUTE, 5);
    for (const deed of deeds.filter((one) => one.moment === moment)) {
      const { profit, loss } = exits(deed);
      const bracket = { order_class: "bracket", take_profit: { limit_price: profit }, stop_loss: { stop_price: loss } };
      if (deed.verb === "order") ids.push(await idOf(floor.order(request(deed))));
      else if (deed.verb === "bracket") ids.push(await idOf(floor.order({ ...request(deed), ...bracket })));
      else if (deed.verb === "close") await floor.ask("DELETE", `/positions/${SYMBOLS[deed.symbol]}`);
      else if (ids[deed.of] === undefined) continue;
      else if (deed.verb === "cancel") await floor.ask("DELETE", `/orders/${ids[deed.of]}`);
      else if (moments[deed.of] !== moment)
        await floor.ask("PATCH", `/orders/${ids[deed.of]}`, { quantity: deed.quantity });
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
  const wrongSide = JSON.stringify(body).includes("expected to fill");
  expect(wrongSide ? [400] : [201, 422], JSON.stringify(body)).toContain(status);
  return status === 201 ? (body.id as string) : undefined;
}

const OPEN = ["accepted", "held", "new", "partially_filled"];

/** Checks the laws that hold in every answer. */
async function lawful(floor: Floor): Promise<void> {
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

describe("orders over HTTP", () => {
  property([seed, arbitraryDeeds, account], runs(15))(
    "fill and end like orders of a strategy that submits them in its hooks",
    async (number, deeds, type) => {
      const recorded = coins(60 + MOMENTS + 10, number);
      const floor = server.beside(recorded, { id: `case-${++cases}`, start: COINS_START, settings: { account: type } });
      const served = await overHttp(floor, deeds, lawful);
      expect(served).toEqual(inBatch(recorded, deeds, type));
    },
  );
});

/** Coins with other prices after a time. */
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
    // High and low of a bar with a known open are adjusted to include the other close.
    const high = column("high").map((value, i) => Math.max(value, columns.open[i]!, columns.close[i]!));
    const low = column("low").map((value, i) => Math.min(value, columns.open[i]!, columns.close[i]!));
    return { symbol, bars: new Bars("1m", { time: bars.time, ...columns, high, low }) };
  });
  return { ...recorded, series };
}

const WHOLE = ["/portfolio", "/orders?status=all", "/fills", "/portfolio/history?interval=1m"];

/** Answers to a client that performs its actions and then reads everything, at a time within them. */
async function everyAnswer(
  client: Floor,
  deeds: readonly Deed[],
  end: number,
  phase: Phase,
  restarts: readonly number[] = [],
): Promise<unknown[]> {
  let floor = client;
  const answers: unknown[] = [];
  const ids: unknown[] = [];
  for (let moment = 1; moment <= end; moment++) {
    if (restarts.includes(moment)) floor = floor.again();
    floor.session.advance(COINS_START + moment * MINUTE, moment === end ? phase : 7);
    for (const deed of deeds.filter((one) => one.moment === moment)) {
      const path = `/orders/${String(ids[deed.of])}`;
      if (deed.verb === "close") answers.push(await floor.ask("DELETE", `/positions/${SYMBOLS[deed.symbol]}`));
      else if (deed.verb === "cancel") answers.push(await floor.ask("DELETE", path));
      else if (deed.verb === "replace") answers.push(await floor.ask("PATCH", path, { quantity: deed.quantity }));
      else {
        const placed = await floor.order(request(deed));
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
    [seed, seed, arbitraryDeeds, account, fc.integer({ min: 1, max: 7 }), fc.integer({ min: 2, max: 9 })],
    runs(8),
  )("do not depend on later prices", async (number, other, deeds, type, phase, end) => {
    const recorded = coins(60 + MOMENTS, number);
    const now = COINS_START + end * MINUTE;
    const changed = otherwise(recorded, coins(60 + MOMENTS, other + 2000), now, phase);
    const ask = (market: RecordedMarket): Promise<unknown[]> => {
      // One server and two sessions: each session numbers its own accounts.
      const floor = server.beside(market, { id: `case-${++cases}`, start: COINS_START, settings: { account: type } });
      return everyAnswer(floor, deeds, end, phase as Phase);
    };
    expect(await ask(changed)).toEqual(await ask(recorded));
  });
});

describe("a session restored after restarts", () => {
  property([seed, arbitraryDeeds, account, fc.array(fc.integer({ min: 1, max: MOMENTS }), { minLength: 1 })], runs(8))(
    "gives the same answers as an uninterrupted one",
    async (number, deeds, type, restarts) => {
      const recorded = coins(60 + MOMENTS, number);
      const ask = (at: readonly number[]): Promise<unknown[]> => {
        const floor = server.beside(recorded, {
          id: `case-${++cases}`,
          start: COINS_START,
          settings: { account: type },
        });
        return everyAnswer(floor, deeds, MOMENTS, 7, at);
      };
      expect(await ask(restarts)).toEqual(await ask([]));
    },
  );
});
