import { setTimeout as sleep } from "node:timers/promises";
import { DEFAULT_SETTINGS } from "hindcast";
import { createClient } from "hindcast/client";
import { afterAll, describe, expect, test } from "vitest";
import { snakeCase } from "../../src/primitives/member-names.ts";
import { SCOPES } from "../../src/schemas/scope.ts";
import { STREAM_MESSAGES } from "../../src/schemas/stream-message.ts";
import * as streamRequests from "../../src/schemas/stream-request.ts";
import { smaCross } from "../../strategies/sma-cross.ts";
import { BUILT_THREAD, builtStrategy } from "../support/backtest-threads.ts";
import { CROSSING } from "../support/crossing-request.ts";
import { servedSample } from "../support/served-sample.ts";

const server = await servedSample({ strategies: [builtStrategy(smaCross)], backtestThreads: BUILT_THREAD });
afterAll(() => server.close());
const apiKey = server.hindcast.keys.create({ name: "names", tier: "enterprise", scopes: SCOPES }).text;
const client = createClient({ baseUrl: await server.listen({ port: 0, host: "127.0.0.1" }), apiKey });

/** Names of all members of a value, at any depth. */
function members(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(members);
  return Object.entries(value).flatMap(([name, one]) => [name, ...members(one)]);
}

/** Names of members in schemas, examples and defaults, and of all parameters except headers. */
function described(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { in: place, name, properties } = schema as { in?: unknown; name?: unknown; properties?: object };
  return [
    ...(typeof name === "string" && typeof place === "string" && place !== "header" ? [name] : []),
    ...Object.keys(properties ?? {}),
    ...Object.entries(schema).flatMap(([key, one]) =>
      ["example", "examples", "default"].includes(key) ? members(one) : described(one),
    ),
  ];
}

/** Names in camelCase. Names without lowercase letters are symbols and do not count. */
const inCamelCase = (names: readonly string[]) => [...new Set(names.filter((name) => /[a-z\d][A-Z]/.test(name)))];

describe("names of JSON members are in snake_case", () => {
  test("in the OpenAPI document, including examples", async () => {
    const document = (await server.inject({ url: "/docs/json" })).json<{ paths: object; components: object }>();
    const names = described(document);
    expect(names).toEqual(
      expect.arrayContaining(["symbol", "page_token", "next_page_token", "closed_market", "fill_at"]),
    );
    expect(inCamelCase(names)).toEqual([]);
    const damaged = {
      ...document,
      more: [{ in: "query", name: "pageToken" }, { examples: [{ list: [{ fillAt: 1 }] }] }],
    };
    expect(inCamelCase(described(damaged))).toEqual(["pageToken", "fillAt"]);
  });

  test("in stream messages and client requests", () => {
    const names = described([STREAM_MESSAGES, streamRequests]);
    expect(names).toEqual(expect.arrayContaining(["seq", "order_id", "api_key"]));
    expect(inCamelCase(names)).toEqual([]);
  });

  test("in responses whose schema allows any members", async () => {
    const commission = { model: "tiered", second_from: 5000 };
    const settings = { fill_at: "next-close", commission };
    const { id, settings: startedSettings } = await client.startBacktest({ ...CROSSING, settings });
    expect(startedSettings).toEqual(settings);
    for (;;) {
      const { status } = await client.backtest(id);
      if (status === "completed") break;
      await sleep(20);
    }
    const result = await client.backtestResult(id);
    expect(Object.keys(result.settings)).toEqual(
      Object.entries(DEFAULT_SETTINGS).flatMap(([name, value]) => (value === undefined ? [] : [snakeCase(name)])),
    );
    expect(result.settings).toMatchObject({ ...settings, commission: { ...commission, second_rate: 0.0008 } });
    const { indicators } = await client.indicators("KO", { indicators: "stoch,adx,ichimoku,elderRay" });
    const refused = await client
      .startBacktest({ ...CROSSING, settings: { fill_at: 5 } })
      .catch((error: unknown) => error);
    // Indicators are keyed by their names in the catalog, so their keys are left out.
    const answers = [result, Object.values(indicators), (refused as { details: object }).details];
    expect(inCamelCase(members(answers))).toEqual([]);
  });
});

describe("a JSON member in camelCase is refused, and the error gives the name in snake_case", () => {
  const problems = async (url: string, payload: object) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const answer = await server.inject({ method: "POST", url, headers, payload });
    expect(answer.statusCode).toBe(400);
    const { message, details } = answer.json<{ error: { message: string; details: { errors: object[] } } }>().error;
    return { message, errors: details.errors };
  };

  test.each([
    ["/v2/trading/backtests", { ...CROSSING, initialCash: 5 }, "initialCash", "initial_cash"],
    [
      "/v2/trading/orders",
      { symbol: "KO", side: "buy", type: "market", quantity: 1, timeInForce: "day" },
      "timeInForce",
      "time_in_force",
    ],
    ["/_replay/sessions", { closedMarket: "queue" }, "closedMarket", "closed_market"],
    ["/v2/trading/backtests", { ...CROSSING, settings: { fillAt: "next-close" } }, "settings.fillAt", "fill_at"],
    ["/_replay/sessions", { settings: { cashBuffer: 0.1 } }, "settings.cashBuffer", "cash_buffer"],
    ["/_replay/start", { settings: { cashBuffer: 0.1 } }, "settings.cashBuffer", "cash_buffer"],
    [
      "/_replay/sessions",
      { settings: { commission: { model: "tiered", secondFrom: 5 } } },
      "settings.commission.secondFrom",
      "second_from",
    ],
  ])("for %s with the body %j", async (url, body, parameter, meant) => {
    const { message, errors } = await problems(url, body);
    expect(message).toBe(`${parameter} must be spelled ${meant}`);
    expect(errors).toMatchObject([{ in: "body", parameter, suggestion: meant }]);
  });

  test("even if the message comes from the library", async () => {
    const sessions = async (settings: object) => (await problems("/_replay/sessions", { settings })).message;
    expect(await sessions({ fill_at: "never" })).toBe(
      'fill_at must be next-open or next-close or same-close, was "never"',
    );
    expect(await sessions({ initial_margin: 0.1 })).toBe(
      "settings.maintenance_margin must be a finite number from 0 to 0.1",
    );
    expect(await sessions({ commission: { model: "tiered", third: 1 } })).toBe(
      'commission tiered has no parameter "third"; it has rate, second_from, second_rate, third_from, third_rate',
    );
    expect(await sessions({ commission: { model: "tiered", third_from: -1 } })).toBe(
      "settings.commission.third_from must be a finite number of at least 0",
    );
    expect(await sessions({ fil_at: "next-close" })).toBe("settings.fil_at is unknown");
  });
});
