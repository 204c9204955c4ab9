import * as fc from "fast-check";
import type { Duplex } from "node:stream";
import { afterAll, describe, expect, test } from "vitest";
import { connected, connecting, refusal, type StreamClient } from "../../support/stream-client.ts";
import { keyFor } from "../../support/served-sample.ts";
import { runs } from "../../support/runs.ts";
import { openFloor } from "../../support/trading-floor.ts";
import { property } from "../../support/property.ts";

let now = 1_700_000_000_000;
const floor = await openFloor({ stream: { symbolsPerConnection: 4, unknownConnections: 2 }, wallClock: () => now });
const { server } = floor;
afterAll(() => server.close());
const headers = { authorization: floor.headers["authorization"]! };
const open = (): Promise<StreamClient> => connected(server, { headers: keyFor(server) });
const quotes = (symbols: readonly unknown[], more: object = {}) => ({
  action: "subscribe",
  channel: "quotes",
  symbols,
  ...more,
});

describe("messages that a stream client sends", () => {
  test("close the connection if they are over 16 KiB", async () => {
    const client = await open();
    client.say(JSON.stringify({ action: "ping", id: "x".repeat(16_384) }));
    expect((await client.ended).code).toBe(1009);
  });

  test("close the connection if they are binary or invalid UTF-8", async () => {
    const binary = await open();
    binary.socket.send(Buffer.from('{"action":"ping"}'));
    expect((await binary.ended).code).toBe(1003);
    const broken = await open();
    broken.socket.send(Buffer.from([0x7b, 0xff, 0xfe]), { binary: false });
    expect((await broken.ended).code).toBe(1007);
  });

  test("close the connection beyond 20 per second, not counting acknowledgments of clock steps", async () => {
    const client = await open();
    for (let i = 0; i < 19; i++) client.say({ action: "ping" });
    await client.all();
    now += 1000;
    for (let i = 0; i < 30; i++) client.say({ action: "ack", seq: 0 });
    for (let i = 0; i < 9; i++) await client.next("error");
    // The connection closes because of ten invalid acknowledgments (4400), not because of the message rate (4429).
    expect((await client.ended).code).toBe(4400);

    const hasty = await open();
    for (let i = 0; i < 21; i++) hasty.say({ action: "ping" });
    expect(await hasty.next("error")).toMatchObject({
      code: "RATE_LIMIT_EXCEEDED",
      details: { limit: 20, window_seconds: 1 },
    });
    expect((await hasty.ended).code).toBe(4429);
    expect(hasty.messages.filter(({ type }) => type === "pong")).toHaveLength(20);
  });

  test("are refused if their action is not a text, and the error names the member", async () => {
    const client = await open();
    const deep = `{"action":${"[".repeat(8_000)}${"]".repeat(8_000)}}`;
    for (const message of [`{"action":{"toString":null,"valueOf":null}}`, `{"action":["ping"]}`, deep]) {
      client.say(message);
      expect(await client.next("error")).toMatchObject({ details: { errors: [{ parameter: "action" }] } });
    }
    await client.close();
    const stranger = await connecting(server);
    await stranger.next("welcome");
    stranger.say(`{"action":{"toString":null}}`);
    expect((await stranger.ended).code).toBe(4401);
  });

  test("get an error if they are invalid, and the tenth invalid one closes the connection", async () => {
    const client = await open();
    const wrong: [unknown, object][] = [
      ["{", { details: { errors: [{ in: "body", parameter: "", reason: "must be one JSON object" }] } }],
      ["[]", { code: "INVALID_PARAMETERS" }],
      [{ id: "a" }, { id: "a", details: { errors: [{ parameter: "action", reason: "must be given" }] } }],
      [{ action: "buy" }, { details: { errors: [{ parameter: "action", value: "buy" }] } }],
      [{ action: "subscribe" }, { details: { errors: [{ parameter: "channel", reason: "must be given" }] } }],
      [{ action: "ping", more: 1 }, { details: { errors: [{ parameter: "more", reason: "is unknown" }] } }],
      [quotes([]), { details: { errors: [{ parameter: "symbols", reason: "must name at least one symbol" }] } }],
      [quotes(["A CME"]), { details: { errors: [{ parameter: "symbols.0" }] } }],
      [quotes(["ACME"], { interval: "1m" }), { details: { errors: [{ parameter: "interval" }] } }],
      [quotes([5]), { details: { errors: [{ parameter: "symbols.0" }] } }],
    ];
    for (const [message, answer] of wrong) {
      client.say(message);
      expect(await client.next("error")).toMatchObject(answer);
    }
    expect((await client.ended).code).toBe(4400);
  });
});

