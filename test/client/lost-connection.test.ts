import * as fc from "fast-check";
import { type Client, createClient, type RemoteResult, runRemote } from "hindcast/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RunSteps } from "../../src/client/run/run-steps.ts";
import type { NewFaults } from "../../src/client/requests/replay-requests.ts";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { type Cut, cuttingProxy, type Cuts } from "../support/cutting-proxy.ts";
import { batchOf, type ParityRun } from "../support/parity-runs.ts";
import { closeBrackets, trailingExits } from "../support/parity-strategies.ts";
import { runs } from "../support/runs.ts";
import { servedSample } from "../support/served-sample.ts";
import { property } from "../support/property.ts";

/** A run over nineteen bars of two symbols with a split: about ten orders with exits. */
const RUN: ParityRun = {
  strategy: closeBrackets,
  on: "minute bars",
  options: { symbols: ["AAPL", "MSFT"], interval: "1m", from: "2023-11-03T19:55:00Z", to: "2023-11-06T14:40:00Z" },
};
const DAYS: ParityRun = {
  strategy: trailingExits,
  on: "daily bars",
  options: { symbols: ["AMZN", "GOOGL"], interval: "1d", from: "2022-05-31", to: "2022-06-10" },
};

let server: HindcastServer;
let baseUrl: string;
let apiKey: string;

beforeAll(async () => {
  server = await servedSample({ stream: { heartbeatMs: 150, tickMs: 50 } });
  baseUrl = await server.listen({ port: 0, host: "127.0.0.1" });
  apiKey = server.hindcast.keys.create({
    name: "test",
    tier: "enterprise",
    scopes: ["market_data:read", "stream:read", "trading:read", "trading:write", "replay:control", "replay:faults"],
  }).text;
});
afterAll(() => server.close());

async function expectBatch(run: ParityRun, remote: RemoteResult): Promise<void> {
  const batch = await batchOf(run);
  expect(batch.fills.length).toBeGreaterThan(3);
  expect(remote.fillHash).toBe(batch.fillHash);
  expect(remote.orders).toEqual(batch.orders);
  expect(remote.equity.map(({ equity }) => equity)).toEqual([...batch.equity.equity]);
  expect(remote.log).toEqual(batch.log);
  // Only the main session is left on the server.
  expect(server.hindcast.sessions.list()).toHaveLength(1);
}

/** Runs a strategy over connections that break. Returns the number of broken connections and of lost responses. */
async function cutRun(run: ParityRun, cuts: Cuts): Promise<{ readonly cut: number; readonly lost: number }> {
  const proxy = await cuttingProxy(baseUrl, cuts);
  try {
    const remote = await runRemote(run.strategy, createClient({ baseUrl: proxy.address, apiKey }), run.options);
    await expectBatch(run, remote);
    return { cut: proxy.cut, lost: proxy.lost.length };
  } finally {
    await proxy.close();
  }
}

