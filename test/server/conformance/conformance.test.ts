import { afterAll, describe, expect, test } from "vitest";
import { keyFor, servedSample } from "../../support/served-sample.ts";
import { connected } from "../../support/stream-client.ts";
import * as tables from "./tables.ts";

const server = await servedSample();
const key = keyFor(server);
// Streams need a real socket.
await server.listen({ port: 0, host: "127.0.0.1" });
afterAll(() => server.close());

async function get(path: string, headers: Readonly<Record<string, string>> = key) {
  const { statusCode, headers: responseHeaders, body } = await server.inject({ url: `/v2${path}`, headers });
  return { status: statusCode, headers: responseHeaders, body, json: JSON.parse(body) as Record<string, any> };
}
async function post(path: string, payload: object) {
  const { statusCode, headers, body } = await server.inject({
    method: "POST",
    url: `/v2${path}`,
    headers: key,
    payload,
  });
  return { status: statusCode, headers, json: JSON.parse(body) as Record<string, any> };
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const IS: Readonly<Record<tables.Kind, (value: any) => boolean>> = {
  string: (value) => typeof value === "string" && value !== "",
  number: (value) => typeof value === "number" && Number.isFinite(value),
  integer: Number.isInteger,
  boolean: (value) => typeof value === "boolean",
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  array: Array.isArray,
  instant: (value) => typeof value === "string" && INSTANT.test(value) && Number.isFinite(Date.parse(value)),
  date: (value) => /^\d{4}-\d\d-\d\d$/.test(value),
  zone: (value) => new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone === value,
};

/** Fields that are missing or have another type. */
function wrongFields(answer: Record<string, unknown>, fields: tables.Fields): string[] {
  return Object.entries(fields).flatMap(([name, kind]) => {
    const value = answer[name];
    if (value === null && tables.MAY_BE_NULL.includes(name)) return [];
    return IS[kind](value) ? [] : [`${name} must be of kind ${kind}, was ${JSON.stringify(value)}`];
  });
}

describe("the API responds with the documented fields", () => {
  const quoteOf = (place: string) => `/market-data/${place}/quote`;
  test.each([
    ...["AAPL", "KO", "SPY", "AMC"].map((symbol) => [quoteOf(`stocks/${symbol}`), tables.STOCK_QUOTE] as const),
    ...["BTC", "ETH"].map((symbol) => [quoteOf(`crypto/${symbol}`), tables.CRYPTO_QUOTE] as const),
    ...["EURUSD", "USDJPY"].map((pair) => [quoteOf(`forex/${pair}`), tables.FOREX_QUOTE] as const),
    ["/market-data/stocks/AAPL/history", tables.HISTORY] as const,
    ["/market-data/options/AAPL/chain", tables.CHAIN] as const,
    [`/market-data/stocks/AAPL/indicators?indicators=${tables.INDICATOR_NAMES.join(",")}`, tables.INDICATORS] as const,
  ])("to a request for %s", async (path, fields) => {
    const { status, headers, json } = await get(path);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(wrongFields(json, fields)).toEqual([]);
  });

  test("to a request for bars, including the metadata", async () => {
    const { json } = await get("/market-data/stocks/AAPL/history?period=1y&interval=1wk&adjust=false");
    expect(json).toMatchObject({ symbol: "AAPL", period: "1y", interval: "1wk" });
    expect(json["data"].length).toBeGreaterThan(40);
    expect(json["data"].flatMap((bar: any) => wrongFields(bar, tables.PRICE_BAR))).toEqual([]);
    expect(wrongFields(json["meta"], tables.HISTORY_META)).toEqual([]);
    expect(json["meta"].total_records).toBe(json["data"].length);
  });

  test("to a request for an options chain, in its calls and puts", async () => {
    const { json } = await get("/market-data/options/AAPL/chain");
    expect(Math.min(json["calls"].length, json["puts"].length)).toBeGreaterThan(0);
    expect([...json["calls"], ...json["puts"]].flatMap((one: any) => wrongFields(one, tables.CONTRACT))).toEqual([]);
  });

  test("to a request for indicators, for each of them", async () => {
    const { json } = await get(`/market-data/stocks/AAPL/indicators?indicators=${tables.INDICATOR_NAMES.join(",")}`);
    const { indicators } = json;
    expect(Object.keys(indicators)).toEqual(tables.INDICATOR_NAMES);
    for (const [name, fields] of Object.entries(tables.INDICATOR_ENTRIES))
      expect(wrongFields(indicators[name], fields)).toEqual([]);
    for (const name of ["sma", "rsi", "ema"]) expect(indicators[name].period).toBe(14);
  });

  test("to a request for several quotes: the symbol and the requested fields", async () => {
    const fields = ["price", "change", "change_percent", "volume"];
    const { status, json } = await post("/market-data/stocks/quotes", { symbols: ["AAPL", "KO"], fields });
    expect(status).toBe(200);
    expect(wrongFields(json, tables.QUOTES)).toEqual([]);
    expect(Object.keys(json["quotes"])).toEqual(["AAPL", "KO"]);
    for (const [symbol, quote] of Object.entries<any>(json["quotes"])) {
      expect(quote.symbol).toBe(symbol);
      expect(Object.keys(quote).toSorted()).toEqual(["symbol", ...fields].toSorted());
    }
    const all = await post("/market-data/stocks/quotes", { symbols: ["AAPL"] });
    expect(wrongFields(all.json["quotes"].AAPL, tables.STOCK_QUOTE)).toEqual([]);
  });

  test("to an order, with status 201", async () => {
    const order = { symbol: "AAPL", side: "buy", type: "market", quantity: 1, paper_trading: true };
    const { status, json } = await post("/trading/orders", order);
    expect(status).toBe(201);
    expect(wrongFields(json, tables.ORDER)).toEqual([]);
  });

  test("to a request for a quote outside trading hours, with status closed", async () => {
    const onSaturday = { ...key, "x-as-of": "2023-12-09T12:00:00Z" };
    expect((await get("/market-data/stocks/AAPL/quote", onSaturday)).json["market_status"]).toBe("closed");
  });
});

describe("documented request parameters", async () => {
  const { json: api } = { json: (await server.inject("/docs/json")).json() };
  const filled = (path: string) =>
    path.replace("{symbol}", path.includes("crypto") ? "BTC" : "AAPL").replace("{pair}", "EURUSD");
  /** The response without headers, since one header contains the current time. */
  const body = ({ status, json }: Awaited<ReturnType<typeof get>>) => ({ status, json });
  const required = (path: string) => (path.endsWith("/indicators") ? { indicators: "sma,rsi" } : {});
  const url = (path: string, query: object) =>
    `${filled(path)}?${new URLSearchParams({ ...required(path), ...query }).toString()}`;

  test.each(tables.PARAMETERS)(
    "$path $name has the documented type, default and values in the OpenAPI description",
    ({ path, name, type, allowed, ...one }) => {
      const parameter = api.paths[`/v2${path}`].get.parameters.find(
        (body: any) => body.name === name && body.in === one.in,
      );
      expect(parameter).toMatchObject({ required: one.required });
      if (one.default !== undefined) expect(parameter.schema.default).toBe(one.default);
      if (allowed === undefined) expect(parameter.schema).toMatchObject({ type });
      else
        expect(parameter.schema.enum ?? parameter.description.split(/[ ,.:]+/)).toEqual(
          expect.arrayContaining([...allowed]),
        );
    },
  );

  test.each(tables.PARAMETERS.filter((one) => one.default !== undefined))(
    "$path $name has the documented default",
    async ({ path, name, default: value }) => {
      const left = body(await get(url(path, {})));
      expect(left.status).toBe(200);
      expect(body(await get(url(path, { [name]: String(value) })))).toEqual(left);
    },
  );

  test.each(
    tables.PARAMETERS.flatMap(({ path, name, allowed = [] }) => allowed.map((value) => ({ path, name, value }))),
  )("$path $name accepts the documented value $value", async ({ path, name, value }) => {
    // One-minute bars over a long period would exceed the limit of records.
    const query = name === "interval" ? { period: "5d" } : {};
    const { status, json, body } = await get(url(path, { ...query, [name]: value }));
    expect(status, body).toBe(200);
    if (path.endsWith("/history")) expect(json[name]).toBe(value);
  });

  test.each(tables.PARAMETERS.filter((one) => one.in === "query"))(
    "$path $name gets INVALID_PARAMETERS for a value of a wrong type",
    async ({ path, name, type, allowed }) => {
      if (type === "string" && allowed === undefined && name !== "expiration") return;
      const { status, json } = await get(url(path, { [name]: "30d" }));
      expect({ status, code: json["error"].code }).toEqual({ status: 400, code: "INVALID_PARAMETERS" });
      expect(json["error"].message).toContain(name);
    },
  );

  test("refuse by default an interval that the emulated service does not have", async () => {
    const { status, json } = await get("/market-data/stocks/AAPL/history?period=5d&interval=4h");
    expect({ status, code: json["error"].code }).toEqual({ status: 400, code: "INVALID_PARAMETERS" });
  });

  test("require a list of indicators with known names only", async () => {
    for (const query of ["", "?indicators=", "?indicators=sma,smaa"]) {
      const { status, json } = await get(`/market-data/stocks/AAPL/indicators${query}`);
      expect({ status, code: json["error"].code }).toEqual({ status: 400, code: "INVALID_PARAMETERS" });
    }
  });

  test("select the expiration, strike and side of an options chain", async () => {
    const whole = (await get("/market-data/options/AAPL/chain")).json;
    const { strike } = whole["calls"][0];
    const { json } = await get(
      url("/market-data/options/{symbol}/chain", { expiration: whole["expiration"], strike, option_type: "call" }),
    );
    expect({ calls: json["calls"].map((one: any) => one.strike), puts: json["puts"] }).toEqual({
      calls: [strike],
      puts: [],
    });
  });

  test("select the currency of a crypto quote", async () => {
    const [usd, eur] = await Promise.all(
      ["USD", "EUR"].map((to) => get(`/market-data/crypto/BTC/quote?vs_currency=${to}`)),
    );
    expect(eur!.json["price"]).not.toBe(usd!.json["price"]);
  });
});

describe("error responses have the documented body for", () => {
  const expectError = (answer: { status: number; json: Record<string, any> }, status: number, code: string) => {
    expect(answer.status).toBe(status);
    expect(wrongFields(answer.json["error"], tables.ERROR)).toEqual([]);
    expect(answer.json["error"].code).toBe(code);
    expect(IS.instant(answer.json["timestamp"])).toBe(true);
  };

  test.each([
    {},
    { authorization: "Bearer nonsense" },
    { authorization: key.authorization.slice(7) },
    { "x-api-key": "k" },
  ])("INVALID_API_KEY, status 401, with the headers %j", async (headers) =>
    expectError(await get("/market-data/stocks/AAPL/quote", headers as {}), 401, "INVALID_API_KEY"),
  );

  test("SYMBOL_NOT_FOUND, status 404, with the symbol and a suggestion", async () => {
    const answer = await get("/market-data/stocks/APPL/quote");
    expectError(answer, 404, "SYMBOL_NOT_FOUND");
    expect(answer.json["error"].details).toMatchObject({ symbol: "APPL", suggestion: "AAPL" });
  });

  test("INVALID_PARAMETERS, status 400, for wrong parameters", async () => {
    expectError(await get("/market-data/stocks/AAPL/history?period=30d"), 400, "INVALID_PARAMETERS");
    expectError(await post("/market-data/stocks/quotes", { symbols: "AAPL" }), 400, "INVALID_PARAMETERS");
    expectError(await post("/trading/orders", { symbol: "AAPL" }), 400, "INVALID_PARAMETERS");
  });

  test("MARKET_CLOSED, status 400, for a market order at night", async () => {
    const closed = await servedSample({ start: Date.UTC(2023, 11, 16, 12) });
    try {
      const { statusCode, body } = await closed.inject({
        method: "POST",
        url: "/v2/trading/orders",
        headers: keyFor(closed),
        payload: { symbol: "AAPL", side: "buy", type: "market", quantity: 1, paper_trading: true },
      });
      expectError({ status: statusCode, json: JSON.parse(body) }, 400, "MARKET_CLOSED");
    } finally {
      await closed.close();
    }
  });

  test("RATE_LIMIT_EXCEEDED, status 429, after the hourly limit", async () => {
    const free = keyFor(server, "free");
    for (let i = 0; i < 1000; i++) await server.inject({ url: "/v2/market-data/clock", headers: free });
    expectError(await get("/market-data/stocks/AAPL/quote", free), 429, "RATE_LIMIT_EXCEEDED");
  });
});

describe("rate limits and stream access", () => {
  test.each(tables.TIERS)(
    "of an API key match the documentation of its tier $tier",
    async ({ tier, limit, stream }) => {
      const headers = keyFor(server, tier);
      const first = await get("/market-data/clock", headers);
      expect(first.headers["x-ratelimit-limit"]).toBe(limit);
      expect(Number(first.headers["x-ratelimit-reset"])).toSatisfy(Number.isInteger);
      const { headers: second } = await get("/market-data/clock", headers);
      const spent = Number(first.headers["x-ratelimit-remaining"]) - Number(second["x-ratelimit-remaining"]);
      expect(spent).toBe(1);
      const opened = connected(server, { headers });
      if (!stream) {
        await expect(opened).rejects.toThrow();
        return;
      }
      const client = await opened;
      await client.ask({ action: "subscribe", channel: "quotes", symbols: ["AAPL"] }, "subscribed");
      const quote = await client.next("quote");
      expect(wrongFields(quote, { symbol: "string", price: "number" })).toEqual([]);
      client.socket.terminate();
    },
  );

  test("rate-limit headers are part of error responses, even without an API key", async () => {
    for (const { headers } of [await get("/market-data/clock", {}), await get("/market-data/stocks/NONE/quote")])
      for (const name of ["limit", "remaining", "reset"]) expect(headers[`x-ratelimit-${name}`]).toMatch(/^\d+$/);
  });
});

test("only version v2 of the API exists, as part of the path", async () => {
  expect((await server.inject({ url: "/v1/market-data/clock", headers: key })).statusCode).toBe(404);
  expect((await server.inject({ url: "/market-data/clock", headers: key })).statusCode).toBe(404);
});
