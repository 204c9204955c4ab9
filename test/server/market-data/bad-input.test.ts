import * as fc from "fast-check";
import { Compile } from "typebox/compile";
import { afterAll, expect } from "vitest";
import { ApiErrorBody } from "../../../src/schemas/api-error.ts";
import { ROUTES } from "../../../src/server/routes/index.ts";
import { runs } from "../../support/runs.ts";
import { keyFor, servedSample } from "../../support/served-sample.ts";
import { property } from "../../support/property.ts";

const server = await servedSample();
const headers = keyFor(server);
afterAll(() => server.close());

const failure = Compile(ApiErrorBody);
const routes = ROUTES.filter(({ path }) => path.startsWith("/market-data/"));

/** Words for request parameters, valid and almost valid. */
const word = fc.oneof(
  fc.constantFrom(
    "AAPL",
    "aapl",
    "BTC",
    "EURUSD",
    "GC=F",
    "^GSPC",
    "APPL",
    "__proto__",
    "constructor",
    "..",
    ".",
    "-",
    "%",
  ),
  fc.constantFrom(
    "1d",
    "1m",
    "max",
    "30d",
    "1wk",
    "ytd",
    "true",
    "false",
    "1",
    "0",
    "-1",
    "1.5",
    "1e9",
    "0x1",
    "NaN",
    "null",
    "",
  ),
  fc.constantFrom(
    "2024-01-19",
    "2024-02-30",
    "9999-12-31",
    "0000-01-01",
    "sma,rsi",
    "sma,,",
    "call",
    "XNYS",
    "24/7",
    "USD",
    "stock",
  ),
  fc.string({ maxLength: 30, unit: "grapheme" }),
);
const names = fc.constantFrom(
  ...new Set(
    routes.flatMap(({ query }) => Object.keys((query as { properties?: object } | undefined)?.properties ?? {})),
  ),
  "__proto__",
  "x",
);
const json = fc.oneof(
  fc.record(
    { symbols: fc.array(fc.oneof(word, fc.integer()), { maxLength: 5 }), fields: fc.array(word, { maxLength: 3 }) },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
);

const request = fc.constantFrom(...routes).chain((route) =>
  fc
    .tuple(fc.array(word, { minLength: 2, maxLength: 2 }), fc.array(fc.tuple(names, word), { maxLength: 3 }), json)
    .map(([params, query, body]) => {
      let place = 0;
      const path = route.address.replaceAll(/:\w+/g, () => encodeURIComponent(params[place++]!));
      const search = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
      return { method: route.method, url: `${path}?${search}`, ...(route.method === "POST" && { body }) };
    }),
);

property([request], runs(300))(
  "random market-data requests get data or the usual error body",
  async ({ method, url, body }) => {
    const sent =
      body === undefined
        ? { headers }
        : { headers: { ...headers, "content-type": "application/json" }, payload: JSON.stringify(body) };
    const answer = await server.inject({ method, url, ...sent });
    expect([200, 400, 404]).toContain(answer.statusCode);
    expect(answer.headers["x-request-id"]).toBeTypeOf("string");
    if (answer.statusCode === 200) return;
    expect(failure.Errors(answer.json())).toEqual([]);
  },
);
