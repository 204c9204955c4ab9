import type { IncomingMessage } from "node:http";
import * as fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { newKeyId, newKeyText } from "../../src/server/keys/key-text.ts";
import { ClientAddresses } from "../../src/server/limits/client-addresses.ts";
import { FailedAttempts, RequestWindow } from "../../src/server/limits/rate-limits.ts";
import { addSession, keyFor, servedSample } from "../support/served-sample.ts";

const START = Date.UTC(2030, 0, 1, 10, 20, 30, 400);
const HOUR = 3_600_000;
let now = START;
const opened: HindcastServer[] = [];
async function served(settings = {}) {
  now = START;
  const server = await servedSample({ wallClock: () => now, ...settings });
  opened.push(server);
  return server;
}
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

/** Sends a request. Returns the response's status and its rate-limit headers. */
async function ask(server: HindcastServer, headers: Record<string, string>, url = "/v2/market-data/clock") {
  const { statusCode, headers: answered, body } = await server.inject({ url, headers });
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) => answered[`x-ratelimit-${name}`]);
  return { statusCode, limit, remaining, reset, retryAfter: answered["retry-after"], body };
}

describe("the rate limit of an API key", () => {
  test("counts requests in a window of one hour from the first request", async () => {
    const server = await served();
    const key = keyFor(server, "free");
    now = START + 5_000;
    // The hour ends at 11:20:35.4. The header reports the next whole second.
    const reset = String(Date.UTC(2030, 0, 1, 11, 20, 36) / 1000);
    expect(await ask(server, key)).toMatchObject({ statusCode: 200, limit: "1000", remaining: "999", reset });
    now += HOUR - 1;
    expect(await ask(server, key)).toMatchObject({ remaining: "998", reset });
    now += 1;
    expect(await ask(server, key)).toMatchObject({ remaining: "999" });
  });

  test("refuses requests beyond it on any path with 429 until the hour ends", async () => {
    const server = await served();
    const key = keyFor(server, "free");
    for (let i = 0; i < 999; i++) await server.inject({ url: "/v2/nothing", headers: key });
    expect(await ask(server, key)).toMatchObject({ statusCode: 200, remaining: "0" });
    now += 1_800_000;
    const refused = await ask(server, key);
    expect(refused).toMatchObject({ statusCode: 429, limit: "1000", remaining: "0", retryAfter: "1800" });
    expect(JSON.parse(refused.body).error).toMatchObject({
      code: "RATE_LIMIT_EXCEEDED",
      details: { limit: 1000, window_seconds: 3600, retry_after: 1800, reset_at: "2030-01-01T11:20:30.400Z" },
    });
    // The server checks the limit before paths and scopes.
    expect(await ask(server, key, "/v2/nothing")).toMatchObject({ statusCode: 429 });
    // Another key has its own limit, and paths outside /v2 are not counted.
    expect(await ask(server, keyFor(server, "free"))).toMatchObject({ statusCode: 200, remaining: "999" });
    expect(await ask(server, key, "/_admin/keys")).toMatchObject({ statusCode: 200, limit: undefined });
    now = START + HOUR;
    expect(await ask(server, key)).toMatchObject({ statusCode: 200, remaining: "999" });
  });

  test("depends on the key's tier", async () => {
    const server = await served();
    expect(await ask(server, keyFor(server, "pro"))).toMatchObject({ limit: "10000", remaining: "9999" });
    const enterprise = await ask(server, keyFor(server, "enterprise"));
    expect(enterprise).toMatchObject({ limit: "2147483647", remaining: "2147483646" });
  });

  test("is reported in the headers of every response below /v2", async () => {
    const server = await served();
    const key = keyFor(server, "pro", ["market_data:read"]);
    const urls = ["/v2/nothing", "/v2/stream", "/v2/market-data/clock?x=1", "/v2/market-data/stocks/NONE/quote"];
    for (const url of urls) expect(await ask(server, key, url)).toMatchObject({ limit: "10000" });
    expect(await ask(server, {}, "/v2/%zz")).toMatchObject({ statusCode: 400, limit: "300" });
    expect(await ask(server, {}, "/health")).toMatchObject({ limit: undefined });
  });

  test("also applies to requests for sessions whose clock waits for the client", async () => {
    const server = await served();
    addSession(server, "steps", { lockstep: true });
    const key = { ...keyFor(server, "free"), "x-replay-session": "steps" };
    expect(await ask(server, key)).toMatchObject({ statusCode: 200, remaining: "999" });
    for (let i = 0; i < 999; i++) await server.inject({ url: "/v2/market-data/clock", headers: key });
    expect(await ask(server, key)).toMatchObject({ statusCode: 429, remaining: "0" });
  });
});