describe("a stream message with a repeated JSON member", () => {
  const repeated = (parameter: string) => ({
    code: "INVALID_PARAMETERS",
    details: { errors: [{ in: "body", parameter, reason: "must be given once" }] },
  });
  const messages: readonly (readonly [string, string])[] = [
    ["action", '{"action":"list","action":"ping","id":"a"}'],
    ["action", String.raw`{"action":"ping","\u0061ction":"ping","id":"a"}`],
    ["channel", '{"action":"subscribe","channel":"bars","symbols":["ACME"],"channel":"quotes","id":"a"}'],
    ["symbols", '{"action":"subscribe","channel":"quotes","symbols":["FUND"],"symbols":["ACME"],"id":"a"}'],
    ["symbols.0.a", '{"action":"subscribe","channel":"quotes","symbols":[{"a":1,"a":2}],"id":"a"}'],
    ["x", '{"action":"ping","x":1,"x":1,"id":"a"}'],
    ["action", `{"action":${"[".repeat(8_000)}${"]".repeat(8_000)},"action":"ping","id":"a"}`],
  ];
  test.each(messages)("is refused without effect, and the error names the member: %s", async (parameter, text) => {
    const client = await open();
    client.say(text);
    expect(await client.next("error")).toMatchObject({ ...repeated(parameter), id: "a" });
    expect((await client.ask({ action: "list" }, "subscriptions"))["subscriptions"]).toEqual([]);
    await client.close();
  });

  test("is refused before the API key in it is checked", async () => {
    const stranger = await connecting(server);
    await stranger.next("welcome");
    const key = headers.authorization.slice("Bearer ".length);
    stranger.say(`{"action":"auth","api_key":"none","api_key":"${key}"}`);
    expect(await stranger.next("error")).toMatchObject(repeated("api_key"));
    expect((await stranger.ended).code).toBe(4401);
  });

  test("is not confused with a message whose text looks like a member", async () => {
    const client = await open();
    const id = '","action":"list';
    expect(await client.ask({ action: "ping", id }, "pong")).toMatchObject({ type: "pong", id });
    await client.close();
  });
});

describe("symbols in stream subscriptions", () => {
  test("are limited to 100 per message", async () => {
    const client = await open();
    const many = Array.from({ length: 101 }, (_, i) => `S${i}`);
    const answer = await client.ask(quotes(many), "subscribed");
    expect(answer).toMatchObject({ type: "error", details: { errors: [{ parameter: "symbols" }] } });
    expect((await client.ask(quotes(many.slice(1)), "subscribed"))["rejected"]).toHaveLength(100);
    await client.close();
  });

  test("are limited per connection over all channels, and a message beyond the limit has no effect", async () => {
    const client = await open();
    await client.ask(quotes(["ACME", "FUND", "ACME"], { snapshot: false }), "subscribed");
    await client.ask({ action: "subscribe", channel: "bars", symbols: ["ACME"] }, "subscribed");
    const answer = await client.ask(quotes(["BTCUSD", "YEN"]), "subscribed");
    expect(answer).toMatchObject({ type: "error", details: { reason: "too_many_symbols", limit: 4, subscribed: 3 } });
    expect((await client.ask(quotes(["ACME", "YEN"], { snapshot: false }), "subscribed"))["symbols"]).toEqual([
      "ACME",
      "YEN",
    ]);
    expect((await client.ask({ action: "list" }, "subscriptions"))["subscriptions"]).toEqual([
      { channel: "quotes", symbols: ["ACME", "FUND", "YEN"] },
      { channel: "bars", symbols: ["ACME"], interval: "1m" },
    ]);
    await client.close();
  });
});

