import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createClient } from "hindcast/client";
import type { Scope } from "../../src/schemas/scope.ts";
import type { Tier } from "../../src/schemas/tier.ts";
import { StateStore } from "../../src/server/store/state-store.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();
const HOUR = 3_600_000;
const START = Date.UTC(2030, 0, 1);
let now = START;
const server = await servedSample({ wallClock: () => now });
afterAll(() => server.close());
const { keys } = server.hindcast;
const admin = keyFor(server, "free", ["admin"]);

const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
const whoAmI = (headers: Record<string, string>) => server.inject({ url: "/v2/trading/account/key", headers });
const post = (url: string, payload?: object) =>
  server.inject({ method: "POST", url, headers: admin, ...(payload === undefined ? {} : { payload }) });
const newKey = (tier: Tier, scopes: readonly Scope[], expiresAt?: number) =>
  keys.create({ name: "robot", tier, scopes, expiresAt });

describe("the endpoint for a key's own data", () => {
  test("returns the key's tier, scopes, limits and usage to a key with any scope", async () => {
    now = START;
    const { key, text } = newKey("pro", ["stream:read"], START + 24 * HOUR);
    await server.inject({ url: "/v2/market-data/clock", headers: bearer(text) });
    now = START + 1000;
    const answer = await whoAmI(bearer(text));
    expect(answer.statusCode).toBe(200);
    // The rate-limit window started one second earlier, with a request that was refused for its scope but counted.
    expect(answer.json()).toEqual({
      id: key.id,
      name: "robot",
      tier: "pro",
      scopes: ["stream:read"],
      status: "active",
      created_at: "2030-01-01T00:00:00.000Z",
      expires_at: "2030-01-02T00:00:00.000Z",
      revoked_at: null,
      replaced_by: null,
      usage: { requests_total: 2, last_used_at: "2030-01-01T00:00:01.000Z" },
      limits: { requests: 10_000, window_seconds: 3600, stream: true },
      window: { requests: 2, remaining: 9998, ends_at: "2030-01-01T01:00:00.000Z" },
    });
    expect(answer.headers["x-ratelimit-remaining"]).toBe("9998");
  });

  test("starts a new rate-limit window after an hour, and continues the total count", async () => {
    const { text } = newKey("free", ["market_data:read"]);
    await whoAmI(bearer(text));
    now += HOUR;
    expect((await whoAmI(bearer(text))).json()).toMatchObject({
      usage: { requests_total: 2 },
      window: { requests: 1, remaining: 999 },
    });
  });

  test("returns null for limits that the key's tier does not have", async () => {
    const { text } = newKey("enterprise", ["backtest"]);
    expect((await whoAmI(bearer(text))).json()).toMatchObject({
      limits: { requests: null, stream: true },
      window: { requests: 1, remaining: null },
    });
  });

  test("refuses requests without a key and requests with a query", async () => {
    expect((await whoAmI({})).statusCode).toBe(401);
    const { text } = newKey("pro", ["backtest"]);
    const query = await server.inject({ url: "/v2/trading/account/key?id=1", headers: bearer(text) });
    expect(query.statusCode).toBe(400);
  });

  test("does not let a key without the admin scope read other keys", async () => {
    const { key, text } = newKey("enterprise", ["market_data:read", "trading:write", "replay:control"]);
    for (const [method, url, payload] of [
      ["GET", "/_admin/keys"],
      ["POST", "/_admin/keys", { name: "more", tier: "pro" }],
      ["POST", `/_admin/keys/${key.id}/rotate`],
      ["DELETE", `/_admin/keys/${key.id}`],
    ] as const) {
      const body = payload === undefined ? {} : { payload };
      const answer = await server.inject({ method, url, headers: bearer(text), ...body });
      expect([method, url, answer.statusCode]).toEqual([method, url, 403]);
      expect(answer.json().error).toMatchObject({ code: "INSUFFICIENT_SCOPE", details: { required_scope: "admin" } });
    }
    expect((await whoAmI(bearer(text))).statusCode).toBe(200);
  });
});

describe("revoking an API key", () => {
  test("is refused if the key would revoke itself, but another admin key can revoke it", async () => {
    const { key, text } = newKey("enterprise", ["admin"]);
    const own = await server.inject({ method: "DELETE", url: `/_admin/keys/${key.id}`, headers: bearer(text) });
    expect([own.statusCode, own.json().error]).toMatchObject([
      400,
      {
        code: "INVALID_PARAMETERS",
        message:
          "id must not be the key of the request: rotate it instead, or revoke it with another admin key or with hindcast keys revoke",
      },
    ]);
    expect((await whoAmI(bearer(text))).statusCode).toBe(200);
    const other = await server.inject({ method: "DELETE", url: `/_admin/keys/${key.id}`, headers: admin });
    expect([other.statusCode, other.json().status]).toEqual([200, "revoked"]);
    expect((await whoAmI(bearer(text))).statusCode).toBe(401);
  });
});

