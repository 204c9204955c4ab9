import cors from "@fastify/cors";
import swagger from "@fastify/swagger";
import underPressure from "@fastify/under-pressure";
import { fastify, type FastifyInstance } from "fastify";
import { createClient } from "hindcast/client";
import {
  buildAdminServer,
  FASTIFY_OPTIONS,
  hindcast,
  hindcastOf,
  type HindcastOptions,
  type HindcastServer,
  StateStore,
} from "hindcast/server";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { LoadedRecording } from "../../src/data/recording/recording.ts";
import { ROOT } from "../house/source-files.ts";
import { COINS, COINS_START } from "../support/coins.ts";
import { keyFor, sampleRecording, servedSample } from "../support/served-sample.ts";
import { connected, connecting, refusal } from "../support/stream-client.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

/** Noon in New York during a session of the sample recording. */
const NOON = Date.parse("2023-12-15T17:00:00Z");
const CLOCK = "/market/v2/market-data/clock";

const files = temporaryFiles();

let app: FastifyInstance;
afterEach(() => app.close());

/** Registers a server of the sample recording below a prefix. */
async function mounted(options: Partial<HindcastOptions> = {}, prefix = "/market"): Promise<HindcastServer> {
  await app.register(hindcast, { recording: await sampleRecording(), start: NOON, speed: 0, prefix, ...options });
  const { server } = app;
  const used = { server, listen: app.listen.bind(app), hindcast: hindcastOf(app, prefix) };
  return used as unknown as HindcastServer;
}

const address = (): string => {
  const { port } = app.server.address() as { readonly port: number };
  return `http://127.0.0.1:${port}`;
};

/** Sends bytes over a socket and returns the first response. */
async function raw(text: string): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect(Number(new URL(address()).port), "127.0.0.1");
  socket.write(text.replaceAll("\n", "\r\n"));
  const [answer] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return String(answer);
}

