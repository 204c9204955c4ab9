import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Duplex } from "node:stream";
import type { Connection } from "../../../src/server/stream/connection.ts";
import { connected, type Message } from "../../support/stream-client.ts";
import { openFloor, type Floor } from "../../support/trading-floor.ts";

/** Opens a session whose only stream client does not read, so that messages pile up. Calling `flow` lets the client read. */
async function slowClient(stream: object, path = "/v2/stream", prepare?: (floor: Floor) => Promise<unknown>) {
  const floor = await openFloor({ stream, speed: 0 });
  await prepare?.(floor);
  const client = await connected(floor.server, { headers: floor.headers, path });
  await client.ask({ action: "subscribe", channel: "orders" }, "subscribed");
  await client.ask(
    { action: "subscribe", channel: "quotes", symbols: ["ACME", "FUND"], snapshot: false },
    "subscribed",
  );
  const [connection] = floor.server.hindcast.stream!.connections as Set<Connection>;
  const socket = Reflect.get(connection!.socket, "_socket") as Duplex;
  socket.cork();
  return { floor, client, connection: connection!, flow: () => socket.uncork() };
}

const trade = async (floor: Floor, count: number): Promise<void> => {
  for (let i = 0; i < count; i++)
    await floor.order({ type: "limit", limit_price: 1, time_in_force: "gtc", quantity: 1 });
};

test("a slow stream client gets the latest quote of each symbol, and all of its order messages", async () => {
  const { floor, client, connection, flow } = await slowClient({ conflateBytes: 4000 });
  await trade(floor, 5);
  floor.at("2024-01-08T09:34:30");
  connection.flush();
  floor.at("2024-01-09T09:31:30");
  await trade(floor, 2);
  flow();
  const last = await client.next("quote");
  const received = [...client.messages, ...(await client.all())];
  expect(received.filter(({ type }) => type === "warning")).toMatchObject([{ code: "SLOW_CONSUMER" }]);
  expect(new Set(received.filter(({ type }) => type === "order").map(({ order }) => order.id as string)).size).toBe(7);
  expect(last).toBeDefined();
  const quotes = client.messages.filter(({ type }) => type === "quote");
  const lastOf = (symbol: string): Message | undefined => quotes.findLast((one) => one["symbol"] === symbol);
  expect(lastOf("ACME")).toMatchObject({ price: 91, timestamp: "2024-01-09T14:31:00.000Z" });
  expect(lastOf("FUND")).toMatchObject({ price: 26 });
  // Every quote of the session is part of a conflated quote that was sent.
  const sum = quotes.reduce((count, { conflated = 1 }) => count + (conflated as number), 0);
  const { events } = floor.session;
  const all = events.since(0, { quote: (symbol) => symbol === "ACME" || symbol === "FUND", bar: () => false })!;
  expect(sum).toBe(all.filter(({ event }) => event.type === "quote").length);
  expect(quotes.length).toBeLessThan(sum);
  const seqs = client.messages.filter(({ seq }) => seq !== undefined).map(({ seq }) => seq as number);
  expect(seqs).toEqual(seqs.map((_, i) => i + 1));
  await client.close();
  await floor.server.close();
});

test("a stream client that keeps up gets every message of a large advance", async () => {
  const { floor, client, flow } = await slowClient({ conflateBytes: 1000, closeBytes: 2000 });
  floor.at("2024-01-09T09:31:30");
  await sleep(1);
  flow();
  const quotes = (await client.all()).filter(({ type }) => type === "quote");
  expect(JSON.stringify(quotes).length).toBeGreaterThan(2000);
  const { events } = floor.session;
  const wanted = { quote: (symbol: string) => symbol === "ACME" || symbol === "FUND", bar: () => false };
  const all = events.since(0, wanted)!.filter(({ event }) => event.type === "quote");
  expect(quotes.map(({ offset, conflated }) => [offset, conflated])).toEqual(
    all.map(({ offset }) => [offset, undefined]),
  );
  await client.close();
  await floor.server.close();
});

