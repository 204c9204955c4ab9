import * as fc from "fast-check";
import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { ROUTES } from "../../src/server/routes/index.ts";
import { runs } from "../support/runs.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";
import { property } from "../support/property.ts";

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: Schema } } };
  readonly responses: Readonly<Record<string, unknown>>;
  readonly security: readonly object[];
}

// With 0 threads no backtest starts, so no backtest outlives the test.
const served = { failedAttemptLimit: 100_000, strategies: [], backtestThreads: { threads: 0 } };
const documented = await servedSample(served);
const { paths } = (await documented.inject("/docs/json")).json<{
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}>();
await documented.close();
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, method, operation })),
);

const TRAPS = [
  "__proto__",
  "constructor",
  "toString",
  "..",
  "../../etc/passwd",
  "..%2f..%2fetc",
  "\u0000",
  "\r\nX-Forged: 1",
  "💥",
];
const NUMBERS = [
  "-1",
  "1e999",
  "NaN",
  "0x10",
  "99999999999999999999",
  "",
  " ",
  "null",
  "a".repeat(3_000),
  "'; DROP TABLE keys; --",
];
const NAMES = [
  "AAPL",
  "KO",
  "BTC",
  "EURUSD",
  "GC=F",
  "AAPL240119C00110000",
  "ord_1_1",
  "ord_2_1",
  "acc_1",
  "main",
  "s1",
  "bt_1",
];
const TIMES = [
  "2023-12-15",
  "2023-12-15T17:00:00Z",
  "1d",
  "1m",
  "open",
  "zjfgrBe0MTY4ODE4NDAwMDAwMA",
  "W10",
  "buy",
  "market",
  "gtc",
];
const WORDS = [...TRAPS, ...NUMBERS, ...NAMES, ...TIMES];
const word = fc.constantFrom(...WORDS);
const anything: fc.Arbitrary<unknown> = fc.oneof(
  word,
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -1,
    1,
    1e-9,
    1e300,
    -0,
    0.5,
    5,
    [],
    {},
    [null],
    { toString: null },
    { toString: 1, valueOf: "x" },
    { toJSON: null, length: -1 },
    JSON.parse(`{"__proto__":{"admin":true}}`),
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A value that mostly fits the schema, but sometimes does not. */
function valueOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const { enum: words, properties, items, anyOf, examples = [], type } = schema;
  if (depth > 4) return anything;
  const valid: fc.Arbitrary<unknown>[] = [];
  if (words !== undefined) valid.push(fc.constantFrom(...words));
  if (anyOf !== undefined) valid.push(fc.oneof(...anyOf.map((one) => valueOf(one, depth + 1))));
  if (properties !== undefined) {
    const members = Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, valueOf(one, depth + 1)]),
    );
    valid.push(fc.record(members, { requiredKeys: [] }), fc.record(members));
  }
  if (items !== undefined) valid.push(fc.array(valueOf(items, depth + 1), { maxLength: 3 }));
  if (examples.length > 0) valid.push(fc.constantFrom(...examples));
  if (valid.length === 0) {
    if (type === "number" || type === "integer") valid.push(fc.constantFrom(1, 2, 10, 100, 0.5, 110));
    else if (type === "boolean") valid.push(fc.boolean());
    else valid.push(word);
  }
  return fc.oneof({ arbitrary: fc.oneof(...valid), weight: 6 }, { arbitrary: anything, weight: 1 });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** An arbitrary request for an operation. */
function requestOf({ path, method, operation }: (typeof operations)[number]) {
  const { parameters = [], requestBody } = operation;
  const inPath = parameters.filter((one) => one.in === "path");
  const inQuery = parameters.filter((one) => one.in === "query");
  const query = Object.fromEntries(inQuery.map(({ name, schema }) => [name, valueOf(schema).map(textOf)]));
  const body = requestBody?.content["application/json"].schema;
  return fc
    .record({
      places: fc.tuple(...inPath.map(() => word)),
      query: fc.record(query, { requiredKeys: [] }),
      stray: fc.option(fc.tuple(word, word), { freq: 8 }),
      body: body === undefined ? fc.constant(undefined) : valueOf(body),
      headers: fc.record(
        { "x-as-of": word, "idempotency-key": word, "x-replay-session": word, "x-request-id": word },
        { requiredKeys: [] },
      ),
      as: fc.nat(1),
    })
    .map(({ places, query: values, stray, body: payload, headers, as }) => {
      const address = inPath.reduce(
        (text, { name }, i) => text.replace(`{${name}}`, encodeURIComponent(places[i]!)),
        path,
      );
      const search = new URLSearchParams(values as Record<string, string>);
      if (stray !== null) search.append(...stray);
      // Leaves out headers with characters that clients cannot send.
      const sent = Object.entries(headers).filter(([, text]) => /^[\x20-\x7e]*$/.test(text));
      return { method, url: `${address}?${search.toString()}`, payload, headers: Object.fromEntries(sent), as };
    });
}

describe("random requests", () => {
  let server: HindcastServer;
  let keys: readonly { authorization: string }[];
  beforeAll(async () => {
    server = await servedSample(served);
    keys = [keyFor(server), keyFor(server)];
  });
  afterAll(() => server.close());

  for (const operation of operations) {
    const { path: pattern, operation: spec } = operation;
    const route = ROUTES.find(
      ({ method, address }) =>
        method.toLowerCase() === operation.method && address.replaceAll(/:(\w+)/g, "{$1}") === pattern,
    );
    // Health checks have no schema, since they are not routes of the API.
    const answered = route === undefined ? undefined : Compile(route.response);
    property([requestOf(operation)], runs(15))(
      `to ${operation.name} get a documented response or a documented error`,
      async (request) => {
        const { method, url, payload, headers, as } = request;
        const answer = await server.inject({
          method: method as "GET",
          url,
          headers: {
            ...keys[as],
            ...headers,
            ...(payload === undefined ? {} : { "content-type": "application/json" }),
          },
          ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
        });
        const { statusCode, body } = answer;
        expect(statusCode, body).toBeLessThan(500);
        expect(answer.headers["x-request-id"]).toBeTruthy();
        expect(answer.headers["x-forged"]).toBeUndefined();
        expect(body).not.toMatch(/node_modules|\.ts:\d/);
        expect(Object.keys(spec.responses), body).toContain(String(statusCode));
        if (statusCode < 400) {
          if (/json/.test(String(answer.headers["content-type"])))
            expect(answered?.Errors(answer.json()) ?? []).toEqual([]);
          return;
        }
        const { error, timestamp } = answer.json();
        expect(error).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/), message: expect.any(String) });
        expect(typeof error.details).toBe("object");
        expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      },
    );

    if (spec.security.length === 0) continue;
    const wrongCredentials = async (): Promise<readonly ({ authorization: string } | object)[]> => {
      const { authorization } = keys[0]!;
      const texts = [authorization.slice(0, -1), authorization.replace("Bearer", "Basic"), "Bearer", "Bearer null"];
      return [{}, ...texts.map((text) => ({ authorization: text }))];
    };
    property([requestOf(operation), fc.nat(4)], runs(5))(
      `to ${operation.name} without a valid API key get 401`,
      async ({ method, url, payload, headers }, which) => {
        const answer = await server.inject({
          method: method as "GET",
          url,
          headers: {
            ...headers,
            ...(await wrongCredentials())[which],
            ...(payload === undefined ? {} : { "content-type": "application/json" }),
          },
          ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
        });
        expect(answer.statusCode, answer.body).toBe(401);
        expect(answer.json()).toMatchObject({ error: { code: "INVALID_API_KEY" } });
      },
    );
  }
});
