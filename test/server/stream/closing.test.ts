import { afterAll, describe, expect, test } from "vitest";
import { connected, connecting, refusal } from "../../support/stream-client.ts";
import { StateStore } from "../../../src/server/store/state-store.ts";
import { keyFor } from "../../support/served-sample.ts";
import { FLOOR, openFloor } from "../../support/trading-floor.ts";

let now = 1_700_000_000_000;
const floor = await openFloor({ wallClock: () => now });
const { server } = floor;
afterAll(() => server.close());
const tick = (ms: number): void => {
  now += ms;
  server.hindcast.stream!.tick();
};

test("a server that shuts down notifies its stream clients and releases the port", async () => {
  const other = await openFloor();
  const client = await connected(other.server, { headers: other.headers });
  const unknown = await connecting(other.server);
  await unknown.next("welcome");
  const { port } = other.server.server.address() as { port: number };
  await other.server.close();
  for (const one of [client, unknown]) {
    expect(await one.ended).toEqual({ code: 1001, reason: "the server is shutting down" });
    expect(one.messages.at(-1)).toMatchObject({ type: "closing", reason: "the server is shutting down" });
  }
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
});

test("a stream client that does not answer the server's shutdown does not delay it", async () => {
  const other = await openFloor();
  const client = await connected(other.server, { headers: other.headers });
  client.socket.pause();
  await other.server.close();
  client.socket.resume();
  expect([1001, 1006]).toContain((await client.ended).code);
});

test("a closing server accepts no stream clients", async () => {
  const other = await openFloor();
  await other.server.listen({ port: 0, host: "127.0.0.1" });
  other.server.hindcast.lifecycle.closing = true;
  const { status, body } = await refusal(other.server, { headers: other.headers });
  expect([status, body["error"].code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  await other.server.close();
});

describe("the stream connections of an API key", () => {
  test("close when the key is revoked, and those of other keys do not", async () => {
    const [mine, theirs] = [keyFor(server), keyFor(server)];
    const clients = [
      await connected(server, { headers: mine }),
      await connected(server, { headers: mine }),
      await connected(server, { headers: theirs }),
    ];
    server.hindcast.keys.revoke(/hc_([^_]+)_/.exec(mine.authorization)![1]!);
    for (const client of clients.slice(0, 2)) {
      expect((await client.ended).code).toBe(4401);
      expect(client.messages.at(-1)).toMatchObject({ type: "error", code: "INVALID_API_KEY" });
    }
    expect(await clients[2]!.ask({ action: "ping" }, "pong")).toMatchObject({ type: "pong" });
    await clients[2]!.close();
  });

  test("close when the key expires", async () => {
    const { text } = server.hindcast.keys.create({
      name: "short",
      tier: "pro",
      scopes: ["stream:read"],
      expiresAt: now + 5000,
    });
    const client = await connected(server, { headers: { authorization: `Bearer ${text}` } });
    tick(4000);
    expect(await client.ask({ action: "ping" }, "pong")).toMatchObject({ type: "pong" });
    tick(1000);
    expect((await client.ended).code).toBe(4401);
  });

  test("stay open after a rotation until the grace period ends", async () => {
    const { key, text } = server.hindcast.keys.create({ name: "old", tier: "pro", scopes: ["stream:read"] });
    const client = await connected(server, { headers: { authorization: `Bearer ${text}` } });
    server.hindcast.keys.rotate(key.id, { graceMs: 5000 });
    tick(4000);
    expect(await client.ask({ action: "ping" }, "pong")).toMatchObject({ type: "pong" });
    tick(1000);
    expect((await client.ended).code).toBe(4401);
  });
});

test("a stream client is pinged every twenty seconds and disconnected after a minute of silence", async () => {
  const client = await connected(server, { headers: floor.headers });
  let pings = 0;
  client.socket.on("ping", () => pings++);
  tick(19_000);
  expect(await client.all()).toEqual([]);
  tick(20_000);
  expect(await client.next("heartbeat")).toMatchObject({ timestamp: "2024-01-08T14:30:30.000Z" });
  await client.all();
  expect(pings).toBe(1);
  // The client has answered the ping, so its connection stays open.
  tick(59_000);
  await client.all();
  client.socket.pause();
  tick(61_000);
  client.socket.resume();
  expect([4408, 1006]).toContain((await client.ended).code);
});

test("stream connections close when their session is deleted, and a replay sends a message at its end", async () => {
  const other = floor.openSession(FLOOR, { id: "two" });
  const client = await connected(server, { headers: floor.headers, path: "/v2/stream?session=two" });
  other.at("2024-01-20T00:00:00");
  const done = await client.next("replay_completed");
  expect(done["offset"]).toBe(other.session.events.offset);
  other.at("2024-01-21T00:00:00");
  expect(await client.all()).toEqual([]);
  other.session.close();
  expect(await client.ended).toEqual({ code: 1000, reason: "the session has ended" });
});

test("the stream sends the clock when a client subscribes and when the clock advances", async () => {
  const client = await connected(server, { headers: floor.headers });
  await client.ask({ action: "subscribe", channel: "clock" }, "subscribed");
  expect(await client.next("clock")).toMatchObject({
    now: "2024-01-08T14:30:30.000Z",
    state: "paused",
    speed: 0,
    step: 0,
  });
  tick(0);
  tick(0);
  await client.all();
  floor.at("2024-01-08T09:31:00");
  tick(0);
  const messages = (await client.all()).filter(({ type }) => type === "clock");
  expect(messages).toMatchObject([{ now: "2024-01-08T14:31:00.000Z", phase: "bars_open", epoch: 1 }]);
  expect(messages[0]).not.toHaveProperty("offset");
  await client.close();
});

test("forking a running session pauses its clock, and the stream sends the new state", async () => {
  const ask = (path: string, payload: object) =>
    server.inject({ method: "POST", url: path, headers: keyFor(server), payload });
  const { session } = (await ask("/_replay/sessions", { from: "2024-01-08T14:30:00Z", speed: 1 })).json();
  const client = await connected(server, { headers: floor.headers, path: `/v2/stream?session=${session}` });
  await client.ask({ action: "subscribe", channel: "clock" }, "subscribed");
  expect(await client.next("clock")).toMatchObject({ state: "running" });
  const stopped = { now: "2024-01-08T14:30:00.999Z", state: "paused" };
  now += 1_000;
  expect((await ask(`/_replay/sessions/${session}/fork`, {})).json()).toMatchObject(stopped);
  expect((await client.all()).at(-1)).toMatchObject({ type: "clock", ...stopped });
  await client.close();
});

test("if the server's state cannot be written, stream connections close and uncommitted events are not sent", async () => {
  const store = new StateStore();
  const other = await openFloor({ store });
  const client = await connected(other.server, { headers: other.headers });
  await client.ask({ action: "subscribe", channel: "orders" }, "subscribed");
  store.transaction = () => {
    throw new Error("the disk is full");
  };
  expect((await other.order()).status).toBe(503);
  expect((await client.ended).code).toBe(1011);
  expect(client.messages.filter(({ type }) => type === "order")).toEqual([]);
  // Uncommitted events are not sent to clients that connect later, either, not even on request.
  const late = await connecting(other.server, { headers: other.headers });
  await late.opened;
  late.say({ action: "subscribe", channel: "orders", from: 0 });
  expect((await late.ended).code).toBe(1011);
  expect(late.messages.filter(({ type }) => type === "order")).toEqual([]);
  await other.server.close();
});