describe("requests without a valid API key", () => {
  test("are counted by client address and refused with 429 beyond the limit", async () => {
    const server = await served({ failedAttemptLimit: 3 });
    const known = keyFor(server);
    expect(await ask(server, known)).toMatchObject({ statusCode: 200 });
    for (const left of ["2", "1", "0"])
      expect(await ask(server, {})).toMatchObject({ statusCode: 401, limit: "3", remaining: left });
    const refused = await ask(server, {});
    expect(refused).toMatchObject({ statusCode: 429, limit: "3", remaining: "0", retryAfter: "60" });
    // The error says that failed requests of the address are the cause, not requests of a key.
    expect(JSON.parse(refused.body).error).toMatchObject({
      message: "at most 3 requests without a valid key are accepted in 60 seconds; try again in 60 s",
      details: { limit: 3, window_seconds: 60 },
    });
    // Valid keys still work, even new ones. A key in the right format that is unknown is refused like any other wrong key.
    expect(await ask(server, known)).toMatchObject({ statusCode: 200 });
    expect(await ask(server, keyFor(server))).toMatchObject({ statusCode: 200 });
    expect(await ask(server, { authorization: `Bearer ${newKeyText(newKeyId())}` })).toMatchObject({ statusCode: 429 });
    const elsewhere = await server.inject({ url: "/v2/market-data/clock", remoteAddress: "10.0.0.7" });
    expect(elsewhere.statusCode).toBe(401);
    now += 60_000;
    expect(await ask(server, {})).toMatchObject({ statusCode: 401, remaining: "2" });
  });

  test("are counted by the connection's address, not by an address that the client claims in a header", async () => {
    const server = await served({ failedAttemptLimit: 1 });
    expect(await ask(server, { "x-forwarded-for": "10.1.1.1" })).toMatchObject({ statusCode: 401 });
    expect(await ask(server, { "x-forwarded-for": "10.2.2.2" })).toMatchObject({ statusCode: 429 });
  });

  test("are counted by the client address that trusted proxies report", async () => {
    // `inject` sends its requests from 127.0.0.1, which is a trusted proxy here.
    const server = await served({ failedAttemptLimit: 1, trustedProxies: ["127.0.0.1", "10.0.0.0/8"] });
    const from = (forwarded: string) => ask(server, { "x-forwarded-for": forwarded });
    expect(await from("203.0.113.1")).toMatchObject({ statusCode: 401 });
    expect(await from("203.0.113.1")).toMatchObject({ statusCode: 429 });
    expect(await from("203.0.113.2, 10.0.0.9")).toMatchObject({ statusCode: 401 });
    // Entries to the left of the client's own address could be made up by the client.
    expect(await from("198.51.100.7, 203.0.113.2, 10.0.0.9")).toMatchObject({ statusCode: 429 });
    expect(await ask(server, keyFor(server))).toMatchObject({ statusCode: 200 });
  });

  test("from many addresses use limited memory", () => {
    const attempts = new FailedAttempts(1);
    for (let i = 0; i < 10_001; i++) attempts.windowOf(`10.0.${i >> 8}.${i & 255}`).count(0);
    expect(attempts.isFull("10.0.0.0", 1)).toBe(false);
    expect(attempts.isFull("10.0.0.1", 1)).toBe(true);
  });
});

