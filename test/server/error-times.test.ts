import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { rawRequest } from "../support/raw-request.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";

/** Current market time of the main session. */
const MAIN = "2023-12-15T17:00:00.000Z";
const server = await servedSample({ failedAttemptLimit: 20 });
const admin = keyFor(server);
/** Only keys with the scope `admin` may know the sessions of other keys. */
const free = keyFor(server, "free", ["market_data:read", "admin"]);
const trader = keyFor(server, "pro", ["trading:read", "admin"]);
const stranger = keyFor(server, "pro", ["market_data:read", "stream:read"]);
await server.listen({ port: 0, host: "127.0.0.1" });
const { port } = server.server.address() as AddressInfo;
afterAll(() => server.close());

const payload = { from: "2023-06-01", to: "2023-06-30" };
const made = await server.inject({ method: "POST", url: "/_replay/sessions", headers: admin, payload });
const { session, now } = made.json<{ session: string; now: string }>();

interface Refusal {
  readonly error: { readonly code: string };
  readonly timestamp: string;
}

type StatusAndTime = readonly [status: number, timestamp: string];

async function get(url: string, headers: Readonly<Record<string, string>>): Promise<StatusAndTime> {
  const answer = await server.inject({ url, headers });
  return [answer.statusCode, answer.json<Refusal>().timestamp];
}

const WEBSOCKET = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];

async function open(url: string, authorization?: string): Promise<StatusAndTime> {
  const by = authorization === undefined ? [] : [`Authorization: ${authorization}`];
  const lines = [`GET ${url} HTTP/1.1`, "Host: localhost", ...WEBSOCKET, ...by];
  const { status, body } = await rawRequest(port, `${lines.join("\r\n")}\r\n\r\n`);
  return [status, (JSON.parse(body) as Refusal).timestamp];
}

/** Header with a new free key whose hourly requests are used up. */
async function exhaustedKey(): Promise<{ authorization: string }> {
  const key = keyFor(server, "free", ["market_data:read", "admin"]);
  for (let i = 0; i < 1_000; i++) await server.inject({ url: "/v2/market-data/clock", headers: key });
  return key;
}

test("each session has its own market time", () => {
  expect(now).not.toBe(MAIN);
});

describe("the timestamp of an error is the market time of the request's session", () => {
  test("for a known API key over HTTP", async () => {
    const named = { "x-replay-session": session };
    expect(await get("/v2/trading/account", { ...free, ...named })).toEqual([403, now]);
    expect(await get("/v2/market-data/clock", { ...trader, ...named })).toEqual([403, now]);
    expect(await get("/v2/market-data/clock", { ...(await exhaustedKey()), ...named })).toEqual([429, now]);
  });

  test("for a known API key in the stream", async () => {
    expect(await open(`/v2/stream?session=${session}`, free.authorization)).toEqual([403, now]);
    expect(await open(`/v2/stream?session=${session}`, trader.authorization)).toEqual([403, now]);
    expect(await open(`/v2/stream?session=${session}&x=1`, admin.authorization)).toEqual([400, now]);
    expect(await open(`/v2/stream?session=${session}`, (await exhaustedKey()).authorization)).toEqual([429, now]);
  });

  test("for a request of the stream's path without a WebSocket", async () => {
    expect(await get(`/v2/stream?session=${session}`, free)).toEqual([403, now]);
    expect(await get(`/v2/stream?session=${session}`, admin)).toEqual([426, now]);
  });
});

describe("the timestamp of an error is the market time of the main session", () => {
  test("if the requested session belongs to another API key", async () => {
    const named = { "x-replay-session": session };
    expect(await get("/v2/market-data/clock", { ...stranger, ...named })).toEqual([404, MAIN]);
    expect(await get("/v2/trading/account", { ...stranger, ...named })).toEqual([403, MAIN]);
    expect(await open(`/v2/stream?session=${session}`, stranger.authorization)).toEqual([404, MAIN]);
    expect(await get(`/v2/stream?session=${session}`, stranger)).toEqual([426, MAIN]);
  });

  test("if the requested session does not exist", async () => {
    expect(await get("/v2/trading/account", { ...free, "x-replay-session": "s99" })).toEqual([403, MAIN]);
    expect(await open("/v2/stream?session=s99", free.authorization)).toEqual([404, MAIN]);
    expect(await get("/v2/stream?session=s99", free)).toEqual([403, MAIN]);
  });

  test("if the API key is unknown, so that the error reveals nothing about the requested session", async () => {
    for (const id of [session, "s99"]) {
      expect(await get("/v2/market-data/clock", { "x-replay-session": id })).toEqual([401, MAIN]);
      expect(await get(`/v2/stream?session=${id}`, {})).toEqual([401, MAIN]);
      expect(await open(`/v2/stream?session=${id}`, "Bearer x")).toEqual([401, MAIN]);
    }
    for (let i = 0; i < 20; i++) await get("/v2/market-data/clock", {});
    for (const id of [session, "s99"]) {
      expect(await get("/v2/market-data/clock", { "x-replay-session": id })).toEqual([429, MAIN]);
      expect(await open(`/v2/stream?session=${id}`, "Bearer x")).toEqual([429, MAIN]);
    }
  });
});
