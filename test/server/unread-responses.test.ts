import { once } from "node:events";
import type { Server } from "node:http";
import { connect } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fastify } from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import { CONNECTION_LIMITS } from "../../src/server/connection-limits.ts";
import { connectionsOf } from "../../src/server/connections.ts";
import { hindcast } from "../../src/server/plugin.ts";
import { HISTORY } from "../support/floods.ts";
import { pipelined } from "../support/pipelined.ts";
import { keyFor, sampleRecording, servedSample } from "../support/served-sample.ts";

/** Starts a server with two routes: one responds when the test says so, the other has large responses. */
async function testServer() {
  const server = await servedSample({ metrics: true });
  const open: (() => void)[] = [];
  let started = 0;
  server.get<{ Params: { number: string } }>("/slow/:number", async ({ params }) => {
    started++;
    await new Promise<void>((resolve) => open.push(resolve));
    return params.number;
  });
  const large = "x".repeat(500_000);
  server.get("/large", (_, reply) => reply.send(large));
  await server.listen({ port: 0, host: "127.0.0.1" });
  const answerAll = async (): Promise<void> => {
    while (open.length > 0) {
      for (const respond of open.splice(0)) respond();
      await wait(5);
    }
  };
  const { port } = server.server.address() as AddressInfo;
  return { server, port, answerAll, started: () => started, connections: connectionsOf(server.server) };
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const slow = (count: number): string => Array.from({ length: count }, (_, i) => get(`/slow/${i}`)).join("");

const { server, port, answerAll, started, connections } = await testServer();
afterAll(() => server.close());

const usual = { ...CONNECTION_LIMITS };
async function withLimits(limits: Partial<typeof usual>, work: () => Promise<void>): Promise<void> {
  Object.assign(CONNECTION_LIMITS, limits);
  try {
    await work();
  } finally {
    Object.assign(CONNECTION_LIMITS, usual);
  }
}

describe("pipelined requests on one connection", () => {
  test("are processed 16 at a time and answered in order", async () => {
    const before = started();
    const connection = await pipelined(port);
    connection.socket.write(slow(40));
    await expect.poll(started).toBe(before + 16);
    const answers = connection.answers(40);
    await answerAll();
    expect((await answers).map(({ body }) => body)).toEqual(Array.from({ length: 40 }, (_, i) => String(i)));
    connection.socket.destroy();
  });

  test("beyond 250 waiting ones are refused, and the connection ends after the earlier responses", async () => {
    const before = started();
    const connection = await pipelined(port);
    connection.socket.write(slow(400));
    const answers = connection.answers();
    await expect.poll(started).toBe(before + 16);
    await answerAll();
    const all = await answers;
    // 16 requests are in progress, 250 wait, and one is refused.
    expect(all).toHaveLength(267);
    expect(all.slice(0, 266).every(({ status }) => status === 200)).toBe(true);
    expect(all[266]!.status).toBe(429);
    expect(all[266]!.head).toMatch(/^connection: close/im);
    expect(JSON.parse(all[266]!.body)).toMatchObject({
      error: { code: "RATE_LIMIT_EXCEEDED", details: { limit: 250 } },
    });
    expect(started()).toBe(before + 266);
  });

  test("are not started once the client has disconnected", async () => {
    const before = started();
    const connection = await pipelined(port);
    connection.socket.write(slow(40));
    await expect.poll(started).toBe(before + 16);
    connection.socket.resetAndDestroy();
    await wait(50);
    await answerAll();
    await wait(20);
    expect(started()).toBe(before + 16);
  });
});

describe("responses that a client does not read", () => {
  test("delay further requests of the connection until the client reads them", async () => {
    const connection = await pipelined(port);
    connection.socket.write(get("/large").repeat(60));
    await wait(200);
    // The operating system buffers some responses. At most 256 KiB and one further response may wait in the server.
    expect(connections.unreadBytes).toBeGreaterThan(0);
    expect(connections.unreadBytes).toBeLessThan(262_144 + 600_000);
    const answers = await connection.answers(60);
    expect(answers.map(({ status, body }) => [status, body.length])).toEqual(
      Array.from({ length: 60 }, () => [200, 500_000]),
    );
    await expect.poll(() => connections.unreadBytes).toBe(0);
    connection.socket.destroy();
  });

  test("end the connection after a time without progress, and the metrics count the ended connection", () =>
    withLimits({ stalledSeconds: 1 }, async () => {
      const ended = connections.stalled;
      const connection = await pipelined(port);
      connection.socket.write(get("/large").repeat(60));
      await expect.poll(() => connections.stalled, { timeout: 8000 }).toBe(ended + 1);
      expect(connections.unreadBytes).toBe(0);
      const text = await server.hindcast.metrics!.text();
      expect(text).toMatch(new RegExp(`^hindcast_connections_ended_total ${ended + 1}$`, "m"));
      connection.socket.destroy();
    }));

  test("end the oldest connections if too much data waits in total, while other connections are served", () =>
    withLimits({ unreadBytesInTotal: 1_000_000 }, async () => {
      const { stalled } = connections;
      const idle = await Promise.all(Array.from({ length: 4 }, () => pipelined(port)));
      for (const { socket } of idle) socket.write(get("/large").repeat(60));
      await expect.poll(() => connections.unreadBytes).toBeGreaterThan(1_000_000);
      expect(connections.unreadBytes).toBeLessThan(1_000_000 + 4 * 600_000);
      // The health check is answered at once, other requests once a connection has been ended.
      const since = performance.now();
      expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
      expect(performance.now() - since).toBeLessThan(900);
      expect((await fetch(`http://127.0.0.1:${port}/docs`)).status).toBe(200);
      expect(connections.stalled).toBeGreaterThan(stalled);
      expect(connections.unreadBytes).toBeLessThan(1_000_000);
      for (const { socket } of idle) socket.destroy();
    }));

  test("end the connection with the most waiting requests if too many requests wait in total", () =>
    withLimits({ waitingInTotal: 60 }, async () => {
      const { stalled } = connections;
      const before = started();
      const [first, second] = [await pipelined(port), await pipelined(port)];
      first.socket.write(slow(60));
      await expect.poll(started).toBe(before + 16);
      second.socket.write(slow(40));
      await expect.poll(() => connections.stalled).toBe(stalled + 1);
      const answers = second.answers(40);
      await answerAll();
      expect(await answers).toHaveLength(40);
      first.socket.destroy();
      second.socket.destroy();
    }));
});

describe("requests of one client", () => {
  const { authorization } = keyFor(server);
  const other = keyFor(server).authorization;
  const quote = (key: string): string =>
    `GET /v2/market-data/stocks/AAPL/quote HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${key}\r\n\r\n`;
  const history = `GET ${HISTORY} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`;

  test("are processed 32 at a time over all its connections, without delaying other clients", async () => {
    // The server knows a connection's key from its first request.
    for (const key of [authorization, other]) {
      const first = await pipelined(port);
      first.socket.write(quote(key));
      await first.answers(1);
      first.socket.destroy();
    }
    const before = started();
    const many = await Promise.all(Array.from({ length: 5 }, () => pipelined(port)));
    const tenOfMine = slow(10).replaceAll("Host: localhost", `Host: localhost\r\nAuthorization: ${authorization}`);
    for (const { socket } of many) socket.write(tenOfMine);
    await expect.poll(started).toBe(before + 32);
    await wait(50);
    expect(started()).toBe(before + 32);
    const otherClient = await pipelined(port);
    otherClient.socket.write(quote(other));
    expect((await otherClient.answers(1)).map(({ status }) => status)).toEqual([200]);
    const answers = many.map((one) => one.answers(10));
    await answerAll();
    expect((await Promise.all(answers)).map((each) => each.length)).toEqual([10, 10, 10, 10, 10]);
    expect(started()).toBe(before + 50);
    for (const { socket } of [...many, otherClient]) socket.destroy();
  });

  test("wait while the client leaves responses unread, and the client's connections end without delaying other clients", () =>
    withLimits({ unreadBytesPerClient: 1_000_000, crowdedSeconds: 1 }, async () => {
      const { stalled } = connections;
      const unread = await Promise.all(Array.from({ length: 4 }, () => pipelined(port)));
      for (const { socket } of unread) {
        socket.pause();
        socket.write(history.repeat(3));
      }
      await expect.poll(() => connections.unreadBytes, { timeout: 20_000 }).toBeGreaterThan(1_000_000);
      const otherClient = await pipelined(port);
      otherClient.socket.write(quote(other));
      expect((await otherClient.answers(1)).map(({ status }) => status)).toEqual([200]);
      expect(connections.unreadBytes).toBeLessThan(60_000_000);
      await expect.poll(() => connections.stalled, { timeout: 10_000 }).toBeGreaterThan(stalled);
      await expect.poll(() => connections.unreadBytes, { timeout: 20_000 }).toBeLessThan(1_000_000);
      for (const { socket } of [...unread, otherClient]) socket.destroy();
    }));
});

test("in an application with the Fastify plugin, the limits on unread responses apply only to the plugin's paths", async () => {
  const app = fastify();
  await app.register(hindcast, { prefix: "/market", recording: await sampleRecording(), speed: 0 });
  let own = 0;
  app.get("/own", async () => {
    own++;
    await wait(200);
    return "own";
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const of = (app.server.address() as AddressInfo).port;
  const connection = await pipelined(of);
  connection.socket.write(get("/own").repeat(20));
  await expect.poll(() => own).toBe(20);
  connection.socket.destroy();
  const unread = await pipelined(of);
  unread.socket.write(get("/market/docs/json").repeat(100));
  await wait(300);
  expect(connectionsOf(app.server).unreadBytes).toBeGreaterThan(0);
  expect(connectionsOf(app.server).unreadBytes).toBeLessThan(1_000_000);
  unread.socket.destroy();
  await app.close();
});

test("an HTTP/2 session ends if its client keeps sending requests without reading responses", async () => {
  const app = fastify({ http2: true });
  await app.register(hindcast, { recording: await sampleRecording(), speed: 0 });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port: of } = app.server.address() as AddressInfo;
  const client = connect(`http://127.0.0.1:${of}`, { settings: { initialWindowSize: 0 } });
  client.on("error", () => {});
  const closed = once(client, "close");
  const { stalled } = connectionsOf(app.server as unknown as Server);
  let sent = 0;
  while (!client.closed && !client.destroyed && sent < 5_000) {
    const request = client.request({ ":path": "/docs/json" });
    request.on("error", () => {});
    if (++sent % 50 === 0) await wait(1);
  }
  await closed;
  expect(connectionsOf(app.server as unknown as Server).stalled).toBe(stalled + 1);
  expect(connectionsOf(app.server as unknown as Server).unreadBytes).toBe(0);
  expect(sent).toBeLessThan(5_000);
  // Meanwhile another client is served.
  const other = connect(`http://127.0.0.1:${of}`);
  const answers = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const request = other.request({ ":path": "/docs/json" });
      const [headers] = (await once(request, "response")) as [Record<string, unknown>];
      request.resume();
      await once(request, "end");
      return headers[":status"];
    }),
  );
  expect(answers).toEqual(Array.from({ length: 40 }, () => 200));
  other.close();
  await app.close();
});

