import {
  type AnyStrategy,
  backtest,
  calendarOf,
  declareCalendar,
  defineStrategy,
  type RunSettings,
  ta,
} from "hindcast";
import { type Client, ClientError, createClient, runRemote } from "hindcast/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { runData } from "../../src/server/trading/backtest-venue.ts";
import { SCOPES } from "../../src/schemas/scope.ts";
import { crypto, market, series, stock } from "../support/recorded-by-hand.ts";
import { servedMarket } from "../support/served-market.ts";
import { FLOOR, FLOOR_OPEN } from "../support/trading-floor.ts";

let server: HindcastServer;
let client: Client;
let baseUrl: string;

beforeAll(async () => {
  server = await servedMarket(FLOOR, FLOOR_OPEN);
  baseUrl = `${await server.listen({ port: 0 })}/v2/`;
  const { text } = server.hindcast.keys.create({
    name: "test",
    tier: "pro",
    scopes: ["market_data:read", "stream:read", "trading:read", "trading:write", "replay:control"],
  });
  client = createClient({ baseUrl, apiKey: text });
});
afterAll(() => server.close());

describe("the client", () => {
  test("reads prices, places orders and controls a replay session of its own", async () => {
    const { session } = await client.createSession({ from: "2024-01-08T14:30:00Z" });
    const own = client.withSession(session);
    await own.advance({ by: "bar" });
    expect((await own.stockQuote("ACME")).price).toBe(101);
    const order = await own.placeOrder({ symbol: "ACME", side: "buy", type: "market", quantity: 5 }, "once");
    expect(await own.placeOrder({ symbol: "ACME", side: "buy", type: "market", quantity: 5 }, "once")).toEqual(order);
    await own.advance({ until: "2024-01-08T14:32:30Z" });
    expect((await own.order(order.id)).status).toBe("filled");
    expect((await own.positions()).positions).toMatchObject([{ symbol: "ACME", quantity: 5 }]);
    await own.closePosition("ACME");
    await own.seek("2024-01-08T14:33:30Z");
    expect((await own.fills()).fills).toHaveLength(2);
    await client.deleteSession(session);
    await expect(own.account()).rejects.toMatchObject({ code: "NOT_FOUND", status: 404 });
  });

  test("throws errors with code, status, details and request id", async () => {
    const error = await client
      .placeOrder({ symbol: "ACME", side: "buy", type: "market", quantity: 1e6 })
      .catch((thrown: unknown) => thrown as ClientError);
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ code: "INSUFFICIENT_FUNDS", status: 422, details: { required: 1e8 } });
    expect((error as ClientError).requestId).not.toBe("");
  });

  test("iterates over the messages of a stream, and throws if the stream is refused", async () => {
    const stream = await client.stream();
    stream.subscribe({ channel: "quotes", symbols: ["ACME"], snapshot: true });
    for await (const message of stream) {
      if (message.type !== "quote") continue;
      expect([message.symbol, message.price]).toEqual(["ACME", 100]);
      stream.close();
    }
    const stranger = createClient({ baseUrl, apiKey: "hc_nobody" });
    await expect(stranger.stream()).rejects.toMatchObject({ code: "INVALID_API_KEY" });
    await expect(stranger.clock()).rejects.toMatchObject({ status: 401 });
  });
});

describe("running a strategy against a server", () => {
  const plain = defineStrategy({ name: "plain" });
  const patient = defineStrategy({ name: "patient", needs: { history: 1000 } });
  const needy = defineStrategy({ name: "needy", needs: { account: "margin" } });

  test.each<[string, AnyStrategy, Partial<RunSettings>, string]>([
    ["an account type that the strategy cannot use", needy, {}, "STRATEGY_INVALID"],
    ["fewer bars than the strategy needs", patient, {}, "STRATEGY_INVALID"],
    ["a currency of the account without an exchange rate", plain, { currency: "EUR" }, "INVALID_PARAMETERS"],
  ])("refuses %s", async (_, strategy, settings, code) => {
    const before = server.hindcast.sessions.list().length;
    await expect(runRemote(strategy, client, { symbols: ["ACME"], interval: "1m", settings })).rejects.toMatchObject({
      code,
    });
    // The server deleted the session of the refused run.
    expect(server.hindcast.sessions.list()).toHaveLength(before);
  });
});

test("a session without lockstep refuses the setting that fills are booked at the close of their bar", async () => {
  const settings = { book_at: "bar-close" } as const;
  await expect(client.createSession({ settings })).rejects.toMatchObject({ code: "INVALID_PARAMETERS" });
});