test("a stream client that falls too far behind is disconnected", async () => {
  const { floor, client, flow } = await slowClient({ conflateBytes: 2000, closeBytes: 6000 });
  await trade(floor, 12);
  flow();
  expect((await client.ended).code).toBe(1013);
  expect(client.messages.at(-1)).toMatchObject({ type: "error", code: "SERVICE_UNAVAILABLE" });
  await floor.server.close();
});

test("if all stream clients together exceed eight times the limit of pending data, the one with the most is disconnected", async () => {
  const { floor, client, connection, flow } = await slowClient({ conflateBytes: 100, closeBytes: 200 });
  const reader = await connected(floor.server, { headers: floor.headers });
  floor.at("2024-01-09T09:31:30");
  await sleep(1);
  // A single advance produced more than 8 × 200 bytes for a client that had read everything before.
  expect(connection.unread).toBeGreaterThan(1600);
  floor.server.hindcast.stream!.tick();
  flow();
  expect((await client.ended).code).toBe(1013);
  expect((await reader.ask({ action: "ping" }, "pong")).type).toBe("pong");
  await reader.close();
  await floor.server.close();
});

test("a stream client that sends requests but does not read is disconnected, even if the session waits for slow clients", async () => {
  const prepare = (floor: Floor) =>
    floor.server.inject({
      method: "POST",
      url: "/_replay/sessions",
      payload: { from: "2024-01-08T14:30:00Z", backpressure: "pause" },
      headers: { authorization: floor.headers["authorization"]! },
    });
  const stream = { conflateBytes: 500, closeBytes: 4000, messagesPerSecond: 1000 };
  const { floor, client, flow } = await slowClient(stream, "/v2/stream?session=s1", prepare);
  for (let i = 0; i < 100; i++) client.say({ action: "list" });
  await sleep(100);
  flow();
  expect((await client.ended).code).toBe(1013);
  await floor.server.close();
});

test("a stream client that stays slow for too long is disconnected", async () => {
  const { floor, client, connection, flow } = await slowClient({ conflateBytes: 2000, slowMs: 1000 });
  await trade(floor, 4);
  connection.flush();
  connection.tick(Date.now() + 500);
  connection.tick(Date.now() + 1500);
  flow();
  expect((await client.ended).code).toBe(1013);
  await floor.server.close();
});

test.each([100_000, "max"])(
  "a session at speed %s that waits for slow stream clients (backpressure) drops no messages",
  async (speed) => {
    const post = (floor: Floor, url: string, payload: object) =>
      floor.server.inject({
        method: "POST",
        url,
        payload,
        headers: { authorization: floor.headers["authorization"]! },
      });
    const body = { from: "2024-01-08T14:30:00Z", backpressure: "pause" };
    const slow = await slowClient({ conflateBytes: 500 }, "/v2/stream?session=s1", (floor) =>
      post(floor, "/_replay/sessions", body),
    );
    const session = slow.floor.server.hindcast.sessions.get("s1");
    const { authorization } = slow.floor.headers as { authorization: string };
    const send = async (what: string, payload: object): Promise<void> => {
      const headers = { authorization, "x-replay-session": "s1" };
      const answer = await slow.floor.server.inject({ method: "POST", url: `/_replay/${what}`, payload, headers });
      expect(answer.statusCode).toBe(200);
    };
    await send("speed", { speed });
    await send("resume", {});
    while (!slow.connection.isBehind) await sleep(5);
    const { now } = session;
    await sleep(100);
    expect(session.now).toBe(now);
    expect(session.clock.state).toBe("running");
    slow.flow();
    await slow.client.next("replay_completed");
    const { events } = session;
    const wanted = { quote: (symbol: string) => symbol === "ACME" || symbol === "FUND", bar: () => false };
    const all = events.since(0, wanted)!.filter(({ event }) => event.type === "quote");
    const received = slow.client.messages.filter(({ type }) => type === "quote");
    expect(received.map(({ offset }) => offset as number)).toEqual(all.map(({ offset }) => offset));
    expect(slow.client.messages.filter(({ type }) => type === "warning")).toEqual([]);
    await slow.client.close();
    await slow.floor.server.close();
  },
);
