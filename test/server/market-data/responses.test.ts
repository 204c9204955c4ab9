import { Compile } from "typebox/compile";
import { afterAll, describe, expect, test } from "vitest";
import { BASE_PATH } from "../../../src/server/base-path.ts";
import { ROUTES } from "../../../src/server/routes/index.ts";
import { asking } from "../../support/served-market.ts";
import { servedSample } from "../../support/served-sample.ts";

const server = await servedSample();
const ask = asking(server);
afterAll(() => server.close());

const MOMENTS = ["2021-01-04T14:30:00.000Z", "2022-09-19T13:00:00.000Z", "2023-11-04T12:00:00.000Z"];
const PATHS = [
  "clock",
  ...["AAPL", "AMC", "KO", "SPY"].map((symbol) => `stocks/${symbol}/quote`),
  "stocks/AAPL/history?period=max",
  "stocks/AMC/history?period=2y&interval=1wk",
  "stocks/MSFT/history?period=5d&interval=5m&limit=7",
  "stocks/GOOGL/history?period=max&interval=1mo&adjust=false",
  "stocks/AAPL/actions",
  "stocks/KO/indicators?indicators=sma,ema,rsi,macd,bollinger,stoch,adx,keltner,psar",
  "crypto/BTC/quote",
  "crypto/ETH/quote?vs_currency=JPY",
  "crypto/SOLUSD/history?interval=1h&period=5d",
  "forex/EURUSD/quote",
  "forex/USDJPY/quote",
  "forex/GBPUSD/history?period=1y&interval=1wk",
  "options/AAPL/chain",
  "options/MSFT/chain?expiration=2024-01-19",
  "commodities",
  "commodities/GC=F/quote",
  "commodities/SIH24/history?interval=1mo&period=max",
  "calendar?start=2023-01-01&end=2023-12-31",
  "symbols",
];

describe("responses about market data", () => {
  const schemas = ROUTES.filter(({ method }) => method === "GET").map(({ address, response }) => ({
    pattern: new RegExp(`^${address.replaceAll(/:\w+/g, "[^/]+")}$`),
    validator: Compile(response),
  }));

  test.each(PATHS)("match their JSON schema, at the current time and at an earlier one: %s", async (path) => {
    const { validator } = schemas.find(({ pattern }) =>
      pattern.test(`${BASE_PATH}/market-data/${path.split("?")[0]!}`),
    )!;
    const now = await ask(path);
    expect(now.status).toBe(200);
    const earlier = await Promise.all(MOMENTS.map((at) => ask(path, undefined, { "X-As-Of": at })));
    for (const { status, json, body } of [now, ...earlier.filter((one) => one.status !== 400 && one.status !== 404)]) {
      expect(status).toBe(200);
      expect(validator.Errors(json)).toEqual([]);
      expect(JSON.stringify(JSON.parse(body))).toBe(body);
    }
  });

  test("shown in the documentation match their JSON schema", () => {
    const shown = ROUTES.filter(({ path }) => path.startsWith("/market-data/")).flatMap(({ path, response }) =>
      ((response as { examples?: unknown[] }).examples ?? []).map((example) => ({ path, response, example })),
    );
    expect(shown.length).toBeGreaterThanOrEqual(11);
    for (const { path, response, example } of shown)
      expect([path, Compile(response).Errors(example)]).toEqual([path, []]);
  });

  test("to POST requests match their JSON schema", async () => {
    const { response } = ROUTES.find(({ path }) => path === "/market-data/stocks/quotes")!;
    const validator = Compile(response);
    for (const fields of [undefined, [], ["price", "timestamp"]]) {
      const { json } = await ask("stocks/quotes", { symbols: ["AAPL", "AMC", "ZZZZZZZZ"], ...(fields && { fields }) });
      expect(validator.Errors(json)).toEqual([]);
      expect(Object.keys(json.quotes)).toEqual(["AAPL", "AMC"]);
    }
  });
});

describe("a response with price history", () => {
  test("has the content type and length of JSON over a real socket", async () => {
    const address = await server.listen({ port: 0, host: "127.0.0.1" });
    const { text } = server.hindcast.keys.create({ name: "socket", tier: "pro", scopes: ["market_data:read"] });
    const url = `${address}/v2/market-data/commodities/GC%3DF/history?period=5d`;
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${text}`, "content-type": "application/json" },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const body = await answer.text();
    expect(answer.headers.get("content-length")).toBe(String(Buffer.byteLength(body)));
    expect(JSON.parse(body).data).toHaveLength(4);
  });

  test("has the same bytes from the cache and newly computed", async () => {
    const other = await servedSample();
    const fresh = asking(other);
    for (const path of [
      "stocks/AAPL/history?period=1mo",
      "stocks/AAPL/history?period=max",
      "stocks/AAPL/history?period=1y",
    ])
      for (const at of [...MOMENTS.slice(1), "2023-12-15T17:00:00.000Z"]) {
        const kept = await ask(path, undefined, { "X-As-Of": at });
        expect(kept.body).toBe((await fresh(path, undefined, { "X-As-Of": at })).body);
        expect(kept.json.data.at(-1).timestamp < at).toBe(true);
      }
    await other.close();
  });
});