describe("running a strategy against a server with a custom recording", () => {
  const TOKYO = "Asia/Tokyo";
  const calendar = declareCalendar({
    name: "XOSE",
    title: "Osaka, made up",
    zone: TOKYO,
    week: Object.fromEntries(
      ["monday", "tuesday", "wednesday", "thursday", "friday"].map((day) => [day, { open: "09:00", close: "15:00" }]),
    ),
    closures: [{ date: "2024-01-11", knownAt: "2024-01-10T12:00" }],
  });
  const recorded = market({
    calendars: [calendarOf("XNYS"), calendarOf("FX"), calendar],
    instruments: [
      stock("SONY", { currency: "JPY", currencyDecimals: 0, zone: TOKYO, calendar: "XOSE", tick: 1 }),
      stock("USDJPY", { assetClass: "forex", base: "USD", currency: "JPY", calendar: "FX", tick: 0.01 }),
    ],
    series: [
      series(
        "SONY",
        "1d",
        `2024-01-04 1000 1010 990 1000 10
         2024-01-05 1000 1020 995 1010 10
         2024-01-09 1010 1030 1000 1020 10
         2024-01-10 1020 1025 1000 1005 10
         2024-01-12 1005 1050 1000 1040 10
         2024-01-15 1040 1045 1020 1030 10
         2024-01-16 1030 1060 1025 1050 10`,
        TOKYO,
      ),
      series(
        "USDJPY",
        "1d",
        `2024-01-02 141 142 140 141.5 0
         2024-01-08 144 145 143 144.25 0
         2024-01-09 144 145 143 144.5 0
         2024-01-11 145 146 144 145.25 0
         2024-01-15 146 147 145 146.75 0`,
      ),
    ],
  });

  test("uses exchange rates and sessions that only the recording has", async () => {
    const own = await servedMarket(recorded, Date.parse("2024-01-16T00:00Z"));
    const { text } = own.hindcast.keys.create({ name: "test", tier: "enterprise", scopes: [...SCOPES] });
    const japan = createClient({ baseUrl: await own.listen({ port: 0 }), apiKey: text });
    const turns = defineStrategy({
      name: "turns",
      indicators: ({ bars }) => ({ week: ta.sma(bars("1wk").close, 1) }),
      onSessionClose: ({ log, time }) => log(`session ${time}`),
      onBar({ bar, ind, position, portfolio, orders, log }) {
        log(`${bar.close} ${ind.week.value} ${portfolio.equity} ${portfolio.cash}`);
        if (position.flat) orders.buy({ percent: 0.5 });
        else orders.close();
      },
    });
    const options = { symbols: ["SONY"], interval: "1d", from: "2024-01-05", to: "2024-01-16" } as const;
    const { symbols, interval, ...settings } = options;
    const { data } = runData(recorded, symbols, interval, false);
    const batch = backtest(turns, data, settings);
    const remote = await runRemote(turns, japan, options);
    await own.close();
    expect(batch.fills).toHaveLength(5);
    expect(remote.fillHash).toBe(batch.fillHash);
    expect(remote.log).toEqual(batch.log);
    expect(remote.equity.map(({ equity }) => equity)).toEqual([...batch.equity.equity]);
    // The strategy logs the last close and the close of the last complete week, which begins on the 8th and ends on Friday the 12th.
    const reporting = remote.log.map(({ message }) => message).filter((line) => !line.startsWith("session"));
    expect(reporting.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
      "1010 1010",
      "1020 1010",
      "1005 1010",
      "1040 1040",
      "1030 1040",
      "1050 1040",
    ]);
  });
});

test.each(["UTC", "America/New_York", "Asia/Tokyo"])(
  "the dates of a run in the time zone %s are the same with and without a server",
  async (zone) => {
    const rows = Array.from({ length: 96 }, (_, i) => {
      const time = new Date(Date.UTC(2024, 0, 2) + i * 3_600_000).toISOString().slice(0, 16);
      return `${time} ${100 + i} ${102 + i} ${99 + i} ${101 + i} 5`;
    });
    const coins = market({
      instruments: [crypto("BTCUSD", "BTC", { lot: 0.001 })],
      series: [series("BTCUSD", "1h", rows.join("\n"), "UTC")],
    });
    const own = await servedMarket(coins, Date.parse("2024-01-06T00:00Z"));
    const { text } = own.hindcast.keys.create({ name: "test", tier: "enterprise", scopes: [...SCOPES] });
    const reporting = defineStrategy({ name: "reports", onBar: ({ time, log }) => log(String(time)) });
    const settings: Partial<RunSettings> = { zone };
    const dates = { from: "2024-01-03", to: "2024-01-04" } as const;
    const { data } = runData(coins, ["BTCUSD"], "1h", false);
    const batch = backtest(reporting, data, { ...settings, ...dates });
    const there = createClient({ baseUrl: await own.listen({ port: 0 }), apiKey: text });
    const remote = await runRemote(reporting, there, { symbols: ["BTCUSD"], interval: "1h", ...dates, settings });
    await own.close();
    expect(batch.log).toHaveLength(48);
    expect(remote.log).toEqual(batch.log);
  },
);