describe("running a strategy against a server over an unreliable connection", () => {
  const back = fc.record<Cut>({ way: fc.constant("back"), bytes: fc.integer({ min: 0, max: 8_000 }) });
  const there = fc.record<Cut>({ way: fc.constant("there"), bytes: fc.integer({ min: 0, max: 600 }) });
  property([fc.constantFrom(RUN, DAYS), fc.array(fc.oneof(back, there), { minLength: 1, maxLength: 3 })], runs(4))(
    "has the same result at whatever point the stream breaks",
    async (run, stream) => {
      expect((await cutRun(run, { stream })).cut).toBeGreaterThan(0);
    },
  );

  test("has the same result if the response to each trading command is lost once", async () => {
    let count = 0;
    // Loses every second response, so that the repetition of a command gets its response.
    const loses = (request: string) => request.includes(" /v2/trading/orders") && ++count % 2 === 1;
    const { lost } = await cutRun(RUN, { loses });
    expect(lost).toBeGreaterThan(3);
  });

  test("has the same result if the response that creates the session is lost twice", async () => {
    let count = 0;
    const loses = (request: string) => request === "POST /_replay/sessions" && ++count <= 2;
    const { lost } = await cutRun(RUN, { loses });
    expect(lost).toBe(2);
  });

  test("fails at once if no server listens at the address", async () => {
    const proxy = await cuttingProxy(baseUrl, {});
    await proxy.close();
    const run = runRemote(RUN.strategy, createClient({ baseUrl: proxy.address, apiKey }), RUN.options);
    await expect(run).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  });

  test("reconnects if the connection stays open but no data arrive", async () => {
    const proxy = await cuttingProxy(baseUrl, { stream: [{ way: "back", bytes: 3_000, hangs: true }] });
    const client = createClient({ baseUrl: proxy.address, apiKey });
    const { session } = await client.createSession({
      mode: "lockstep",
      symbols: ["AAPL"],
      interval: "1d",
      from: "2023-11-03",
      to: "2023-11-09",
    });
    const own = client.withSession(session);
    await own.account();
    const steps = new RunSteps(own, [{ symbol: "AAPL", interval: "1d" }], 300);
    const messageIds: (number | string)[] = [];
    for (let step = await steps.next(); step.clock.state !== "completed"; step = await steps.next())
      messageIds.push(step.clock.step, ...step.events.map(({ type, offset }) => `${type} ${offset}`));
    expect(proxy.cut).toBe(1);
    expect(messageIds.filter((step) => typeof step === "number")).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(messageIds).size).toBe(messageIds.length);
    steps.close();
    await client.deleteSession(session);
    await proxy.close();
  });

  test.each<[string, NewFaults["rules"]]>([
    ["lost messages", [{ fault: "drop", probability: 0.1 }]],
    ["duplicate messages", [{ fault: "duplicate", every: 3 }]],
    ["a server that disconnects", [{ fault: "disconnect", probability: 0.1 }]],
    ["a server that fails after processing", [{ fault: "error", when: "after", every: 3, path: "/trading" }]],
    ["a server that fails before processing", [{ fault: "error", every: 3, path: "/trading" }]],
    ["a rate limit", [{ fault: "limit", every: 4 }]],
  ])("has the same result with %s", async (_, rules) => {
    const client = createClient({ baseUrl, apiKey });
    let session = "";
    const faulty = Object.assign(Object.create(client) as Client, {
      createSession: async (body: object) => {
        const made = await client.createSession(body);
        ({ session } = made);
        await client.withSession(session).setFaults({ rules });
        return made;
      },
      deleteSession: async (id: string) => {
        const active = await client.withSession(id).faults();
        expect(active.rules[0]!.injected).toBeGreaterThan(1);
        return client.deleteSession(id);
      },
    });
    await expectBatch(RUN, await runRemote(RUN.strategy, faulty, RUN.options));
    expect(session).not.toBe("");
  });
});

describe("a client that repeats a request with its idempotency key after a lost response", () => {
  const sessions = () => server.hindcast.sessions.list().map(({ id }) => id);

  test.each<[string, (client: Client, origin: string, key: string) => Promise<{ readonly session: string }>]>([
    ["a session", (client, _, key) => client.createSession({ from: "2023-11-03" }, key)],
    ["a fork", (client, origin, key) => client.forkSession(origin, key)],
  ])("creates %s only once", async (_, make) => {
    const direct = createClient({ baseUrl, apiKey });
    const { session: origin } = await direct.createSession({ from: "2023-11-03" });
    const before = sessions();
    const path = (one: string) => /^POST .*\/(sessions|fork)$/.test(one);
    let count = 0;
    const proxy = await cuttingProxy(baseUrl, { loses: (request) => path(request) && ++count === 1 });
    const client = createClient({ baseUrl: proxy.address, apiKey });
    await expect(make(client, origin, "one")).rejects.toThrow(TypeError);
    const made = sessions().filter((id) => !before.includes(id));
    expect(made).toHaveLength(1);
    expect((await make(client, origin, "one")).session).toBe(made[0]);
    expect(sessions()).toEqual([...before, made[0]]);
    for (const id of [origin, made[0]!]) await direct.deleteSession(id);
    await proxy.close();
  });

  test("resets an account only once", async () => {
    const client = createClient({ baseUrl, apiKey });
    const { session } = await client.createSession({ from: "2023-11-03" });
    let count = 0;
    const proxy = await cuttingProxy(baseUrl, { loses: (request) => request.includes("/reset") && ++count === 1 });
    const own = createClient({ baseUrl: proxy.address, apiKey, session });
    await own.account();
    await expect(own.resetAccount({ cash: 500 }, "reset-key")).rejects.toThrow(TypeError);
    const order = await client
      .withSession(session)
      .placeOrder({ symbol: "AAPL", side: "buy", type: "limit", limit_price: 1, quantity: 1, time_in_force: "gtc" });
    expect((await own.resetAccount({ cash: 500 }, "reset-key")).cash).toBe(500);
    // A second reset would have removed this order.
    expect((await own.orders({ status: "open" })).orders.map(({ id }) => id)).toEqual([order.id]);
    await client.deleteSession(session);
    await proxy.close();
  });
});
