import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import fastify from "fastify";
import { buyAndHold } from "../../strategies/buy-and-hold.ts";
import { buildServer } from "../../src/server/build-server.ts";
import { hindcast, hindcastOf } from "../../src/server/plugin.ts";
import type { ServerSettings } from "../../src/server/server-settings.ts";
import { keyFor, sampleRecording, servedSample } from "../support/served-sample.ts";

const CLOCK = "/v2/market-data/clock";

describe("the clock of the main session", () => {
  test("starts just before the open of the last recorded session and runs in real time", async () => {
    let now = 1_000_000;
    const server = await buildServer(await sampleRecording(), { wallClock: () => now });
    const headers = keyFor(server);
    const read = async () => (await server.inject({ url: CLOCK, headers })).json();
    // The last session of the sample recording is Friday, 2023-12-29. New York opens at 14:30 UTC.
    expect(await read()).toMatchObject({ now: "2023-12-29T14:29:59.999Z", market_status: "pre" });
    now += 1;
    expect(await read()).toMatchObject({ now: "2023-12-29T14:30:00.000Z", market_status: "open" });
    now -= 500_000;
    expect(await read()).toMatchObject({ now: "2023-12-29T14:30:00.000Z" });
    await server.close();
  });

  test("runs at the configured speed", async () => {
    let now = 0;
    const server = await servedSample({ speed: 60, wallClock: () => now });
    now = 61_500;
    expect(server.hindcast.sessions.main.now).toBe(Date.UTC(2023, 11, 15, 17) + 61_500 * 60);
    await server.close();
  });
});

describe("requests from other origins", () => {
  const preflight = {
    method: "OPTIONS",
    url: CLOCK,
    headers: { origin: "https://desk.example", "access-control-request-method": "GET" },
  } as const;

  test("are not allowed by default (CORS)", async () => {
    const server = await servedSample();
    const answer = await server.inject({ url: CLOCK, headers: { ...keyFor(server), origin: "https://desk.example" } });
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect((await server.inject(preflight)).statusCode).toBe(401);
    await server.close();
  });

  test("are allowed if a setting names the origin (CORS)", async () => {
    const server = await servedSample({ corsOrigin: "https://desk.example" });
    const response = await server.inject(preflight);
    expect(response.statusCode).toBe(204);
    expect(response.headers["access-control-allow-origin"]).toBe("https://desk.example");
    expect(response.headers["access-control-allow-headers"]).toContain("Authorization");
    expect(response.headers).toMatchObject({ "x-request-id": expect.any(String), "cache-control": "no-store" });
    expect(Object.keys(response.headers).filter((name) => name.startsWith("x-ratelimit"))).toEqual([]);
    const answer = await server.inject({ url: CLOCK, headers: { origin: "https://desk.example" } });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers["access-control-allow-origin"]).toBe("https://desk.example");
    expect(answer.headers["access-control-expose-headers"]).toContain("X-RateLimit-Remaining");
    await server.close();
  });
});

test("headers of all responses forbid caching, frames and guessing the content type", async () => {
  const server = await servedSample();
  const headers = keyFor(server);
  for (const request of [
    { url: CLOCK, headers },
    { url: CLOCK },
    { url: "/health" },
    { url: "/v2/%zz" },
    { url: "/x" },
  ]) {
    expect((await server.inject(request)).headers).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
  }
  await server.close();
});

test("an overloaded server responds with 503, except for health and readiness", async () => {
  const server = await servedSample({ maxEventLoopDelayMs: 1_000 });
  await server.ready();
  const headers = keyFor(server);
  // Blocks the event loop to overload the server.
  const until = Date.now() + 1_100;
  while (Date.now() < until);
  await wait(0);
  const urls = [CLOCK, "/health", "/ready"];
  const [refused, health, ready] = await Promise.all(urls.map((url) => server.inject({ url, headers })));
  expect(refused!.statusCode).toBe(503);
  expect(refused!.headers).toMatchObject({ "retry-after": "1", "x-ratelimit-limit": "300" });
  expect(refused!.json()).toMatchObject({ error: { code: "SERVICE_UNAVAILABLE" } });
  expect(health!.statusCode).toBe(200);
  expect(ready!.statusCode).toBe(503);
  // Waits until the overload has ended.
  await wait(100);
  expect((await server.inject({ url: CLOCK, headers })).statusCode).toBe(200);
  expect((await server.inject({ url: "/ready" })).statusCode).toBe(200);
  await server.close();
});

test("work that a server does before it listens does not count as overload", async () => {
  const server = await servedSample({ maxEventLoopDelayMs: 200 });
  const headers = keyFor(server);
  const until = Date.now() + 300;
  while (Date.now() < until);
  // With an IP address instead of a name, the server listens before the event loop turns.
  await server.listen({ host: "127.0.0.1", port: 0 });
  await wait(0);
  const [clock, ready] = await Promise.all([CLOCK, "/ready"].map((url) => server.inject({ url, headers })));
  expect(clock!.statusCode).toBe(200);
  expect(ready!.statusCode).toBe(200);
  await server.close();
});

test("the endpoints for health and readiness need no API key", async () => {
  const server = await servedSample();
  expect((await server.inject({ url: "/health" })).json()).toEqual({ status: "ok" });
  expect((await server.inject({ url: "/ready" })).json()).toEqual({ status: "ready" });
  await server.close();
});