test("a backtest and a run against a server agree on four-hour bars, which the API itself does not offer", async () => {
  // The prices fall and rise. Bars before `from` come from price history, later ones over the stream.
  const rows = Array.from({ length: 60 }, (_, i) => {
    const [open, close] = [100 + 10 * Math.sin(i / 3), 100 + 10 * Math.sin((i + 1) / 3)];
    const time = new Date(Date.UTC(2024, 0, 1, 4 * i)).toISOString().slice(0, 16);
    return `${time} ${open} ${Math.max(open, close) + 1} ${Math.min(open, close) - 1} ${close} 5`;
  });
  const coins = market({
    instruments: [crypto("BTCUSD", "BTC", { lot: 0.001 })],
    series: [series("BTCUSD", "4h", rows.join("\n"), "UTC")],
  });
  const own = await servedMarket(coins, Date.parse("2024-01-10T00:00Z"));
  const { text } = own.hindcast.keys.create({ name: "test", tier: "enterprise", scopes: [...SCOPES] });
  const crossing = defineStrategy({
    name: "crossing",
    indicators: ({ bars }) => ({ slow: ta.sma(bars("4h").close, 6) }),
    onBar({ bar, ind, position, orders }) {
      if (position.flat && bar.close > ind.slow.value) orders.buy({ percent: 0.5 });
      else if (!position.flat && bar.close < ind.slow.value) orders.close();
    },
  });
  const options = { symbols: ["BTCUSD"], interval: "4h", from: "2024-01-04", to: "2024-01-09" } as const;
  const { symbols, interval, ...settings } = options;
  const batch = backtest(crossing, runData(coins, symbols, interval, false).data, settings);
  const client = createClient({ baseUrl: await own.listen({ port: 0 }), apiKey: text });
  const remote = await runRemote(crossing, client, options);
  await own.close();
  expect(batch.fills.length).toBeGreaterThan(3);
  expect(remote.fillHash).toBe(batch.fillHash);
  expect(remote.equity.map(({ equity }) => equity)).toEqual([...batch.equity.equity]);
});

describe("running a strategy against a server", () => {
  test("throws the same error as a backtest for bars of an interval shorter than the run's", async () => {
    const shorter = defineStrategy({
      name: "shorter",
      indicators: ({ bars }) => ({ fast: ta.sma(bars("1h").close, 2) }),
    });
    const { data } = runData(FLOOR, ["FUND"], "1d", false);
    const code = "INTERVAL_UNAVAILABLE";
    expect(() => backtest(shorter, data)).toThrow(expect.objectContaining({ code }));
    await expect(runRemote(shorter, client, { symbols: ["FUND"], interval: "1d" })).rejects.toMatchObject({ code });
  });

  test("calls every hook of the strategy with the same values as a backtest", async () => {
    const reporting = defineStrategy({
      name: "reports",
      onStart: ({ log, time }) => log(`start ${time}`),
      onOrder: ({ log }, order, { event }) => log(`${event} ${order.id} ${order.status} ${order.tag}`),
      onFill: ({ log, position }, { price }) => log(`fill ${price} ${position.barsHeld} ${position.averagePrice}`),
      onSessionClose: ({ log, symbol }) => log(`session ${symbol}`),
      onBar({ bar, position, portfolio, orders, log, random, open }) {
        log(`${bar.index} ${bar.close} ${open.ago(1)} ${portfolio.equity} ${portfolio.buyingPower} ${random()}`);
        log(orders.open.map(({ id, status, quantity }) => `${id} ${status} ${quantity}`).join());
        if (position.flat) orders.buy({ percent: 0.5, takeProfit: bar.close + 2, stopLoss: bar.close - 2, tag: "in" });
        else if (position.barsHeld > 2) orders.close({ tag: "out" });
        orders.sell({ quantity: 1e6, limit: 1e4, timeInForce: "gtc" });
        for (const { id, type } of orders.open) if (type === "stop") orders.replace(id, { stop: bar.close - 3 });
      },
      onEnd: ({ log }) => log("end"),
    });
    const [from, to] = ["2024-01-08", "2024-01-09"];
    const settings: Partial<RunSettings> = {
      commission: { model: "per-share", amount: 0.01 },
    };
    const { data } = runData(FLOOR, ["ACME"], "1m", false);
    const batch = backtest(reporting, data, { ...settings, from, to });
    const remote = await runRemote(reporting, client, { symbols: ["ACME"], interval: "1m", from, to, settings });
    expect(remote.log).toEqual(batch.log);
    expect(remote.orders).toEqual(batch.orders);
    expect(remote.fillHash).toBe(batch.fillHash);
  });
});
