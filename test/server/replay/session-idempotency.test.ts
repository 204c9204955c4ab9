import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { keyFor } from "../../support/served-sample.ts";
import { servedMarket } from "../../support/served-market.ts";
import { FLOOR, FLOOR_OPEN } from "../../support/trading-floor.ts";

const server = await servedMarket(FLOOR, FLOOR_OPEN);
afterAll(() => server.close());
const mine = keyFor(server);
const others = keyFor(server);

const FROM = { from: "2024-01-08T14:30:00Z" };
const sessions = () => server.hindcast.sessions.list().map(({ id }) => id);

interface RequestOptions {
  readonly path?: string;
  readonly body?: object;
  readonly caller?: { readonly authorization: string };
}

async function make(key: string | undefined, { path = "", body = FROM, caller = mine }: RequestOptions = {}) {
  const answer = await server.inject({
    method: "POST",
    url: `/_replay/sessions${path}`,
    headers: { ...caller, ...(key === undefined ? {} : { "idempotency-key": key }) },
    payload: body,
  });
  const { location, "idempotent-replayed": replayed } = answer.headers;
  return { status: answer.statusCode, body: answer.json(), location, replayed };
}

const remove = (id: string) => server.inject({ method: "DELETE", url: `/_replay/sessions/${id}`, headers: mine });

beforeEach(async () => {
  for (const id of sessions()) if (id !== "main") await remove(id);
});

describe("a request to create a session with an Idempotency-Key", () => {
  test("is answered like the first one when repeated, even if the session has advanced", async () => {
    const first = await make("k");
    expect(first.status).toBe(201);
    expect(first.replayed).toBeUndefined();
    const id: string = first.body.session;
    await server.inject({
      method: "POST",
      url: "/_replay/advance",
      headers: { ...mine, "x-replay-session": id },
      payload: { by: "bar" },
    });
    expect(await make("k")).toEqual({ ...first, replayed: "true" });
    expect(first.location).toBe(`/_replay/sessions/${id}`);
    expect(sessions()).toEqual(["main", id]);
  });

  test("creates one session even if sent twice at the same time", async () => {
    const [one, other] = await Promise.all([make("k"), make("k")]);
    expect(other.body).toEqual(one.body);
    expect(sessions()).toHaveLength(2);
  });

  test("can fork a session once", async () => {
    const { body: origin } = await make(undefined);
    const path = `/${origin.session}/fork`;
    const first = await make("f", { path, body: {} });
    expect(await make("f", { path, body: {} })).toEqual({ ...first, replayed: "true" });
    expect(sessions()).toEqual(["main", origin.session, first.body.session]);
  });

  test("is independent of the Idempotency-Keys of other API keys", async () => {
    const { body: one } = await make("k");
    const { body: two, replayed } = await make("k", { caller: others });
    expect(replayed).toBeUndefined();
    expect(two.session).not.toBe(one.session);
  });

  test("is refused if the request differs from the first one", async () => {
    const { body } = await make("k");
    const elsewhere = await make("k", { body: { from: "2024-01-08T15:00:00Z" } });
    const fork = await make("k", { path: `/${body.session}/fork`, body: {} });
    for (const { status, body: response } of [elsewhere, fork]) {
      expect(status).toBe(422);
      expect(response.error).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED", details: { idempotency_key: "k" } });
    }
    expect(sessions()).toHaveLength(2);
  });

  test("is remembered as long as its session exists", async () => {
    const { body: first } = await make("k");
    await remove(first.session);
    const { body: second, replayed } = await make("k");
    expect(replayed).toBeUndefined();
    expect(second.session).not.toBe(first.session);
  });

  test("is not remembered if it was refused", async () => {
    expect((await make("k", { body: { symbols: ["NONE"] } })).status).toBe(404);
    expect((await make("k")).status).toBe(201);
    expect((await make("two words")).status).toBe(400);
  });

  test("is answered even if no further session may be created", async () => {
    const { body: first } = await make("k");
    for (let i = 1; i < 25; i++) await make(undefined);
    expect((await make("new")).body.error.code).toBe("REPLAY_STATE");
    expect((await make("k")).body).toEqual(first);
  });

  test("differs from requests without an Idempotency-Key, each of which creates a session", async () => {
    await make(undefined);
    await make(undefined);
    expect(sessions()).toHaveLength(3);
  });
});
