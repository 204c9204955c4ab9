import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { KeyRing } from "../../src/server/keys/key-ring.ts";
import { keyIdOf, newKeyId, newKeyText } from "../../src/server/keys/key-text.ts";
import { StateStore } from "../../src/server/store/state-store.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();

const START = Date.UTC(2030, 0, 1);
let now = START;
const server = await servedSample({ wallClock: () => now, failedAttemptLimit: 100_000 });
const { keys } = server.hindcast;
afterAll(() => server.close());

const ask = (authorization?: string) =>
  server.inject({
    url: "/v2/market-data/clock",
    ...(authorization === undefined ? {} : { headers: { authorization } }),
  });
const newKey = (expiresAt?: number) =>
  keys.create({ name: "test", tier: "pro", scopes: ["market_data:read"], expiresAt });

test("an API key is accepted in the Authorization header, after the word Bearer in any case", async () => {
  const { text } = newKey();
  for (const header of [`Bearer ${text}`, `bearer ${text}`, `BEARER   ${text}`])
    expect((await ask(header)).statusCode).toBe(200);
});

test("every refused API key gets the same response, byte for byte", async () => {
  const { text, key } = newKey();
  const revoked = newKey();
  keys.revoke(revoked.key.id);
  const expired = newKey(START + 1000);
  expect((await ask(`Bearer ${expired.text}`)).statusCode).toBe(200);
  now = START + 1000;
  const wrongSecret = `hc_${key.id}_${text.slice(16, -7)}${text.at(-7) === "A" ? "B" : "A"}${text.slice(-6)}`;
  const headers = [
    undefined,
    "",
    "Bearer",
    "Bearer ",
    text,
    `Basic ${Buffer.from(text).toString("base64")}`,
    `Bearer ${text}, Bearer ${text}`,
    `Bearer ${text.slice(0, -1)}`,
    `Bearer ${text}x`,
    `Bearer ${wrongSecret}`,
    // An unknown key in the right format, and an existing key's id with a wrong secret.
    `Bearer ${newKeyText(newKeyId())}`,
    `Bearer ${newKeyText(key.id)}`,
    `Bearer ${revoked.text}`,
    `Bearer ${expired.text}`,
  ];
  for (const header of headers) {
    const answer = await ask(header);
    expect({ header, status: answer.statusCode }).toEqual({ header, status: 401 });
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
    expect(answer.body).toBe(
      '{"error":{"code":"INVALID_API_KEY","message":"the request must carry a valid API key in the header Authorization: Bearer <API_KEY>","details":{}},"timestamp":"2023-12-15T17:00:00.000Z"}',
    );
  }
});

test("an API key with any character changed, added or removed is refused", async () => {
  const { text } = newKey();
  expect((await ask(`Bearer ${text}`)).statusCode).toBe(200);
  const letters = fc.integer({ min: 0, max: text.length - 1 });
  await fc.assert(
    fc.asyncProperty(letters, fc.constantFrom("0", "9", "A", "Z", "a", "z", "_", "-"), async (place, letter) => {
      const other = text.slice(0, place) + letter + text.slice(place + 1);
      expect((await ask(`Bearer ${other}`)).statusCode).toBe(other === text ? 200 : 401);
    }),
    { numRuns: 100 },
  );
});

test("revoking an API key takes effect at once and notifies open connections", async () => {
  const { text, key } = newKey();
  expect((await ask(`Bearer ${text}`)).statusCode).toBe(200);
  const revokedIds: string[] = [];
  const stop = keys.onRevoked((id) => revokedIds.push(id));
  keys.revoke(key.id);
  keys.revoke(key.id);
  expect((await ask(`Bearer ${text}`)).statusCode).toBe(401);
  expect(revokedIds).toEqual([key.id]);
  stop();
});

test("an API key revoked by another process stops working without a restart of the server", async () => {
  const file = join(files.folder, "keys.db");
  const shared = await servedSample({ store: new StateStore(file) });
  const { text, key } = shared.hindcast.keys.create({ name: "test", tier: "pro", scopes: ["market_data:read"] });
  const status = async () => {
    const headers = { authorization: `Bearer ${text}` };
    return (await shared.inject({ url: "/v2/market-data/clock", headers })).statusCode;
  };
  expect(await status()).toBe(200);
  const other = new StateStore(file);
  new KeyRing(other, Date.now).revoke(key.id);
  other.close();
  // The server checks the state file at intervals. If it never refuses the key, the test times out.
  while ((await status()) === 200) await sleep(20);
  expect(await status()).toBe(401);
  await shared.close();
});

