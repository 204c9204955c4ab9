import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Client, ClientError, createClient } from "hindcast/client";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { ROUTES } from "../../src/server/routes/index.ts";

type Ask = (client: Client) => Promise<unknown>;

const BACKTEST = { strategy: "sma-cross", symbols: ["KO"], from: "2022-01-03", to: "2023-06-30" };

/** For each client method that sends a single request: a call of the method. */
const CALLS: Readonly<Record<string, Ask | readonly Ask[]>> = {
  clock: (client) => client.clock({ calendar: "XNYS" }),
  calendar: (client) => client.calendar({ start: "2024-01-08" }),
  symbols: (client) => client.symbols(),
  stockQuote: (client) => client.stockQuote("^GSPC"),
  stockQuotes: (client) => client.stockQuotes(["KO"], ["price"]),
  cryptoQuote: (client) => client.cryptoQuote("BTC", { vs_currency: "EUR" }),
  forexQuote: (client) => client.forexQuote("EURUSD"),
  commodities: (client) => client.commodities(),
  commodityQuote: (client) => client.commodityQuote("GC=F"),
  history: (["stocks", "crypto", "forex", "commodities"] as const).map(
    (area) => (client) => client.history("KO", { limit: 5 }, area),
  ),
  corporateActions: (client) => client.corporateActions("KO"),
  indicators: (client) => client.indicators("KO", { indicators: "sma,rsi" }),
  optionsChain: (client) => client.optionsChain("KO", { option_type: "call" }),
  placeOrder: (client) => client.placeOrder({ symbol: "KO", side: "buy", type: "market", quantity: 1 }),
  targetOrders: (client) => client.targetOrders({ weights: { KO: 1 } }),
  order: (client) => client.order("ord_1"),
  orders: (client) => client.orders({ status: "all" }),
  replaceOrder: (client) => client.replaceOrder("ord_1", { quantity: 2 }),
  cancelOrder: (client) => client.cancelOrder("ord_1"),
  cancelOrders: (client) => client.cancelOrders(),
  fills: (client) => client.fills(),
  orderFills: (client) => client.orderFills("ord_1", { limit: 2 }),
  positions: (client) => client.positions(),
  position: (client) => client.position("KO"),
  closePosition: (client) => client.closePosition("KO"),
  account: (client) => client.account(),
  accountKey: (client) => client.accountKey(),
  resetAccount: (client) => client.resetAccount({ cash: 5 }),
  portfolio: (client) => client.portfolio(),
  portfolioHistory: (client) => client.portfolioHistory({ period: "1y" }),
  startBacktest: (client) => client.startBacktest(BACKTEST),
  backtest: (client) => client.backtest("bt_1"),
  backtests: (client) => client.backtests(),
  cancelBacktest: (client) => client.cancelBacktest("bt_1"),
  backtestResult: (client) => client.backtestResult("bt_1"),
  backtestEquity: (client) => client.backtestEquity("bt_1"),
  backtestTrades: (client) => client.backtestTrades("bt_1"),
  backtestReport: (client) => client.backtestReport("bt_1"),
  replayClock: (client) => client.replayClock(),
  start: (client) => client.start(),
  pause: (client) => client.pause(),
  resume: (client) => client.resume(),
  setSpeed: (client) => client.setSpeed("max"),
  advance: (client) => client.advance({ by: "bar" }),
  seek: (client) => client.seek("2024-01-08"),
  createSession: (client) => client.createSession(),
  sessions: (client) => client.sessions(),
  session: (client) => client.session("s_1"),
  forkSession: (client) => client.forkSession("s_1"),
  deleteSession: (client) => client.deleteSession("s_1"),
  faults: (client) => client.faults(),
  setFaults: (client) => client.setFaults({ rules: [] }),
  clearFaults: (client) => client.clearFaults(),
  keys: (client) => client.keys(),
  createKey: (client) => client.createKey({ name: "other", tier: "free" }),
  revokeKey: (client) => client.revokeKey("k"),
  rotateKey: (client) => client.rotateKey("k"),
};

/** Client methods that send several requests, or none (undefined). */
const OTHER_CALLS: Readonly<Record<string, Ask | undefined>> = {
  eachSymbol: (client) => client.eachSymbol().next(),
  eachBar: (client) => client.eachBar("KO").next(),
  eachOrder: (client) => client.eachOrder().next(),
  eachFill: (client) => client.eachFill().next(),
  eachOrderFill: (client) => client.eachOrderFill("ord_1").next(),
  eachBacktest: (client) => client.eachBacktest().next(),
  eachBacktestEquity: (client) => client.eachBacktestEquity("bt_1").next(),
  eachBacktestTrade: (client) => client.eachBacktestTrade("bt_1").next(),
  waitForBacktest: (client) => client.waitForBacktest("bt_1"),
  withSession: undefined,
  withSignal: undefined,
  stream: undefined,
};

const each = Object.entries(CALLS).flatMap(([name, calls]) => [calls].flat().map((call) => [name, call] as const));
const asking = [
  ...each,
  ...Object.entries(OTHER_CALLS).flatMap(([name, call]) => (call ? [[name, call] as const] : [])),
];

/** Names of the methods of a client, including inherited ones. */
function methodsOf(thing: object): string[] {
  const methods: string[] = [];
  for (let at = Object.getPrototypeOf(thing); at !== Object.prototype; at = Object.getPrototypeOf(at))
    methods.push(...Object.getOwnPropertyNames(at).filter((name) => name !== "constructor"));
  return methods;
}

interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Requests that the test server recorded. It gives the response that the current test chooses. */
let requests: Sent[] = [];
let answer: (response: ServerResponse) => void;
const service = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (part: string) => (body += part));
  request.on("end", () => {
    const { method = "", headers, url = "" } = request;
    requests.push({ method, headers, body, url: new URL(url, "http://service.test") });
    answer(response);
  });
});
service.listen(0);
await once(service, "listening");
const { port } = service.address() as AddressInfo;
const client = createClient({ baseUrl: `http://localhost:${port}/v2/`, apiKey: "hc_key" });

beforeEach(() => {
  requests = [];
  answer = (response) => response.end("{}");
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

/** A response with this error. */
const refused = (error: object) => (response: ServerResponse) =>
  response.writeHead(503, { "content-type": "application/json", "x-request-id": "r_1" }).end(JSON.stringify({ error }));

const pattern = (address: string) => new RegExp(`^${address.replaceAll(/:\w+/g, "[^/]+")}$`);

test("the client library has exactly one method for each route of the server", async () => {
  expect(methodsOf(client).toSorted()).toEqual([...Object.keys(CALLS), ...Object.keys(OTHER_CALLS)].toSorted());
  const reached: string[] = [];
  for (const [name, call] of each) {
    await call(client);
    const { url, method: sent, body: text } = requests.pop()!;
    expect(requests, `${name} sends one request`).toEqual([]);
    const routes = ROUTES.filter(({ method, address }) => method === sent && pattern(address).test(url.pathname));
    expect(routes, `${name}: ${sent} ${url.pathname}`).toHaveLength(1);
    const [{ method, address, body, query }] = routes as [(typeof ROUTES)[number]];
    reached.push(`${method} ${address}`);
    expect(text === "", `${name} sends a body if its route has one`).toBe(body === undefined);
    const known = Object.keys((query as { properties?: object } | undefined)?.properties ?? {});
    expect(known, name).toEqual(expect.arrayContaining([...url.searchParams.keys()]));
  }
  expect(reached.toSorted()).toEqual(ROUTES.map(({ method, address }) => `${method} ${address}`).toSorted());
});

test("every response with pages has a client method that iterates over all pages", () => {
  const paged = ROUTES.filter(
    ({ response }) => "next_page_token" in ((response as { properties?: object }).properties ?? {}),
  );
  const lists = paged
    .map(({ address }) => address)
    .filter((address) => !/(crypto|forex|commodities)\/.*history/.test(address));
  expect(lists).toHaveLength(Object.keys(OTHER_CALLS).filter((name) => name.startsWith("each")).length);
});

test.each(asking)("the client method %s throws the error in the server's response", async (_, call) => {
  const error = { code: "SERVICE_UNAVAILABLE", message: "too busy", details: { retry_after: 1 } };
  answer = refused(error);
  const thrown = await call(client.withSession("s_2")).catch((reason: unknown) => reason);
  expect(thrown).toBeInstanceOf(ClientError);
  expect(thrown).toMatchObject({ ...error, status: 503, requestId: "r_1" });
  expect(requests).toHaveLength(1);
  expect(requests[0]!.headers).toMatchObject({ "x-replay-session": "s_2", authorization: "Bearer hc_key" });
});

test.each(asking)("the client method %s ends if the client's signal is aborted", async (_, call) => {
  const stop = new AbortController();
  const reason = new Error("enough");
  answer = () => stop.abort(reason);
  await expect(call(client.withSignal(stop.signal))).rejects.toBe(reason);
  expect(requests).toHaveLength(1);
});

test.each<[number, string, string]>([
  [502, "text/html", "<h1>Bad Gateway</h1>"],
  [404, "text/plain", ""],
  [429, "application/json", '{"message":"slow down"}'],
  [500, "application/json", "null"],
  [200, "text/html", "<!doctype html>"],
])(
  "a response of status %i and type %s from a program other than the server is thrown as an error",
  async (status, type, text) => {
    answer = (response) => response.writeHead(status, { "content-type": type }).end(text);
    const thrown = await client.stockQuote("KO").catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ClientError);
    expect(thrown).toMatchObject({ code: "SERVICE_UNAVAILABLE", status, details: {} });
    expect((thrown as ClientError).message).toBe(
      `the answer at http://localhost:${port}/v2/market-data/stocks/KO/quote is not from a Hindcast server: ${status} ${type}`,
    );
  },
);

describe("a client method that accepts an idempotency key", () => {
  test.each<[string, (client: Client, key: string) => Promise<unknown>]>([
    ["placeOrder", (of, key) => of.placeOrder({ symbol: "KO", side: "buy", type: "market", quantity: 1 }, key)],
    ["targetOrders", (of, key) => of.targetOrders({ weights: { KO: 1 } }, key)],
    ["replaceOrder", (of, key) => of.replaceOrder("ord_1", { quantity: 2 }, key)],
    ["cancelOrder", (of, key) => of.cancelOrder("ord_1", key)],
    ["cancelOrders", (of, key) => of.cancelOrders(key)],
    ["closePosition", (of, key) => of.closePosition("KO", key)],
    ["resetAccount", (of, key) => of.resetAccount({}, key)],
    ["startBacktest", (of, key) => of.startBacktest(BACKTEST, key)],
    ["createSession", (of, key) => of.createSession({}, key)],
    ["forkSession", (of, key) => of.forkSession("s_1", key)],
  ])("sends the key with its request: %s", async (_, call) => {
    await call(client, "once");
    expect(requests[0]!.headers).toMatchObject({ "idempotency-key": "once" });
  });
});