describe("rotating an API key", () => {
  test("ends the old key at once without a grace period", async () => {
    const old = newKey("pro", ["trading:read"]);
    const next = (await post(`/_admin/keys/${old.key.id}/rotate`)).json();
    expect(next.key).toMatchObject({ name: "robot", tier: "pro", scopes: ["trading:read"], replaced_by: null });
    expect((await whoAmI(bearer(old.text))).statusCode).toBe(401);
    expect((await whoAmI(bearer(next.api_key))).statusCode).toBe(200);
    const list = (await server.inject({ url: "/_admin/keys", headers: admin })).json();
    expect(list.keys.find(({ id }: { id: string }) => id === old.key.id)).toMatchObject({
      status: "revoked",
      replaced_by: next.key.id,
    });
  });

  test("keeps the old key on the account of the new key until the grace period ends", async () => {
    const old = newKey("pro", ["trading:read"]);
    const account = async (text: string) =>
      (await server.inject({ url: "/v2/trading/account", headers: bearer(text) })).json().id;
    const id = await account(old.text);
    const next = (await post(`/_admin/keys/${old.key.id}/rotate`, { grace_seconds: 3600 })).json();
    now += HOUR - 1;
    expect(await account(old.text)).toBe(id);
    expect(await account(next.api_key)).toBe(id);
    now += 1;
    expect((await whoAmI(bearer(old.text))).statusCode).toBe(401);
    expect(await account(next.api_key)).toBe(id);
    expect(keys.get(old.key.id)).toMatchObject({ revokedAt: Infinity, replacedBy: next.key.id });
  });

  test("never extends the key's expiry", async () => {
    const old = newKey("pro", ["trading:read"], now + 1000);
    const next = (await post(`/_admin/keys/${old.key.id}/rotate`, { grace_seconds: 3600 })).json();
    expect(keys.get(old.key.id)!.expiresAt).toBe(now + 1000);
    expect(next.key.expires_at).toBe(new Date(now + 1000).toISOString());
  });

  test("can set another expiry", async () => {
    const old = newKey("pro", ["trading:read"]);
    const body = { expires_at: "2031-01-01T00:00:00Z" };
    const next = (await post(`/_admin/keys/${old.key.id}/rotate`, body)).json();
    expect(next.key.expires_at).toBe("2031-01-01T00:00:00.000Z");
  });

  test("is refused for a rotated, expired or unknown key, and for a grace period over a week", async () => {
    const old = newKey("pro", ["trading:read"]);
    await post(`/_admin/keys/${old.key.id}/rotate`, { grace_seconds: 60 });
    expect((await post(`/_admin/keys/${old.key.id}/rotate`)).statusCode).toBe(404);
    const expired = newKey("pro", ["trading:read"], now + 1);
    now += 1;
    expect((await post(`/_admin/keys/${expired.key.id}/rotate`)).statusCode).toBe(404);
    expect((await post("/_admin/keys/000000000000/rotate")).statusCode).toBe(404);
    for (const grace_seconds of [604_801, -1, 0.5, "60"]) {
      const refused = await post(`/_admin/keys/${old.key.id}/rotate`, { grace_seconds });
      expect(refused.json().error.details.errors).toMatchObject([{ in: "body", parameter: "grace_seconds" }]);
    }
  });
});

test("an API key expires by the real clock, not by the market's clock", async () => {
  const { text } = newKey("pro", ["market_data:read"], now + 1000);
  const clock = () => server.inject({ url: "/v2/market-data/clock", headers: bearer(text) });
  // The market time is in 2023, long before the key expires.
  expect((await clock()).json().now).toBe("2023-12-15T17:00:00.000Z");
  const payload = { by: "session", count: 1 };
  const advanced = await server.inject({ method: "POST", url: "/_replay/advance", headers: keyFor(server), payload });
  expect(advanced.statusCode).toBe(200);
  expect((await clock()).statusCode).toBe(200);
  now += 1000;
  expect((await clock()).statusCode).toBe(401);
});

test("the usage counts of an API key survive a server restart", async () => {
  const file = join(files.folder, "usage.db");
  const before = await servedSample({ store: new StateStore(file), wallClock: () => now });
  const { key, text } = before.hindcast.keys.create({ name: "robot", tier: "pro", scopes: ["backtest"] });
  for (let i = 0; i < 3; i++) await before.inject({ url: "/v2/trading/account/key", headers: bearer(text) });
  await before.close();
  const after = await servedSample({ store: new StateStore(file), wallClock: () => now });
  expect(after.hindcast.keys.usage(key.id)).toEqual({ requests: 3, lastUsedAt: now });
  const again = await after.inject({ url: "/v2/trading/account/key", headers: bearer(text) });
  expect(again.json()).toMatchObject({ usage: { requests_total: 4 }, window: { requests: 1 } });
  await after.close();
});

test("a server creates at most 1,000 API keys per hour over HTTP", async () => {
  const other = await servedSample({ wallClock: () => now });
  const headers = keyFor(other, "free", ["admin"]);
  const make = () =>
    other.inject({ method: "POST", url: "/_admin/keys", headers, payload: { name: "robot", tier: "free" } });
  for (let i = 0; i < 999; i++) other.hindcast.keys.generated.count(now);
  expect((await make()).statusCode).toBe(201);
  const refused = await make();
  expect([refused.statusCode, refused.json().error.message]).toEqual([
    429,
    "at most 1000 new keys are accepted in 3600 seconds; try again in 3600 s",
  ]);
  now += HOUR;
  expect((await make()).statusCode).toBe(201);
  await other.close();
});

test("the client library reads its own key and rotates it with a grace period", async () => {
  await server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = server.server.address() as { port: number };
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = createClient({ baseUrl, apiKey: admin.authorization!.slice("Bearer ".length) });
  expect(await client.accountKey()).toMatchObject({ tier: "free", scopes: ["admin"], status: "active" });
  const { key } = await client.createKey({ name: "robot", tier: "pro" });
  const next = await client.rotateKey(key.id, { grace_seconds: 60 });
  expect((await client.keys()).keys.find(({ id }) => id === key.id)).toMatchObject({
    status: "active",
    replaced_by: next.key.id,
    expires_at: new Date(now + 60_000).toISOString(),
  });
});