test("a rotated API key passes its rights to the new key, and the old key stops working", async () => {
  const old = newKey();
  const next = keys.rotate(old.key.id)!;
  expect(next.key).toMatchObject({ name: "test", tier: "pro", scopes: new Set(["market_data:read"]) });
  expect((await ask(`Bearer ${old.text}`)).statusCode).toBe(401);
  expect((await ask(`Bearer ${next.text}`)).statusCode).toBe(200);
  expect(keys.rotate(old.key.id)).toBeUndefined();
});

test("an API key contains its id and a checksum that detects typing errors", () => {
  const id = newKeyId();
  const text = newKeyText(id);
  expect(text).toMatch(/^hc_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/);
  expect(keyIdOf(text)).toBe(id);
  // Two neighboring characters of the secret are swapped.
  const swapped = text.slice(0, 20) + text[21] + text[20] + text.slice(22);
  expect(keyIdOf(swapped)).toBe(text[20] === text[21] ? id : undefined);
});

describe("API keys managed over HTTP", () => {
  const admin = keyFor(server, "free", ["admin"]);
  const post = (payload: object, url = "/_admin/keys") =>
    server.inject({ method: "POST", url, headers: admin, payload });

  test("are created, listed, rotated and revoked by an administrator, and each key's text is shown only once", async () => {
    const made = (await post({ name: "robot", tier: "free", scopes: ["market_data:read"] })).json();
    expect(made.key).toMatchObject({ name: "robot", tier: "free", scopes: ["market_data:read"], revoked_at: null });
    expect((await ask(`Bearer ${made.api_key}`)).statusCode).toBe(200);
    const rotated = (await post({}, `/_admin/keys/${made.key.id}/rotate`)).json();
    expect((await ask(`Bearer ${rotated.api_key}`)).statusCode).toBe(200);
    const list = await server.inject({ url: "/_admin/keys", headers: admin });
    expect(list.body).not.toContain(rotated.api_key.slice(16));
    expect(list.json().keys.map((key: { id: string }) => key.id)).toEqual(
      expect.arrayContaining([made.key.id, rotated.key.id]),
    );
    const revoke = { method: "DELETE", url: `/_admin/keys/${rotated.key.id}`, headers: admin } as const;
    expect((await server.inject(revoke)).json()).toMatchObject({ revoked_at: new Date(now).toISOString() });
    expect((await ask(`Bearer ${rotated.api_key}`)).statusCode).toBe(401);
  });

  test("have the default scopes if none are requested, which exclude access to other keys", async () => {
    const { key } = (await post({ name: "robot", tier: "pro" })).json();
    expect(key.scopes.join(" ")).toBe(
      "market_data:read stream:read trading:read trading:write backtest replay:control",
    );
  });

  test.each([
    ["name", { name: "two\nlines" }],
    ["name", { name: "\u001B[2Jcleared" }],
    ["name", { name: "\u202Eturned" }],
    ["name", { name: "" }],
    ["scopes", { scopes: [] }],
  ])("are not created with an invalid %s: %j", async (parameter, invalid) => {
    const answer = await post({ name: "robot", tier: "pro", ...invalid });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.details.errors).toMatchObject([{ in: "body", parameter }]);
  });

  test("may have an expiry with or without milliseconds", async () => {
    for (const expires_at of ["2031-01-01T00:00:00Z", "2031-01-01T00:00:00.000Z"])
      expect((await post({ name: "robot", tier: "pro", expires_at })).json().key).toMatchObject({
        expires_at: "2031-01-01T00:00:00.000Z",
      });
    for (const expires_at of ["2031-13-01T00:00:00Z", "2031-01-01", "soon"])
      expect((await post({ name: "robot", tier: "pro", expires_at })).json().error.details.errors).toMatchObject([
        { in: "body", parameter: "expires_at", value: expires_at },
      ]);
  });

  test("may have a name in any script", async () => {
    for (const name of ["Zoë's robot", "口座", "🤖"])
      expect((await post({ name, tier: "pro" })).json().key).toMatchObject({ name });
  });

  test("are not created with an expiry in the past, and not revoked by an unknown id", async () => {
    const past = await post({ name: "robot", tier: "pro", expires_at: "2029-12-31T23:59:59.999Z" });
    expect(past.statusCode).toBe(400);
    expect(past.json().error.details.errors[0]).toMatchObject({ parameter: "expires_at" });
    expect((await post({}, "/_admin/keys/000000000000/rotate")).statusCode).toBe(404);
    expect((await post({}, "/_admin/keys/short/rotate")).statusCode).toBe(400);
  });
});
