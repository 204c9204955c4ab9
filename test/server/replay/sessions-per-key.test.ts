import { afterEach, describe, expect, test } from "vitest";
import type { HindcastServer } from "../../../src/server/build-server.ts";
import type { ServerSettings } from "../../../src/server/server-settings.ts";
import { keyFor } from "../../support/served-sample.ts";
import { servedMarket } from "../../support/served-market.ts";
import { FLOOR, FLOOR_OPEN } from "../../support/trading-floor.ts";

let server: HindcastServer;
afterEach(() => server.close());

type Key = ReturnType<typeof keyFor>;

async function serve(settings: ServerSettings = {}): Promise<void> {
  server = await servedMarket(FLOOR, FLOOR_OPEN, settings);
}

async function make(key: Key, path = "") {
  const answer = await server.inject({
    method: "POST",
    url: `/_replay/sessions${path}`,
    headers: key,
    ...(path === "" ? { payload: {} } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const end = (key: Key, id: string) => server.inject({ method: "DELETE", url: `/_replay/sessions/${id}`, headers: key });

const refusal = (limit: number, sessions: readonly string[]) => ({
  status: 409,
  body: {
    error: {
      code: "REPLAY_STATE",
      message: `a key may have at most ${limit} sessions: end unused ones with DELETE /_replay/sessions/{id}`,
      details: { limit, sessions },
    },
  },
});

describe("the number of sessions per API key", () => {
  test("is limited with an error that lists them, while other keys can create sessions", async () => {
    await serve({ maxSessionsPerKey: 2 });
    const [greedy, other] = [keyFor(server), keyFor(server)];
    expect((await make(greedy)).body.session).toBe("s1");
    expect((await make(other)).body.session).toBe("s2");
    expect((await make(greedy)).body.session).toBe("s3");
    expect(await make(greedy)).toMatchObject(refusal(2, ["s1", "s3"]));
    expect((await make(other)).status).toBe(201);
  });

  test("includes forks and decreases when a session ends", async () => {
    await serve({ maxSessionsPerKey: 2 });
    const key = keyFor(server);
    await make(key);
    expect((await make(key, "/s1/fork")).status).toBe(201);
    expect(await make(key, "/s1/fork")).toMatchObject(refusal(2, ["s1", "s2"]));
    await end(key, "s1");
    expect((await make(key)).status).toBe(201);
  });

  test("is limited to 25 by default, so that four keys reach the server's limit", async () => {
    await serve();
    const keys = [1, 2, 3, 4].map(() => keyFor(server));
    for (const key of keys) for (let i = 0; i < 25; i++) expect((await make(key)).status).toBe(201);
    const own = Array.from({ length: 25 }, (_, i) => `s${i + 1}`);
    expect(await make(keys[0]!)).toMatchObject(refusal(25, own));
    expect(await make(keyFor(server))).toMatchObject({
      status: 409,
      body: { error: { code: "REPLAY_STATE", details: { limit: 100, sessions: [] } } },
    });
  });
});