describe("an order that a client pipelines before a request to change the protocol", () => {
  const { authorization } = keyFor(server);
  const order = JSON.stringify({ symbol: "AAPL", side: "buy", type: "limit", quantity: 1, limit_price: 1 });
  const head = `Host: localhost\r\nAuthorization: ${authorization}\r\n`;
  const post = (more = "") =>
    `POST /v2/trading/orders HTTP/1.1\r\n${head}${more}Content-Type: application/json\r\nContent-Length: ${order.length}\r\n\r\n${order}`;
  const h2c = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n";
  const websocket =
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

  test("is answered first, and so is an order whose own request asks for another protocol", async () => {
    const connection = await pipelined(port);
    connection.socket.write((post() + post(h2c)).repeat(20));
    const answers = await connection.answers(40);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 201));
    const ids = answers.map(({ body }) => (JSON.parse(body) as { id: string }).id);
    expect(ids).toEqual([...new Set(ids)]);
    connection.socket.destroy();
  });

  test("adds no listeners to the connection", async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on("warning", onWarning);
    const sockets: Socket[] = [];
    server.server.once("connection", (socket: Socket) => sockets.push(socket));
    const connection = await pipelined(port);
    const listeners = (): number =>
      sockets[0]!.eventNames().reduce((sum, name) => sum + sockets[0]!.listenerCount(name), 0);
    connection.socket.write(post(h2c));
    await connection.answers(1);
    const before = listeners();
    for (let i = 0; i < 20; i++) {
      connection.socket.write(post(h2c) + post());
      await connection.answers(2);
    }
    expect(listeners()).toBe(before);
    await wait(10);
    expect(warnings).toEqual([]);
    process.off("warning", onWarning);
    connection.socket.destroy();
  });

  test("is answered before a WebSocket opens", async () => {
    const connection = await pipelined(port);
    connection.socket.write(`${post()}GET /v2/stream HTTP/1.1\r\n${head}${websocket}\r\n`);
    const answers = await connection.answers(2);
    expect(answers.map(({ status }) => status)).toEqual([201, 101]);
    connection.socket.destroy();
  });

  test("is answered before a CONNECT request is refused", async () => {
    const connection = await pipelined(port);
    connection.socket.write(`${post()}CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n`);
    expect((await connection.answers()).map(({ status }) => status)).toEqual([201, 405]);
  });
});
