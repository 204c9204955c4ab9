import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type Client, createClient } from "../../../src/client/create-client.ts";
import type { FaultRule } from "../../../src/schemas/faults.ts";
import { keyFor } from "../../support/served-sample.ts";
import { openFloor } from "../../support/trading-floor.ts";

const floor = await openFloor();
const { server } = floor;
afterAll(() => server.close());
const client = newClient(await server.listen({ port: 0 }));

function newClient(baseUrl: string): Client {
  const { text } = server.hindcast.keys.create({
    name: "bot",
    tier: "pro",
    scopes: ["market_data:read", "trading:read", "trading:write", "replay:control", "replay:main", "replay:faults"],
  });
  return createClient({ baseUrl, apiKey: text });
}

const headers = { authorization: `Bearer ${client.http.apiKey}` };
const ask = (url: string, method: "GET" | "POST" | "PUT" | "DELETE" = "GET", payload?: object, more = {}) =>
  server.inject({ method, url, headers: { ...headers, ...more }, ...(payload === undefined ? {} : { payload }) });
const clock = () => ask("/v2/market-data/clock");
const faults = (rules: readonly FaultRule[], seed = 0) => client.setFaults({ seed, rules: [...rules] });

beforeEach(() => client.clearFaults());

describe("requests to a session with injected faults", () => {
  test("get errors with the usual body, marked as injected", async () => {
    await faults([{ fault: "error", every: 2 }]);
    const answers = [await clock(), await clock(), await clock(), await clock()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 500, 200, 500]);
    expect(answers[1]!.json()).toEqual({
      error: {
        code: "INTERNAL_ERROR",
        message: expect.stringContaining("injected fault"),
        details: { request_id: answers[1]!.headers["x-request-id"], injected: true, fault: "error" },
      },
      timestamp: "2024-01-08T14:30:30.000Z",
    });
    expect(answers.map((one) => one.headers["x-injected-fault"])).toEqual([undefined, "error", undefined, "error"]);
    expect(await client.faults()).toEqual({
      session: "main",
      seed: 0,
      rules: [{ fault: "error", every: 2, seen: 4, injected: 2 }],
    });
  });

  test("get a rate-limit error that allows a retry after one second", async () => {
    await faults([{ fault: "limit", every: 1, times: 1, path: "/market-data" }]);
    const first = await clock();
    expect([first.statusCode, first.headers["retry-after"], first.headers["x-ratelimit-limit"]]).toEqual([
      429,
      "1",
      "10000",
    ]);
    expect(first.json().error).toMatchObject({
      code: "RATE_LIMIT_EXCEEDED",
      details: { limit: 10_000, window_seconds: 1, retry_after: 1, injected: true, fault: "limit" },
    });
    expect((await clock()).statusCode).toBe(200);
  });

  test("are delayed before or after the server processes them", async () => {
    await faults([
      { fault: "stall", every: 1, delay_ms: 60, when: "before", method: "GET" },
      { fault: "stall", every: 1, delay_ms: 60, when: "after", method: "POST" },
    ]);
    const stalled = await clock();
    expect([stalled.statusCode, stalled.headers["x-injected-fault"]]).toEqual([200, "stall"]);
    const order = client.placeOrder({ symbol: "ACME", side: "buy", type: "limit", quantity: 1, limit_price: 1 });
    let answered = false;
    void order.then(() => (answered = true));
    // The order exists before its delayed response arrives.
    while (floor.server.hindcast.sessions.main.accounts.list().every(({ run }) => run.notes.length === 0))
      await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(false);
    expect(await order).toMatchObject({ status: "new" });
  });

  test("are not affected if they control the replay or read health or documentation", async () => {
    await faults([{ fault: "error", every: 1 }]);
    for (const url of [
      "/_replay/clock",
      "/_replay/faults",
      "/_replay/sessions/main",
      "/health",
      "/ready",
      "/docs/json",
    ])
      expect([url, (await ask(url)).statusCode]).toEqual([url, 200]);
    expect((await clock()).statusCode).toBe(500);
    expect((await ask("/_replay/faults", "DELETE")).json()).toEqual({ session: "main", seed: 0, rules: [] });
    expect((await clock()).statusCode).toBe(200);
  });
});

