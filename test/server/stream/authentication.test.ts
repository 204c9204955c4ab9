import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { connected, connecting, refusal } from "../../support/stream-client.ts";
import { addSession, keyFor } from "../../support/served-sample.ts";
import { FLOOR, FLOOR_OPEN, openFloor } from "../../support/trading-floor.ts";

const floor = await openFloor({
  stream: { authTimeoutMs: 150 },
  failedAttemptLimit: 12,
  corsOrigin: "https://app.example",
});
const { server } = floor;
afterAll(() => server.close());
const headers = { authorization: floor.headers["authorization"]! };
const keyText = (of: { authorization: string }): string => of.authorization.slice("Bearer ".length);

describe("an API key in the request that opens the stream", () => {
  test("is checked before the connection becomes a WebSocket", async () => {
    const client = await connected(server, { headers });
    expect(client.messages).toEqual([
      expect.objectContaining({
        type: "welcome",
        session: "main",
        epoch: 1,
        offset: 0,
        authenticated: true,
        heartbeat_ms: 20_000,
      }),
      expect.objectContaining({ type: "authenticated", tier: "enterprise", timestamp: "2024-01-08T14:30:30.000Z" }),
    ]);
    await client.close();
  });

  test("is refused with 401 and the usual error body if it is invalid", async () => {
    const {
      status,
      headers: answered,
      body,
    } = await refusal(server, { headers: { authorization: "Bearer nonsense" } });
    expect(status).toBe(401);
    expect(answered).toMatchObject({ "www-authenticate": "Bearer", "content-type": "application/json; charset=utf-8" });
    expect(answered["x-request-id"]).toBeTruthy();
    expect(answered["x-ratelimit-limit"]).toBe("12");
    expect(body).toMatchObject({
      error: { code: "INVALID_API_KEY", details: {} },
      timestamp: "2024-01-08T14:30:30.000Z",
    });
  });

  test("is refused with 403 if its tier or its scopes do not allow the stream", async () => {
    const free = await refusal(server, { headers: keyFor(server, "free") });
    expect([free.status, free.body["error"].code]).toEqual([403, "TIER_REQUIRED"]);
    expect(free.body["error"].details).toEqual({ tier: "free", required_tiers: ["pro", "enterprise"] });
    const blind = await refusal(server, { headers: keyFor(server, "pro", ["market_data:read"]) });
    expect([blind.status, blind.body["error"].code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
  });

  test("is rate-limited like the key of other requests", async () => {
    const key = keyFor(server, "pro");
    const client = await connecting(server, { headers: key });
    const [response] = (await once(client.socket, "upgrade")) as [IncomingMessage];
    expect(response.headers).toMatchObject({ "x-ratelimit-limit": "10000", "x-ratelimit-remaining": "9999" });
    expect(response.headers["x-request-id"]).toBeTruthy();
    await client.next("authenticated");
    await client.close();
    const answer = await server.inject({ url: "/v2/market-data/clock", headers: key });
    expect(answer.headers["x-ratelimit-remaining"]).toBe("9998");
  });
});

describe("an API key in the first message of a stream", () => {
  const auth = (key: string) => ({ action: "auth", api_key: key, id: "me" });

  test("opens the stream", async () => {
    const client = await connecting(server);
    expect(await client.next("welcome")).toMatchObject({ authenticated: false });
    const answer = await client.ask(auth(keyText(keyFor(server, "pro"))), "authenticated");
    expect(answer).toMatchObject({ type: "authenticated", tier: "pro", id: "me" });
    expect(await client.ask(auth("x"), "authenticated")).toMatchObject({
      type: "error",
      code: "INVALID_PARAMETERS",
      id: "me",
    });
    await client.close();
  });

  const refused: readonly (readonly [string, () => string, string, number])[] = [
    ["that is invalid", () => "nonsense", "INVALID_API_KEY", 4401],
    ["of the free tier", () => keyText(keyFor(server, "free")), "TIER_REQUIRED", 4403],
    ["without the scope", () => keyText(keyFor(server, "pro", ["trading:read"])), "INSUFFICIENT_SCOPE", 4403],
  ];
  test.each(refused)(
    "closes the connection if the stream does not accept it: a key %s",
    async (_, key, code, closes) => {
      const client = await connecting(server);
      await client.opened;
      client.say(auth(key()));
      expect(await client.next("error")).toMatchObject({ code, id: "me" });
      expect((await client.ended).code).toBe(closes);
    },
  );

  test("must come before other messages and within a time limit", async () => {
    const hasty = await connecting(server);
    await hasty.opened;
    hasty.say({ action: "subscribe", channel: "quotes", symbols: ["ACME"] });
    expect(await hasty.next("error")).toMatchObject({ code: "INVALID_API_KEY" });
    expect((await hasty.ended).code).toBe(4401);
    const slow = await connecting(server);
    expect((await slow.ended).code).toBe(4401);
    expect(slow.messages.at(-1)).toMatchObject({ type: "error", code: "INVALID_API_KEY" });
  });
});

describe("a stream of a session other than the main one", () => {
  const TWO = FLOOR_OPEN - 60_000;
  const { session } = floor.openSession(FLOOR, { id: "second", start: TWO });
  const paths = ["/v2/stream?session=second", "/v2/stream?session=none"];

  test("reveals nothing without a valid API key", async () => {
    const streamOf = async (path: string, message?: unknown) => {
      const client = await connecting(server, { path });
      await client.opened;
      if (message !== undefined) client.say(message);
      const ended = await client.ended;
      return { messages: client.messages, ended };
    };
    for (const message of [undefined, { action: "auth", api_key: "nonsense" }, { action: "ping" }, "{"]) {
      const [there, none] = [await streamOf(paths[0]!, message), await streamOf(paths[1]!, message)];
      expect(there).toEqual(none);
      expect(there.messages).toMatchObject([
        { type: "welcome", session: "main", authenticated: false, timestamp: "2024-01-08T14:30:30.000Z" },
        { type: "error", timestamp: "2024-01-08T14:30:30.000Z" },
      ]);
    }
    for (const headers of [{ authorization: "Bearer nonsense" }, { origin: "https://elsewhere.example" }]) {
      const [there, none] = await Promise.all(paths.map((path) => refusal(server, { headers, path })));
      expect(there!.body).toEqual(none!.body);
    }
  });

  test("gets a welcome message once authenticated, and after that later events", async () => {
    const client = await connecting(server, { path: paths[0]! });
    await client.next("welcome");
    client.say({ action: "auth", api_key: keyText(keyFor(server, "pro")), id: "me" });
    const timestamp = "2024-01-08T14:29:30.000Z";
    expect([await client.next(), await client.next()]).toMatchObject([
      { type: "welcome", session: "second", epoch: 1, authenticated: true, timestamp },
      { type: "authenticated", tier: "pro", id: "me", timestamp },
    ]);
    await client.ask({ action: "subscribe", channel: "quotes", symbols: ["ACME"], snapshot: false }, "subscribed");
    session.advance(FLOOR_OPEN);
    expect(await client.next()).toMatchObject({ type: "market_status", status: "open" });
    expect(await client.next()).toMatchObject({ type: "quote", symbol: "ACME", price: 100 });
    expect(server.hindcast.stream!.connections.size).toBe(1);
    session.close();
    expect(await client.ended).toEqual({ code: 1000, reason: "the session has ended" });
  });

  test("is refused once authenticated if the session does not exist", async () => {
    const client = await connecting(server, { path: paths[1]! });
    await client.opened;
    client.say({ action: "auth", api_key: keyText(keyFor(server, "pro")), id: "me" });
    const message = "no session has this id";
    expect(await client.next("error")).toMatchObject({
      code: "NOT_FOUND",
      message,
      details: { session: "none" },
      id: "me",
    });
    expect(await client.ended).toEqual({ code: 4404, reason: message });
  });
});

describe("a request that opens a stream", () => {
  test("must not have an API key in its URL", async () => {
    const { status, body } = await refusal(server, { headers, path: `/v2/stream?api_key=${keyText({ ...headers })}` });
    expect(status).toBe(400);
    expect(body["error"].details.errors).toEqual([
      expect.objectContaining({ in: "query", parameter: "api_key", allowed: ["session"] }),
    ]);
    expect(JSON.stringify(body)).not.toContain(keyText({ ...headers }));
  });

  test("must name an existing session", async () => {
    const other = floor.openSession(FLOOR, { id: "two", start: FLOOR_OPEN - 1 });
    const client = await connected(server, { headers, path: "/v2/stream?session=two" });
    expect(client.messages[0]).toMatchObject({ session: "two", timestamp: "2024-01-08T14:30:29.999Z" });
    await client.close();
    other.session.close();
    const { status, body } = await refusal(server, { headers, path: "/v2/stream?session=three" });
    expect([status, body["error"].code]).toEqual([404, "NOT_FOUND"]);
  });

  test("must not name a session or a time in headers", async () => {
    const refusalWith = async (more: object) => {
      const { status, body } = await refusal(server, { headers: { ...headers, ...more } });
      return [status, body["error"].details.errors] as const;
    };
    const reason = "must be left out: select the session of the stream with ?session= in the URL";
    expect(await refusalWith({ "x-replay-session": "two" })).toEqual([
      400,
      [{ in: "header", parameter: "X-Replay-Session", value: "two", reason }],
    ]);
    expect(await refusalWith({ "x-as-of": "2024-01-05" })).toEqual([
      400,
      [{ in: "header", parameter: "X-As-Of", reason: "must be left out: only requests for market data accept it" }],
    ]);
    // A session in the URL has priority over one in the header.
    for (const [session, path] of [
      ["main", "/v2/stream"],
      ["two", "/v2/stream?session=main"],
    ]) {
      const client = await connected(server, { headers: { ...headers, "x-replay-session": session! }, path: path! });
      await client.close();
    }
  });

  test("may come from the server's own pages and from allowed origins", async () => {
    const foreign = await refusal(server, { headers: { ...headers, origin: "https://elsewhere.example" } });
    expect([foreign.status, foreign.body["error"].code]).toEqual([400, "INVALID_PARAMETERS"]);
    const { port } = server.server.address() as { port: number };
    for (const origin of ["https://app.example", `http://127.0.0.1:${port}`]) {
      const client = await connected(server, { headers: { ...headers, origin } });
      await client.close();
    }
  });

  test("must not ask for a WebSocket subprotocol", async () => {
    const {
      status,
      headers: answered,
      body,
    } = await refusal(server, {
      headers: { ...headers, "sec-websocket-protocol": "json" },
    });
    expect([status, body["error"].details.errors[0].parameter]).toEqual([400, "Sec-WebSocket-Protocol"]);
    expect(answered["x-ratelimit-limit"]).toBeDefined();
  });
});

test("a lockstep session receives its client's connection, acknowledgments and disconnection", async () => {
  const calls: unknown[] = [];
  const { main } = server.hindcast.sessions;
  addSession(server, "steps", {
    events: main.events,
    accounts: main.accounts,
    clock: main.clock,
    lockstep: true,
    gate: {
      attach: (peer) => void calls.push(["attach", peer.seq, peer.keyId.length]),
      acknowledge: (_, seq) => void calls.push(["ack", seq]),
      detach: () => void calls.push(["detach"]),
    },
  });
  const client = await connected(server, { headers, path: "/v2/stream?session=steps" });
  await client.ask({ action: "subscribe", channel: "clock" }, "subscribed");
  client.say({ action: "ack", seq: 1 });
  client.say({ action: "ack", seq: 2 });
  expect(await client.next("error")).toMatchObject({ code: "INVALID_PARAMETERS" });
  await client.close();
  const moving = await connected(server, { headers });
  expect(await moving.ask({ action: "ack", seq: 0 }, "pong")).toMatchObject({
    type: "error",
    code: "INVALID_PARAMETERS",
  });
  await moving.close();
  expect(calls).toEqual([["attach", 0, 12], ["ack", 1], ["detach"]]);
});

test("too many invalid API keys in a row block further attempts from the address", async () => {
  let last = await refusal(server, { headers: { authorization: "Bearer nonsense" } });
  for (let i = 0; i < 12 && last.status === 401; i++)
    last = await refusal(server, { headers: { authorization: "Bearer nonsense" } });
  expect([last.status, last.body["error"].code]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
  const client = await connecting(server);
  await client.opened;
  client.say({ action: "auth", api_key: "nonsense" });
  expect((await client.ended).code).toBe(4429);
});