describe("the address by which the server identifies a client", () => {
  const of = (trusted: readonly string[] | undefined, remoteAddress: string, forwarded?: string, found?: string) => {
    const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
    return new ClientAddresses(trusted).addressOf(
      { socket: { remoteAddress }, headers } as unknown as IncomingMessage,
      found,
    );
  };

  test("is that of the connection, unless a trusted proxy reports another", () => {
    expect(of([], "203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
    expect(of(["10.0.0.0/8"], "203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
    expect(of(["10.0.0.0/8"], "10.1.2.3", "198.51.100.1")).toBe("198.51.100.1");
    expect(of(["10.0.0.0/8"], "::ffff:10.1.2.3", "198.51.100.1:4711")).toBe("198.51.100.1");
    expect(of(["10.0.0.0/8"], "10.1.2.3", "evil, 198.51.100.1, 10.9.9.9")).toBe("198.51.100.1");
    expect(of(["10.0.0.0/8"], "10.1.2.3", "198.51.100.1, nonsense, 10.9.9.9")).toBe("10.9.9.9");
    expect(of(["10.0.0.0/8"], "10.1.2.3")).toBe("10.1.2.3");
    expect(of(["10.0.0.0/8"], "10.1.2.3", "10.5.5.5, 10.6.6.6")).toBe("10.5.5.5");
  });

  test("consists of the first 64 bits in IPv6", () => {
    expect(of([], "2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
    expect(of([], "2001:0db8:0001:0002::1")).toBe("2001:db8:1:2::/64");
    expect(of([], "::1")).toBe("0:0:0:0::/64");
    expect(of(["fd00::/8"], "fd00::7", '"[2001:db8::9]:443"')).toBe("2001:db8:0:0::/64");
  });

  test("is chosen by the application if no trusted proxies are configured", () => {
    expect(of(undefined, "10.1.2.3", "198.51.100.1", "192.0.2.4")).toBe("192.0.2.4");
    expect(of([], "10.1.2.3", "198.51.100.1", "192.0.2.4")).toBe("10.1.2.3");
  });

  test.each(["nonsense", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/", ""])(
    "needs valid trusted proxies: %j is refused",
    (proxy) => {
      expect(() => new ClientAddresses([proxy])).toThrow(/trustedProxies must be addresses or blocks/);
    },
  );

  test("is the first entry from the right that is not a trusted proxy", () => {
    const part = fc.integer({ min: 0, max: 255 });
    const inside = part.map((last) => `10.0.0.${last}`);
    const outside = part.map((last) => `203.0.113.${last}`);
    const written = fc.array(fc.oneof(inside, outside, fc.string({ maxLength: 20 })), { maxLength: 5 });
    fc.assert(
      fc.property(written, outside, fc.array(inside, { maxLength: 5 }), (before, client, proxies) => {
        const header = [...before.map((text) => text.replaceAll(",", "")), client, ...proxies].join(", ");
        expect(of(["10.0.0.0/8"], "10.0.0.1", header)).toBe(client);
        expect(of(["10.0.0.0/8"], client, header)).toBe(client);
      }),
    );
  });
});

test("a rate-limit window never exceeds its limit of requests or its length", () => {
  const steps = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), steps, (limit, waits) => {
      const window = new RequestWindow(limit, 1000);
      const through: number[] = [];
      let time = 0;
      let end = -1;
      for (const wait of waits) {
        time += wait;
        const begins = time >= end;
        const taken = window.count(time);
        if (begins) end = time + 1000;
        if (begins) expect(taken).toBe(true);
        if (taken) through.push(end);
        expect(window.endsAt(time)).toBe(end);
        expect(window.remaining(time)).toBe(limit - through.filter((one) => one === end).length);
        expect(window.remaining(time)).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test("setting back the computer's clock blocks an API key for at most an hour", () => {
  const window = new RequestWindow(1, 1000);
  expect(window.count(100_000)).toBe(true);
  expect(window.count(100_500)).toBe(false);
  expect(window.count(50_000)).toBe(true);
  expect(window.count(50_999)).toBe(false);
  expect(window.count(51_000)).toBe(true);
});