describe("a server setting", () => {
  test.each([
    [
      { start: NaN },
      "start must be an instant in milliseconds since 1970, such as Date.UTC(2023, 11, 15, 17), was NaN",
    ],
    [{ start: -Infinity }, "start must be an instant in milliseconds since 1970, "],
    [{ start: 1e300 }, "start must be an instant in milliseconds since 1970, "],
    [{ end: NaN }, "end must be an instant in milliseconds since 1970, "],
    [{ end: -1e17 }, "end must be an instant in milliseconds since 1970, "],
    [{ speed: NaN }, 'speed must be "max", or market seconds per real second from 0 to 1000000, was NaN'],
    [{ speed: -1 }, 'speed must be "max", or '],
    [{ speed: Infinity }, 'speed must be "max", or '],
    [{ speed: "fast" }, 'speed must be "max", or '],
    [{ failedAttemptLimit: NaN }, "failedAttemptLimit must be a whole number above 0, was NaN"],
    [{ failedAttemptLimit: 0 }, "failedAttemptLimit must be a whole number above 0, was 0"],
    [{ maxEventLoopDelayMs: NaN }, "maxEventLoopDelayMs must be a finite number from 0 to 2147483647, was NaN"],
    [{ maxEventLoopDelayMs: -1 }, "maxEventLoopDelayMs must be a finite number from 0 to 2147483647, was -1"],
    [{ maxSessionsPerKey: 1.5 }, "maxSessionsPerKey must be a whole number above 0, was 1.5"],
    [{ maxOpenOrders: 0 }, "maxOpenOrders must be a whole number above 0, was 0"],
    [{ backtestThreads: { threads: NaN } }, "backtestThreads.threads must be a whole number of at least 0, was NaN"],
    [{ backtestThreads: {} }, "backtestThreads.threads must be a whole number of at least 0, was undefined"],
    [{ backtestLimits: { seconds: NaN } }, "backtestLimits.seconds must be a finite number above 0, was NaN"],
    [{ backtestLimits: { keptHours: 0 } }, "backtestLimits.keptHours must be a finite number above 0, was 0"],
    [{ stream: { heartbeatMs: NaN } }, "stream.heartbeatMs must be a whole number from 1 to 2147483647, was NaN"],
    [
      { stream: { heartbeatMs: 3e9 } },
      "stream.heartbeatMs must be a whole number from 1 to 2147483647, was 3000000000",
    ],
    [{ stream: { closeBytes: -1 } }, "stream.closeBytes must be a whole number above 0, was -1"],
    [{ log: { level: "info", joinMs: NaN } }, "log.joinMs must be a finite number from 0 to 2147483647, was NaN"],
    [
      { strategies: "strategies" as never },
      'strategies must be a list of { strategy, file, sourceHash }, was "strategies"',
    ],
    [{ strategies: [null] as never }, "strategies[0].strategy must be a strategy that defineStrategy returned"],
    [{ strategies: [{ strategy: buyAndHold, sourceHash: "" }] as never }, "strategies[0].file must be the path"],
    [{ strategies: [{ strategy: buyAndHold, file: "a.js" }] as never }, "strategies[0].sourceHash must be the SHA-256"],
  ])("is refused with an error that names it: %j", async (settings, message) => {
    const recording = await sampleRecording();
    const error = { code: "PARAMETER_OUT_OF_RANGE", message: expect.stringContaining(message) };
    await expect(buildServer(recording, settings as ServerSettings)).rejects.toMatchObject(error);
    if ("log" in settings) return;
    const app = fastify();
    await expect(app.register(hindcast, { recording, ...(settings as ServerSettings) })).rejects.toMatchObject(error);
    await app.close();
  });

  test("accepts its smallest and its largest value", async () => {
    for (const settings of [
      { end: Infinity },
      { speed: 0 },
      { speed: 1e6 },
      { backtestThreads: { threads: 0 } },
      { stream: {} },
    ])
      await (await servedSample(settings)).close();
  });
});

describe("the market time at which a server starts", () => {
  // In December New York is five hours behind UTC.
  test.each([
    ["2023-12-15", "2023-12-15T05:00:00.000Z"],
    ["2023-12-15T12:00", "2023-12-15T17:00:00.000Z"],
    ["2023-12-15T12:00Z", "2023-12-15T12:00:00.000Z"],
    ["2023-12-15 12:00:00+01:00", "2023-12-15T11:00:00.000Z"],
    [Date.UTC(2023, 11, 15, 12), "2023-12-15T12:00:00.000Z"],
  ])("can be given as %s to a server and to a plugin", async (start, now) => {
    const server = await servedSample({ start });
    const response = { url: CLOCK, headers: keyFor(server) };
    expect((await server.inject(response)).json()).toMatchObject({ now });
    await server.close();
    const app = fastify();
    await app.register(hindcast, { recording: await sampleRecording(), start, speed: 0 });
    expect(new Date(hindcastOf(app).sessions.main.now).toISOString()).toBe(now);
    await app.close();
  });

  test.each([
    ["15.12.2023", /^start must be YYYY-MM-DD or /],
    ["2023-02-30", /^start must be a date that exists/],
    ["2023-03-12T02:30", /^start must be a time that the clocks of America\/New_York show/],
    ["", /^start must be YYYY-MM-DD or /],
  ])("is refused with the name of the setting: %j", async (start, message) => {
    const error = { code: "DATE_INVALID", message: expect.stringMatching(message) };
    await expect(servedSample({ start })).rejects.toMatchObject(error);
    const app = fastify();
    await expect(app.register(hindcast, { recording: await sampleRecording(), start })).rejects.toMatchObject(error);
    await app.close();
  });
});

test("a misspelled name of a backtest limit is refused with the known names", async () => {
  const backtestLimits = { memory: 128 } as ServerSettings["backtestLimits"];
  await expect(servedSample({ backtestLimits: backtestLimits! })).rejects.toMatchObject({
    code: "SETTING_INVALID",
    message: expect.stringMatching(
      /^backtestLimits has no option "memory" \(did you mean memoryMb\?\); it has seconds, memoryMb, /,
    ),
  });
});