describe("an order that gets the injected error 500", () => {
  const order = (id: string) => ({
    symbol: "ACME",
    side: "buy" as const,
    type: "limit" as const,
    quantity: 1,
    limit_price: 2,
    client_order_id: id,
  });
  const named = async (id: string) => (await client.orders({ client_order_id: id, status: "all" })).orders;

  test("before it is processed does not exist and can be sent again", async () => {
    await faults([{ fault: "error", every: 1, times: 1, method: "POST", path: "/trading/orders" }]);
    await expect(client.placeOrder(order("one"))).rejects.toMatchObject({ status: 500, details: { injected: true } });
    expect(await named("one")).toEqual([]);
    expect(await client.placeOrder(order("one"))).toMatchObject({ status: "new" });
  });

  test("after it is processed can be found by its id and by its Idempotency-Key", async () => {
    await faults([{ fault: "error", every: 1, times: 2, when: "after", method: "POST", path: "/trading/orders" }]);
    await expect(client.placeOrder(order("two"))).rejects.toMatchObject({ status: 500, details: { injected: true } });
    expect(await named("two")).toMatchObject([{ status: "new" }]);
    await expect(client.placeOrder(order("three"), "k3")).rejects.toMatchObject({ status: 500 });
    const again = await ask("/v2/trading/orders", "POST", order("three"), { "idempotency-key": "k3" });
    expect([again.statusCode, again.headers["idempotent-replayed"]]).toEqual([201, "true"]);
    expect(await named("three")).toEqual([again.json()]);
    await expect(client.placeOrder(order("two"))).rejects.toMatchObject({ code: "DUPLICATE_CLIENT_ORDER_ID" });
  });
});

describe("injected faults", () => {
  const statuses = async (count: number, as: { authorization: string } = headers) => {
    const seen: number[] = [];
    for (let i = 0; i < count; i++)
      seen.push((await server.inject({ url: "/v2/market-data/clock", headers: as })).statusCode);
    return seen.join(" ");
  };

  test("are the same for the same seed and requests with any API key, and differ for another seed", async () => {
    const rules: FaultRule[] = [
      { fault: "error", probability: 0.3 },
      { fault: "limit", probability: 0.3 },
    ];
    await faults(rules, 7);
    const first = await statuses(40);
    // Each key has its own sequence of faults, and all sequences are equal.
    expect(await statuses(40, keyFor(server, "pro", ["market_data:read"]))).toBe(first);
    await faults(rules, 7);
    expect(await statuses(40)).toBe(first);
    await faults(rules, 8);
    expect(await statuses(40)).not.toBe(first);
    for (const status of ["200", "429", "500"]) expect(first).toContain(status);
  });

  test("affect only the session for which they were set", async () => {
    const { session } = await client.createSession({});
    await client.withSession(session).setFaults({ rules: [{ fault: "error", every: 1 }] });
    expect((await clock()).statusCode).toBe(200);
    expect((await ask("/v2/market-data/clock", "GET", undefined, { "x-replay-session": session })).statusCode).toBe(
      500,
    );
    await client.deleteSession(session);
  });

  test.each([
    [{ fault: "error" }, "rules.0.probability"],
    [{ fault: "error", every: 2, probability: 0.5 }, "rules.0.probability"],
    [{ fault: "stall", every: 2 }, "rules.0.delay_ms"],
    [{ fault: "limit", every: 2, when: "after" }, "rules.0.when"],
    [{ fault: "drop", every: 2, path: "/trading" }, "rules.0.path"],
    [{ fault: "error", every: 2, messages: ["quote"] }, "rules.0.messages"],
    [{ fault: "error", probability: 0 }, "rules.0.probability"],
    [{ fault: "explode", every: 1 }, "rules.0.fault"],
    [{ fault: "error", every: 1, evry: 1 }, "rules.0.evry"],
  ])("that are invalid are refused, and the earlier faults stay in effect: %j", async (rule, parameter) => {
    await faults([{ fault: "drop", every: 1 }]);
    const answer = await ask("/_replay/faults", "PUT", { rules: [rule] });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.details.errors[0].parameter).toBe(parameter);
    expect((await client.faults()).rules).toHaveLength(1);
  });

  test("can be set only with an API key that has the scope replay:faults", async () => {
    const answer = await server.inject({
      method: "PUT",
      url: "/_replay/faults",
      headers: keyFor(server, "enterprise", ["trading:write", "replay:control", "admin"]),
      payload: { rules: [] },
    });
    expect([answer.statusCode, answer.json().error.details.required_scope]).toEqual([403, "replay:faults"]);
  });
});

test("closing the server sends the responses that an injected fault delays", async () => {
  const other = await openFloor();
  const { authorization } = other.headers as { authorization: string };
  await other.server.inject({
    method: "PUT",
    url: "/_replay/faults",
    headers: { authorization },
    payload: { rules: [{ fault: "stall", every: 1, delay_ms: 60_000 }] },
  });
  const stalled = other.server.inject({ url: "/v2/market-data/clock", headers: { authorization } });
  await new Promise((resolve) => setImmediate(resolve));
  await other.server.close();
  expect((await stalled).headers["x-injected-fault"]).toBe("stall");
});
