import { type Client, ClientError, createClient } from "hindcast/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitForBacktest } from "../../src/client/wait-for-backtest.ts";
import type { BacktestRecord } from "../../src/schemas/backtest.ts";
import { SCOPES } from "../../src/schemas/scope.ts";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { smaCross } from "../../strategies/sma-cross.ts";
import { BUILT_THREAD, builtStrategy } from "../support/backtest-threads.ts";
import { CROSSING } from "../support/crossing-request.ts";
import { servedSample } from "../support/served-sample.ts";

const strategies = [builtStrategy(smaCross)];

let server: HindcastServer;
let client: Client;

async function clientOf(served: HindcastServer): Promise<Client> {
  const { text } = served.hindcast.keys.create({ name: "test", tier: "enterprise", scopes: [...SCOPES] });
  return createClient({ baseUrl: await served.listen({ port: 0 }), apiKey: text });
}

beforeAll(async () => {
  server = await servedSample({ strategies, backtestThreads: BUILT_THREAD });
  client = await clientOf(server);
});
afterAll(() => server.close());

async function all<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const list: Entry[] = [];
  for await (const one of entries) list.push(one);
  return list;
}

describe("the client", () => {
  let id: string;

  beforeAll(async () => {
    ({ id } = await client.startBacktest(CROSSING, "first"));
    expect((await client.startBacktest(CROSSING, "first")).id).toBe(id);
  });

  test("waits for a backtest and reports its progress", async () => {
    const statuses: string[] = [];
    const ended = await client.waitForBacktest(id, { onProgress: ({ status }) => statuses.push(status) });
    expect(ended).toMatchObject({ id, status: "completed", progress: 1 });
    expect(ended).toEqual(await client.backtest(id));
    expect(statuses.at(-1)).toBe("completed");
    expect(await client.waitForBacktest(id)).toEqual(ended);
  });

  test("reads the result and the report of a backtest", async () => {
    const { summary, fill_hash } = await client.backtestResult(id);
    expect(summary["final-equity"]).toBeTypeOf("number");
    expect(fill_hash).not.toBe("");
    expect(await client.backtestReport(id)).toMatch(/^<!doctype html>/);
  });

  test.each([1, 2, 3])("reads lists in pages of %i entries", async (limit) => {
    const { data } = await client.backtestEquity(id, { limit: 1000 });
    expect(data.length).toBeGreaterThan(100);
    expect(await all(client.eachBacktestEquity(id, { limit }))).toEqual(data);
    const { trades } = await client.backtestTrades(id);
    expect(trades.length).toBeGreaterThan(3);
    expect(await all(client.eachBacktestTrade(id, { limit }))).toEqual(trades);
  });

  test("cancels a backtest and lists all backtests", async () => {
    const others = [await client.startBacktest(CROSSING), await client.startBacktest(CROSSING)];
    for (const { id: other } of others)
      expect(await client.cancelBacktest(other)).toMatchObject({ id: other, status: "canceled" });
    expect(await client.waitForBacktest(others[0]!.id)).toMatchObject({ status: "canceled" });
    await expect(client.backtestResult(others[0]!.id)).rejects.toMatchObject({
      code: "BACKTEST_NOT_FINISHED",
      details: { status: "canceled" },
    });
    const { backtests } = await client.backtests();
    expect(backtests.map((one) => one.id)).toEqual([others[1]!.id, others[0]!.id, id]);
    for (const limit of [1, 2, 3]) expect(await all(client.eachBacktest({ limit }))).toEqual(backtests);
  });

  test("throws errors that occur while it waits for a backtest", async () => {
    await expect(client.waitForBacktest("bt_99")).rejects.toMatchObject({ code: "BACKTEST_NOT_FOUND", status: 404 });
    await expect(client.backtestReport("bt_99")).rejects.toBeInstanceOf(ClientError);
  });
});

test.each([1, 2, 3])(
  "bars of every asset class read in pages of %i equal the bars of a single request",
  async (limit) => {
    const areas = { stocks: "AAPL", crypto: "BTC", forex: "EURUSD", commodities: "GC=F" } as const;
    for (const [area, symbol] of Object.entries(areas) as [keyof typeof areas, string][]) {
      const query = { period: "5d", interval: "1d" } as const;
      const { data } = await client.history(symbol, query, area);
      expect(data.length).toBeGreaterThan(3);
      expect(await all(client.eachBar(symbol, { ...query, limit }, area))).toEqual(data);
    }
    expect(await all(client.eachBar("AAPL", { limit: 3 }))).toEqual((await client.history("AAPL")).data);
    expect(await all(client.eachSymbol({ limit }))).toEqual((await client.symbols()).symbols);
  },
);

describe("waiting for a backtest", () => {
  test("ends if the call's signal or the client's signal is aborted, while the backtest continues", async () => {
    // With 0 threads no backtest starts.
    const still = await servedSample({ strategies, backtestThreads: { threads: 0 } });
    const waiting = await clientOf(still);
    const { id } = await waiting.startBacktest(CROSSING);
    const own = new AbortController();
    const reason = new Error("enough");
    const wait = waiting.waitForBacktest(id, { signal: own.signal, onProgress: () => own.abort(reason) });
    await expect(wait).rejects.toBe(reason);
    const timed = waiting.withSignal(AbortSignal.timeout(250)).waitForBacktest(id);
    await expect(timed).rejects.toMatchObject({ name: "TimeoutError" });
    await expect(waiting.withSignal(AbortSignal.abort(reason)).waitForBacktest(id)).rejects.toBe(reason);
    expect(await waiting.backtest(id)).toMatchObject({ status: "queued" });
    await still.close();
  });

  test("polls at growing intervals, and pauses at the rate limit", async () => {
    let looks = 0;
    const look = async (): Promise<BacktestRecord> => {
      if (++looks === 30) throw new ClientError("RATE_LIMIT_EXCEEDED", "", 429, { retry_after: 90 });
      return { status: looks === 32 ? "failed" : "running" } as BacktestRecord;
    };
    const rests: number[] = [];
    const ended = await waitForBacktest(look, {}, async (ms) => void rests.push(ms));
    expect(ended).toEqual({ status: "failed" });
    expect(rests.slice(0, 3)).toEqual([100, 125, 156.25]);
    expect(rests.slice(-4)).toEqual([5000, 5000, 90_000, 5000]);
  });
});