describe("the Fastify plugin, registered in an application below a prefix,", () => {
  test("serves its prefix, and does not change the application's routes, errors, parsers and headers", async () => {
    app = fastify();
    app.get("/", () => ({ hello: "world" }));
    app.get("/health", () => "mine");
    app.get("/broken", () => {
      throw new Error("mine too");
    });
    app.post("/text", ({ body }) => ({ body }));
    const server = await mounted();
    const headers = keyFor(server);
    const get = (url: string) => app.inject({ url, headers });

    expect((await get(CLOCK)).json()).toMatchObject({ now: "2023-12-15T17:00:00.000Z", market_status: "open" });
    expect((await get(CLOCK)).headers).toHaveProperty("x-ratelimit-remaining");
    expect((await get("/market/health")).json()).toEqual({ status: "ok" });
    expect((await get("/market/ready")).json()).toEqual({ status: "ready" });
    expect((await get("/market/_replay/clock")).statusCode).toBe(200);
    expect((await get("/market/v2/none")).json().error).toEqual({
      code: "NOT_FOUND",
      message: "no such path",
      details: { path: "/market/v2/none" },
    });
    expect((await app.inject({ method: "DELETE", url: CLOCK, headers })).headers["allow"]).toBe("GET, HEAD");
    expect((await app.inject({ url: CLOCK })).json().error.code).toBe("INVALID_API_KEY");

    expect((await get("/")).json()).toEqual({ hello: "world" });
    expect((await get("/")).headers["content-security-policy"]).toBeUndefined();
    expect((await get("/health")).body).toBe("mine");
    expect((await get("/broken")).json()).toEqual({
      statusCode: 500,
      error: "Internal Server Error",
      message: "mine too",
    });
    for (const url of ["/none", "/marketplace", "/v2/market-data/clock", "/dashboard"])
      expect((await get(url)).json()).toMatchObject({ message: `Route GET:${url} not found` });
    const text = { method: "POST", url: "/text", payload: "plain", headers: { "content-type": "text/plain" } } as const;
    expect((await app.inject(text)).json()).toEqual({ body: "plain" });
    for (const name of ["hindcast", "swagger", "memoryUsage"]) expect(app.hasDecorator(name)).toBe(false);
    expect(app.hasRequestDecorator("hindcastAdmission")).toBe(false);
  });

  test("includes its prefix in the URLs of orders, backtests, the dashboard and the documentation", async () => {
    app = fastify();
    const server = await mounted();
    const headers = keyFor(server);
    const payload = { symbol: "MSFT", side: "buy", type: "market", quantity: 1 };
    const placed = await app.inject({ method: "POST", url: "/market/v2/trading/orders", headers, payload });
    expect([placed.statusCode, placed.headers["location"]]).toEqual([201, "/market/v2/trading/orders/ord_1_1"]);
    const order = await app.inject({ url: String(placed.headers["location"]), headers });
    expect(order.json().id).toBe("ord_1_1");

    for (const url of ["/market", "/market/"]) {
      const { headers: root } = await app.inject({ url, headers: { accept: "text/html" } });
      expect(root["location"]).toBe("/market/dashboard");
    }
    const page = await app.inject("/market/dashboard");
    for (const [, file] of page.body.matchAll(/(?:src|href)="([^"]+)"/g))
      expect((await app.inject(`/market/${file}`)).statusCode).toBe(200);
    const docs = await app.inject("/market/docs");
    const files = [...docs.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) expect((await app.inject(file)).statusCode).toBe(200);
  });

  test("documents its own paths below the prefix, and the application's OpenAPI document does not list them", async () => {
    const own = await servedSample();
    const expected = (await own.inject("/docs/json")).json();
    await own.close();
    app = fastify();
    await app.register(swagger, { openapi: { info: { title: "mine", version: "1" } } });
    app.get("/mine", { schema: { description: "mine" } }, () => "");
    await mounted();
    const document = (await app.inject("/market/docs/json")).json();
    expect(document).toEqual({ ...expected, servers: [{ url: "/market" }] });
    const { paths, components } = app.swagger() as { paths: object; components: object };
    expect([Object.keys(paths), components]).toEqual([["/mine"], { schemas: {} }]);
  });

  test("works with the application's validators, serializers, CORS, pressure limits and body limit", async () => {
    app = fastify({ bodyLimit: 10 });
    const lost = () => {
      throw new Error("not for these schemas");
    };
    app.setValidatorCompiler(() => lost);
    app.setSerializerCompiler(() => lost);
    app.setReplySerializer((payload) => JSON.stringify({ mine: payload }));
    app.get("/mine", async () => ({ a: 1 }));
    await app.register(cors, { origin: "https://app.example" });
    await app.register(underPressure, { maxEventLoopDelay: 60_000 });
    const server = await mounted({ maxEventLoopDelayMs: 60_000 });
    const own = await servedSample();
    const url = "/v2/market-data/stocks/quotes";
    const payload = { symbols: ["MSFT", "AAPL"] };
    const here = await app.inject({ method: "POST", url: `/market${url}`, headers: keyFor(server), payload });
    const there = await own.inject({ method: "POST", url, headers: keyFor(own), payload });
    expect([here.statusCode, here.body]).toEqual([200, there.body]);
    // Responses without a schema and errors below the prefix follow the plugin's rules. The application's follow its own.
    expect((await app.inject("/market/docs/json")).json()).toHaveProperty("openapi");
    expect((await app.inject("/market/health")).json()).not.toHaveProperty("mine");
    expect((await app.inject("/market/v2/none")).json()).toHaveProperty("error");
    expect((await app.inject("/mine")).json()).toEqual({ mine: { a: 1 } });
    await own.close();
  });

  test("leaves HTTP errors that the application's hooks throw to the application's error handler", async () => {
    app = fastify();
    app.setErrorHandler((error: Error, _, reply) => reply.code(418).send({ mine: error.message }));
    app.addHook("onRequest", async ({ headers }) => {
      if (headers["x-tenant"] === undefined) throw Object.assign(new Error("no tenant"), { statusCode: 403 });
    });
    const server = await mounted();
    const without = await app.inject({ url: CLOCK, headers: keyFor(server) });
    expect([without.statusCode, without.json()]).toEqual([418, { mine: "no tenant" }]);
    const accepted = await app.inject({ url: CLOCK, headers: { ...keyFor(server), "x-tenant": "a" } });
    expect(accepted.statusCode).toBe(200);
    const wrong = await app.inject({ url: "/market/v2/none", headers: { ...keyFor(server), "x-tenant": "a" } });
    expect([wrong.statusCode, wrong.json().error.code]).toEqual([404, "NOT_FOUND"]);
  });

  test("serves its stream, and leaves WebSockets on other paths to the application", async () => {
    app = fastify();
    const live = new WebSocketServer({ server: app.server, path: "/live" });
    live.on("connection", (socket) => socket.on("message", (data: Buffer) => socket.send(`echo ${data.toString()}`)));
    const server = await mounted();
    const client = await connected(server, { headers: keyFor(server), path: "/market/v2/stream" });
    const subscribe = { action: "subscribe", channel: "quotes", symbols: ["MSFT"] };
    client.socket.send(JSON.stringify(subscribe));
    expect(await client.next("subscribed")).toMatchObject({ symbols: ["MSFT"] });
    const other = new WebSocket(`${address().replace("http", "ws")}/live`);
    const echoed = new Promise((resolve) => other.once("message", (data: Buffer) => resolve(data.toString())));
    other.once("open", () => other.send("hi"));
    expect(await echoed).toBe("echo hi");
    const wrong = await refusal(server, { headers: keyFor(server), path: "/market/v2/quotes" });
    expect([wrong.status, wrong.body["error"].details]).toEqual([
      404,
      { path: "/market/v2/quotes", stream: "/market/v2/stream" },
    ]);
    other.terminate();
    live.close();
  });

  test("treats requests for unsupported protocol upgrades as plain requests", async () => {
    app = fastify();
    app.get("/plain", () => "plain");
    await mounted();
    for (const protocol of ["websocket", "h2c"]) {
      const answer = await raw(`GET /plain HTTP/1.1\nHost: a\nConnection: Upgrade\nUpgrade: ${protocol}\n\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\nplain$/);
    }
  });

  test("works with the client library, including streams and replay sessions", async () => {
    app = fastify();
    const server = await mounted();
    await app.listen({ port: 0, host: "127.0.0.1" });
    const headers = keyFor(server);
    const made = await app.inject({
      method: "POST",
      url: "/market/_replay/sessions",
      headers,
      payload: { from: "2023-12-14", speed: 1 },
    });
    expect(made.json()).toMatchObject({ session: expect.any(String) });
    const apiKey = headers.authorization.slice("Bearer ".length);
    const baseUrl = `${address()}/market/v2`;
    const client = createClient({ baseUrl, apiKey, session: made.json().session });
    const stream = await client.stream();
    stream.close();
    expect((await client.clock()).now.slice(0, 10)).toBe("2023-12-14");
    expect((await createClient({ baseUrl, apiKey }).clock()).now).toBe("2023-12-15T17:00:00.000Z");
  });

  test("closes its stream and its state file with the application", async () => {
    const file = join(files.folder, "state.db");
    app = fastify();
    const server = await mounted({ store: new StateStore(file) });
    const headers = keyFor(server);
    const client = await connected(server, { headers, path: "/market/v2/stream" });
    await app.close();
    expect(await client.ended).toEqual({ code: 1001, reason: "the server is shutting down" });
    expect(() => hindcastOf(app, "/market")).toThrow("no service is mounted yet");
    app = fastify();
    await mounted({ store: new StateStore(file) }, "/again");
    expect((await app.inject({ url: "/again/v2/market-data/clock", headers })).statusCode).toBe(200);
  });

  test("counts only its own requests in its metrics, by routes without the prefix", async () => {
    app = fastify();
    app.get("/", () => "mine");
    const server = await mounted({ metrics: true });
    await app.inject("/");
    await app.inject({ url: CLOCK, headers: keyFor(server) });
    const admin = buildAdminServer({ hindcast: hindcastOf(app, "/market") });
    const { body } = await admin.inject("/metrics");
    expect(body.split("\n").filter((line) => line.startsWith("hindcast_http_requests_total{"))).toEqual([
      'hindcast_http_requests_total{method="GET",route="/v2/market-data/clock",status="200"} 1',
    ]);
  });

  test("writes to the application's log with the application's request ids", async () => {
    const lines: { reqId?: string; url?: string; req?: { url: string } }[] = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line) as object) };
    app = fastify({ ...FASTIFY_OPTIONS, logger: { stream } });
    const server = await mounted();
    const headers = { ...keyFor(server), "x-request-id": "mine-1" };
    const { headers: answered } = await app.inject({ url: CLOCK, headers });
    expect(answered["x-request-id"]).toBe("mine-1");
    expect(lines.find(({ reqId }) => reqId === "mine-1")).toMatchObject({ req: { url: CLOCK } });
    const client = await connected(server, { headers, path: "/market/v2/stream" });
    client.socket.terminate();
    expect(lines.find(({ url }) => url === "/market/v2/stream")).toMatchObject({ reqId: "mine-1", status: 101 });
  });
});

test("the Fastify plugin has typed options and works over HTTP/2", async () => {
  const recording = await sampleRecording();
  const { requestTimeout, genReqId } = FASTIFY_OPTIONS;
  const host = fastify({ http2: true, requestTimeout, genReqId });
  await host.register(hindcast, { recording, start: NOON, speed: 0, prefix: "/market" });
  expect((await host.inject("/market/health")).json()).toEqual({ status: "ok" });
  await host.close();
  app = fastify();
  // @ts-expect-error -- the log belongs to the application
  const withLog: HindcastOptions = { recording, log: { level: "info" } };
  // @ts-expect-error -- a recording is required
  const withoutRecording: HindcastOptions = { prefix: "/market" };
  await expect(async () => app.register(hindcast, withLog)).rejects.toThrow('hindcast has no option "log"');
  app = fastify();
  await expect(async () => app.register(hindcast, withoutRecording)).rejects.toThrow("recording must be");
});

describe("several registrations of the Fastify plugin in one application", () => {
  test("have their own keys, clocks and streams", async () => {
    app = fastify();
    const stocks = await mounted({}, "/stocks");
    const coins = await mounted({ recording: new LoadedRecording(COINS, "coins"), start: COINS_START }, "/deep/coins/");
    const ask = async (prefix: string, headers: Record<string, string>) =>
      (await app.inject({ url: `${prefix}/v2/market-data/clock`, headers })).json();
    expect((await ask("/stocks", keyFor(stocks))).now).toBe("2023-12-15T17:00:00.000Z");
    expect((await ask("/deep/coins", keyFor(coins))).now).toBe("2024-01-08T00:00:00.000Z");
    expect((await ask("/deep/coins", keyFor(stocks))).error.code).toBe("INVALID_API_KEY");
    const client = await connected(coins, { headers: keyFor(coins), path: "/deep/coins/v2/stream" });
    client.socket.send(JSON.stringify({ action: "subscribe", channel: "quotes", symbols: ["AAAUSD"] }));
    expect(await client.next("subscribed")).toMatchObject({ symbols: ["AAAUSD"] });
    const foreign = await connecting(stocks, { headers: keyFor(coins), path: "/stocks/v2/stream" });
    await expect(foreign.opened).rejects.toThrow("401");
    client.socket.terminate();
  });

  test("are below the prefix of the scope in which they are registered", async () => {
    app = fastify();
    const recording = join(ROOT, "data", "sample");
    await app.register(
      async (scope) => {
        await scope.register(hindcast, { recording, start: NOON, speed: 0, prefix: "market" });
        await scope.register(hindcast, { recording, start: NOON, speed: 0, prefix: "again" });
      },
      { prefix: "/outer" },
    );
    const { keys } = hindcastOf(app, "/outer/market");
    const { text } = keys.create({ name: "me", tier: "pro", scopes: ["market_data:read"] });
    const url = "/outer/market/v2/market-data/clock";
    expect((await app.inject({ url, headers: { authorization: `Bearer ${text}` } })).statusCode).toBe(200);
  });

  test("are refused with the same prefix, the same state file, or a prefix with parameters", async () => {
    app = fastify();
    const store = new StateStore();
    await mounted({ store });
    const again = { recording: await sampleRecording(), speed: 0 };
    const refused = async (host: FastifyInstance, options: object): Promise<void> => {
      await host.register(hindcast, { ...again, ...options });
    };
    expect(() => hindcastOf(app, "/none")).toThrow(
      'prefix must be the prefix of a mounted service (mounted: "/market")',
    );
    for (const [options, error] of [
      [{ prefix: "/other", store }, { code: "STATE_INVALID" }],
      [{ prefix: "/:tenant" }, { code: "PARAMETER_OUT_OF_RANGE" }],
      [
        { cors: "x" },
        {
          message: expect.stringMatching(
            /^hindcast has no option "cors" \(did you mean corsOrigin\?\); it has start, /,
          ),
        },
      ],
    ] as const) {
      const other = fastify();
      await expect(refused(other, options)).rejects.toMatchObject(error);
      await other.close();
    }
    await expect(refused(app, { prefix: "/market/" })).rejects.toMatchObject({ code: "SETTING_INVALID" });
  });

  test("refuse CORS options if the application has registered @fastify/cors", async () => {
    app = fastify();
    await app.register(cors, { origin: "https://app.example" });
    const refused = mounted({ corsOrigin: "https://page.example" });
    await expect(refused).rejects.toThrow(
      "corsOrigin must be left out: the application has already registered @fastify/cors",
    );
  });
});

describe("the Fastify plugin without a prefix", () => {
  test("serves its own paths and leaves other paths to the application", async () => {
    app = fastify();
    app.get("/", () => "mine");
    app.setNotFoundHandler((_, reply) => reply.code(404).send("not mine"));
    const server = await mounted({}, "");
    const get = (url: string) => app.inject({ url, headers: keyFor(server) });
    expect((await get("/v2/market-data/clock")).statusCode).toBe(200);
    expect((await get("/v2/none")).json().error.code).toBe("NOT_FOUND");
    expect([(await get("/")).body, (await get("/none")).body]).toEqual(["mine", "not mine"]);
  });
});

describe("a stand-alone server", () => {
  test("accepts further routes and hooks from its user until it listens", async () => {
    const server = await servedSample();
    app = server;
    server.get("/mine", () => ({ mine: true }));
    server.post(
      "/mine",
      { schema: { body: { type: "object", required: ["n"], properties: { n: { type: "integer" } } } } },
      ({ body }) => body,
    );
    expect((await server.inject("/mine")).json()).toEqual({ mine: true });
    const wrong = await server.inject({ method: "POST", url: "/mine", payload: { n: "x" } });
    expect([wrong.statusCode, wrong.json()["message"]]).toEqual([400, "body/n must be integer"]);
    expect((await server.inject("/none")).json().error.code).toBe("NOT_FOUND");
  });
});
