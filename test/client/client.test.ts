import { backtest, defineStrategy, sma, type AnyStrategy, type RunSettings } from "hindcast";
import { type Client, ClientError, createClient, runRemote } from "hindcast/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { runData } from "../../src/server/trading/run-data.ts";
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

describe("a client", () => {
  test("asks for prices, trades and moves a session of its own", async () => {
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

  test("throws what is refused, with its code, status, details and the request's id", async () => {
    const error = await client
      .placeOrder({ symbol: "ACME", side: "buy", type: "market", quantity: 1e6 })
      .catch((thrown: unknown) => thrown as ClientError);
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ code: "INSUFFICIENT_FUNDS", status: 422, details: { required: 1e8 } });
    expect((error as ClientError).requestId).not.toBe("");
  });

  test("loops over the stream, and is told why it may not", async () => {
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

describe("a run against the service refuses", () => {
  const plain = defineStrategy({ name: "plain" });
  const needy = defineStrategy({ name: "needy", needs: { account: "margin" } });

  test.each<[string, AnyStrategy, Partial<RunSettings>, string]>([
    ["an account that the strategy does not have", needy, {}, "STRATEGY_INVALID"],
    ["dividends in graphs", plain, { graphPrices: "splits-and-dividends" }, "SETTING_INVALID"],
    ["less than all bars for warming up", plain, { warmupBars: 5 }, "SETTING_INVALID"],
    ["both ends of what a bar leaves open", plain, { intrabar: "band" }, "INVALID_PARAMETERS"],
  ])("%s", async (_, strategy, settings, code) => {
    const before = server.hindcast.sessions.list().length;
    await expect(runRemote(strategy, client, { symbols: ["ACME"], interval: "1m", settings })).rejects.toMatchObject({
      code,
    });
    // Nothing is left behind.
    expect(server.hindcast.sessions.list()).toHaveLength(before);
  });
});

describe("a run against the service", () => {
  test("throws what a batch run throws for bars of a shorter interval", async () => {
    const shorter = defineStrategy({ name: "shorter", indicators: ({ bars }) => ({ fast: sma(bars("1h").close, 2) }) });
    const { data } = runData(FLOOR, ["FUND"], "1d", false);
    const code = "INTERVAL_UNAVAILABLE";
    expect(() => backtest(shorter, data)).toThrow(expect.objectContaining({ code }));
    await expect(runRemote(shorter, client, { symbols: ["FUND"], interval: "1d" })).rejects.toMatchObject({ code });
  });

  test("gives every hook what a batch run gives it", async () => {
    const told = defineStrategy({
      name: "told",
      onStart: ({ log, time }) => log(`start ${time}`),
      onOrder: ({ log }, order, { event }) => log(`${event} ${order.id} ${order.status} ${order.tag}`),
      onFill: ({ log, position }, { price }) => log(`fill ${price} ${position.barsHeld} ${position.averagePrice}`),
      onSession: ({ log, symbol }) => log(`session ${symbol}`),
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
    const batch = backtest(told, data, { settings: { ...settings, from, to } });
    const remote = await runRemote(told, client, { symbols: ["ACME"], interval: "1m", from, to, settings });
    expect(remote.log).toEqual(batch.log);
    expect(remote.orders).toEqual(batch.orders);
    expect(remote.fillHash).toBe(batch.fillHash);
  });
});
