import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WebSocket } from "ws";
import { afterAll, describe, expect, test } from "vitest";
import { DEFAULT_SCOPES, type Scope, SCOPES } from "../../src/schemas/scope.ts";
import { KeyRing } from "../../src/server/keys/key-ring.ts";
import { CHANGES } from "../../src/server/route.ts";
import { ROUTES } from "../../src/server/routes/index.ts";
import { StateStore } from "../../src/server/store/state-store.ts";
import { actions } from "../../src/server/stream/actions.ts";
import { ROOT } from "../house/source-files.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

// Some resources are shared by all API keys, others belong to one. This file compares docs/explanation/security.md with the routes, and
// tests each row on a server.

const server = await servedSample();
await server.listen({ port: 0, host: "127.0.0.1" });
afterAll(() => server.close());

type Headers = Readonly<Record<string, string>>;

async function ask(method: string, url: string, headers: Headers, payload?: object) {
  const answer = await server.inject({
    method: method as "GET",
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.json(), text: answer.body };
}

const newSession = async (headers: Headers): Promise<string> =>
  (await ask("POST", "/_replay/sessions", headers, {})).body.session;

/** A route as the docs write it, such as `DELETE /_replay/sessions/{id}`. */
const shown = ({ method, address }: { readonly method: string; readonly address: string }): string =>
  `\`${method} ${address.replaceAll(/:(\w+)/g, "{$1}")}\``;

const changing = ROUTES.filter(({ changes }) => changes !== undefined);

test("docs/explanation/security.md lists every request and stream message that changes data, with its scope and owner", () => {
  const requests = changing.map(({ scope, sharedScope, changes, ...route }) => {
    const shared = sharedScope === undefined ? "" : `; for the main session \`${sharedScope}\` instead`;
    return `| ${shown(route)} | needs \`${scope}\`${shared} | changes ${CHANGES[changes!]} |`;
  });
  const messages = [...actions.values()].flatMap(({ name, changes }) =>
    changes === undefined
      ? []
      : [`| \`${name}\` on the stream | needs \`stream:read\` | changes ${CHANGES[changes]} |`],
  );
  const docs = readFileSync(join(ROOT, "docs/explanation/security.md"), "utf8");
  const [, table] =
    /\| request or message \| scope of the key \| what the request changes \|\n\| --- \| --- \| --- \|\n((?:\|.*\n)+)/.exec(
      docs,
    ) ?? [];
  expect(table?.trimEnd().split("\n")).toEqual([...requests, ...messages]);
});

test("no GET request changes anything, and all other routes declare what they change", () => {
  const silent = ROUTES.filter(({ method, changes }) => (method === "GET") !== (changes === undefined));
  // This request reads by POST, since its query may be too long for a URL.
  expect(silent.map(shown)).toEqual(["`POST /v2/market-data/stocks/quotes`"]);
});

describe("an API key with the default scopes", () => {
  const key = keyFor(server, "free", DEFAULT_SCOPES);

  test.each(
    changing.filter(({ sharedScope }) => sharedScope !== undefined).map((route) => [shown(route), route] as const),
  )(
    "cannot change the main clock by %s, but can change the clock of its own session",
    async (_name, { method, address }) => {
      const before = (await ask("GET", "/_replay/clock", key)).text;
      expect((await ask(method, address, key, {})).body.error).toMatchObject({
        code: "INSUFFICIENT_SCOPE",
        details: { required_scope: "replay:main" },
      });
      expect((await ask("GET", "/_replay/clock", key)).text).toBe(before);
      const session = await newSession(key);
      const own = await ask(method, address, { ...key, "x-replay-session": session }, {});
      expect(own.body.error?.code).not.toBe("INSUFFICIENT_SCOPE");
      await ask("DELETE", `/_replay/sessions/${session}`, key);
    },
  );

  test("cannot stop the main clock by forking the main session", async () => {
    expect((await ask("POST", "/_replay/sessions/main/fork", key)).body.error).toMatchObject({
      code: "INSUFFICIENT_SCOPE",
      details: { required_scope: "replay:main" },
    });
  });

  test.each(["PUT", "DELETE"])("cannot set or clear injected faults: %s", async (method) => {
    const rules = [{ fault: "error", every: 1, path: "/market-data/clock" }];
    expect(
      (await ask(method, "/_replay/faults", key, method === "PUT" ? { rules } : undefined)).body.error,
    ).toMatchObject({
      code: "INSUFFICIENT_SCOPE",
      details: { required_scope: "replay:faults" },
    });
    expect((await ask("GET", "/v2/market-data/clock", key)).status).toBe(200);
  });
});

test("API keys with the required scopes can advance the main clock and set injected faults", async () => {
  const key = keyFor(server, "free", ["replay:main", "replay:faults"]);
  expect((await ask("POST", "/_replay/advance", key, { by: "minute" })).status).toBe(200);
  expect((await ask("PUT", "/_replay/faults", key, { rules: [] })).status).toBe(200);
});

describe("a session of another API key", () => {
  const owner = keyFor(server, "pro", DEFAULT_SCOPES);
  const other = keyFor(server, "pro", [...DEFAULT_SCOPES, "replay:main", "replay:faults"]);

  /** Path parameters for a valid request to each route. */
  const PATHS: Readonly<Record<string, string>> = {
    ":id": "ord_1",
    ":symbol": "AAPL",
    ":pair": "EURUSD",
  };
  const bodies: Readonly<Record<string, object>> = {
    "POST /v2/market-data/stocks/quotes": { symbols: ["AAPL"] },
    "POST /v2/trading/orders": { symbol: "AAPL", side: "buy", type: "market", quantity: 1 },
  };

  test.each(ROUTES.filter(({ scope }) => scope !== "admin").map((route) => [shown(route), route] as const))(
    "is hidden from %s",
    async (_name, { method, address }) => {
      const session = await newSession(owner);
      const at = async (named: string) => {
        const ofPath = address.startsWith("/_replay/sessions/");
        const url = address.replaceAll(/:\w+/g, (name) => (ofPath ? named : PATHS[name]!));
        const headers = ofPath ? other : { ...other, "x-replay-session": named };
        const { status, text } = await ask(method, url, headers, bodies[`${method} ${address}`]);
        return { status, text: text.replaceAll(named, "NAMED") };
      };
      const foreign = await at(session);
      expect(foreign.status).toBe(404);
      expect(JSON.parse(foreign.text).error.code).toBe("NOT_FOUND");
      // The response equals, byte for byte, the response for a session that never existed.
      expect(foreign).toEqual(await at("s999"));
      expect((await ask("GET", `/_replay/sessions/${session}`, owner)).status).toBe(200);
      await ask("DELETE", `/_replay/sessions/${session}`, owner);
    },
  );

  test("is hidden in the stream, whether the API key is in the request or in a message", async () => {
    const session = await newSession(owner);
    const { port } = server.server.address() as { port: number };
    const streamResult = (named: string, headers: Headers, first?: object) =>
      new Promise<unknown>((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/v2/stream?session=${named}`, { headers });
        socket.on("unexpected-response", (_request, answer) => {
          resolve(answer.statusCode);
          socket.terminate();
        });
        socket.on("open", () => first !== undefined && socket.send(JSON.stringify(first)));
        socket.on("message", (data) => {
          const message = JSON.parse((data as Buffer).toString()) as { type: string; code?: string };
          if (message.type === "error" || message.type === "authenticated") {
            resolve(message.code ?? message.type);
            socket.terminate();
          }
        });
        socket.on("error", () => {});
      });
    for (const [named, expected] of [
      [session, [404, "NOT_FOUND"]],
      ["s999", [404, "NOT_FOUND"]],
    ] as const) {
      const api_key = other.authorization.replace("Bearer ", "");
      expect([await streamResult(named, other), await streamResult(named, {}, { action: "auth", api_key })]).toEqual(
        expected,
      );
    }
    expect(await streamResult(session, owner)).toBe("authenticated");
  });

  test("can be listed, read and deleted by the owner's key and by keys with the scope admin", async () => {
    const session = await newSession(owner);
    const admin = keyFor(server, "free", ["replay:control", "admin"]);
    const names = async (key: Headers) =>
      (await ask("GET", "/_replay/sessions", key)).body.sessions.map(({ session: name }: { session: string }) => name);
    expect(await names(owner)).toEqual(expect.arrayContaining(["main", session]));
    expect(await names(other)).toEqual(["main"]);
    const all = (await ask("GET", "/_replay/sessions", admin)).body.sessions;
    const id = owner.authorization.slice("Bearer hc_".length, "Bearer hc_".length + 12);
    expect(all).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ session: "main", mode: "free", owner: null }),
        expect.objectContaining({ session, mode: "free", owner: id }),
      ]),
    );
    expect((await ask("GET", `/_replay/sessions/${session}`, admin)).status).toBe(200);
    expect((await ask("DELETE", `/_replay/sessions/${session}`, admin)).status).toBe(200);
    expect(await names(owner)).not.toContain(session);
  });

  test("is owned by the successor of a rotated key", async () => {
    const { keys } = server.hindcast;
    const first = keys.create({ name: "first", tier: "pro", scopes: DEFAULT_SCOPES });
    const session = await newSession({ authorization: `Bearer ${first.text}` });
    const { text } = keys.rotate(first.key.id)!;
    expect((await ask("GET", `/_replay/sessions/${session}`, { authorization: `Bearer ${text}` })).status).toBe(200);
  });
});

describe("a state file of an older version", () => {
  const files = temporaryFiles();
  const old = ["market_data:read", "stream:read", "trading:read", "trading:write", "backtest", "replay:control"];

  /** Creates a state file as an older version did, with keys of these scopes. Returns the keys' texts. */
  function oldState(file: string, ...scopes: readonly (readonly string[])[]): string[] {
    const store = new StateStore(file);
    const ring = new KeyRing(store, Date.now);
    const texts = scopes.map((each) => ring.create({ name: "old", tier: "pro", scopes: each as Scope[] }).text);
    store.database.exec(
      "DROP TABLE backtest_pieces; DROP TABLE snapshots; DROP TRIGGER ends_of_backtests; DROP TABLE backtest_ends; PRAGMA user_version = 10",
    );
    store.close();
    return texts;
  }

  test("opens; its API keys keep their accounts, but only admin keys can move the main clock", async () => {
    const file = join(files.folder, "old.db");
    const [usual, admin, keysAlone] = oldState(file, old, [...old, "admin"], ["admin"]);
    const opened = await servedSample({ store: new StateStore(file) });
    const status = async (text: string | undefined, method: "GET" | "POST", url: string, payload?: object) =>
      (
        await opened.inject({
          method,
          url,
          headers: { authorization: `Bearer ${text}` },
          ...(payload === undefined ? {} : { payload }),
        })
      ).statusCode;
    expect(await status(usual, "GET", "/v2/trading/account")).toBe(200);
    expect(await status(usual, "GET", "/_replay/clock")).toBe(200);
    expect(await status(usual, "POST", "/_replay/sessions", {})).toBe(201);
    expect(await status(usual, "POST", "/_replay/advance", {})).toBe(403);
    expect(await status(usual, "GET", "/_replay/faults")).toBe(403);
    expect(await status(admin, "POST", "/_replay/advance", {})).toBe(200);
    expect(await status(admin, "GET", "/_replay/faults")).toBe(200);
    expect(await status(keysAlone, "POST", "/_replay/advance", {})).toBe(403);
    await opened.close();
  });

  test("keeps the accounts of its API keys when a rotation gives them more scopes", async () => {
    const made = server.hindcast.keys.create({ name: "bot", tier: "pro", scopes: DEFAULT_SCOPES });
    const admin = keyFor(server, "free", ["admin"]);
    const scopes = [...DEFAULT_SCOPES, "replay:main"];
    const rotated = await ask("POST", `/_admin/keys/${made.key.id}/rotate`, admin, { scopes });
    expect(rotated.body.key.scopes).toEqual(scopes);
    const headers = { authorization: `Bearer ${rotated.body.api_key}` };
    expect((await ask("POST", "/_replay/advance", headers, {})).status).toBe(200);
    expect(server.hindcast.keys.get(rotated.body.key.id)!.owner).toBe(made.key.id);
  });
});

test("the default scopes of an API key exclude the main clock, injected faults and administration", () => {
  expect(SCOPES.filter((scope) => !DEFAULT_SCOPES.includes(scope))).toEqual(["replay:main", "replay:faults", "admin"]);
});