test("an API key may have five stream connections at a time", async () => {
  const clients = await Promise.all(Array.from({ length: 5 }, () => connected(server, { headers })));
  const sixth = await refusal(server, { headers });
  expect([sixth.status, sixth.body["error"].code]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
  expect(sixth.body["error"].details).toEqual({ limit: 5, connections: 5 });
  await clients[0]!.close();
  const again = await connected(server, { headers });
  await Promise.all([again, ...clients.slice(1)].map((client) => client.close()));
});

test("if an address opens more than two unauthenticated stream connections, the oldest is closed", async () => {
  const strangers = [await connecting(server), await connecting(server)];
  for (const stranger of strangers) await stranger.next("welcome");
  const browser = await connecting(server);
  await browser.next("welcome");
  expect(await strangers[0]!.next("error")).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect((await strangers[0]!.ended).code).toBe(1013);
  expect(await browser.ask({ action: "auth", api_key: headers.authorization.slice(7) }, "authenticated")).toMatchObject(
    { type: "authenticated" },
  );
  // An authenticated connection no longer counts as unauthenticated.
  const next = await connecting(server);
  await next.next("welcome");
  expect(
    await strangers[1]!.ask({ action: "auth", api_key: headers.authorization.slice(7) }, "authenticated"),
  ).toMatchObject({ type: "authenticated" });
  await Promise.all([browser, next, strangers[1]!].map((client) => client.close()));
});

test("unauthenticated stream connections are counted by the address that a trusted proxy reports", async () => {
  const proxied = await openFloor({ stream: { unknownConnections: 1 }, trustedProxies: ["127.0.0.0/8"] });
  const from = async (address: string) => {
    const client = await connecting(proxied.server, { headers: { "X-Forwarded-For": address } });
    await client.next("welcome");
    return client;
  };
  const [first, other] = [await from("203.0.113.1"), await from("203.0.113.2")];
  const second = await from("203.0.113.1");
  expect((await first.ended).code).toBe(1013);
  expect((await other.ask({ action: "ping" }, "pong")).type).toBe("error");
  await second.close();
  // All addresses together may have ten times the limit. Beyond it, the oldest connection of all is closed.
  const many = [];
  for (let i = 0; i < 11; i++) many.push(await from(`198.51.100.${i}`));
  expect((await many[0]!.ended).code).toBe(1013);
  await Promise.all(many.slice(1).map((client) => client.close()));
  await proxied.server.close();
});

describe("the server continues after stream clients send", () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom("ACME", "quotes", "bars", "1m", ["ACME"], [], {}, -1, 2 ** 60, { toString: null }, { valueOf: 1 }),
  );
  const message = fc.oneof(
    fc.string().map(String),
    fc.json(),
    fc
      .record(
        {
          action: fc.oneof(fc.constantFrom("subscribe", "unsubscribe", "list", "ping", "ack", "auth"), value),
          channel: fc.oneof(fc.constantFrom("quotes", "bars", "orders", "backtests", "clock"), value),
          symbols: fc.oneof(fc.constant(["ACME"]), fc.array(value, { maxLength: 3 }), value),
          interval: value,
          from: fc.oneof(fc.nat(20), value),
          epoch: fc.oneof(fc.constant(1), value),
          seq: value,
          conflate_ms: value,
          snapshot: fc.oneof(fc.boolean(), value),
          id: value,
        },
        { requiredKeys: ["action"] },
      )
      .map((one) => JSON.stringify(one)),
  );
  property([fc.array(message, { minLength: 5, maxLength: 15 })], runs(25))("random messages", async (texts) => {
    const client = await open();
    for (const text of texts) {
      now += 1000;
      client.say(text);
    }
    await client.close();
    for (const { type, code, schemaErrors } of client.messages) {
      expect(schemaErrors).toBeUndefined();
      if (type === "error") expect(["INVALID_PARAMETERS"]).toContain(code);
    }
    expect((await server.inject({ url: "/v2/market-data/clock", headers })).statusCode).toBe(200);
  });

  property([fc.uint8Array({ minLength: 1, maxLength: 200 })], runs(25))("random bytes", async (bytes) => {
    const client = await open();
    (Reflect.get(client.socket, "_socket") as Duplex).write(bytes);
    client.socket.terminate();
    expect((await server.inject({ url: "/v2/market-data/clock", headers })).statusCode).toBe(200);
  });
});
