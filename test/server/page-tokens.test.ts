import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { StateStore } from "../../src/server/store/state-store.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";

const state = join(temporaryFiles().folder, "state.db");
let server = await servedSample({ store: new StateStore(state) });
const headers = keyFor(server);
afterAll(() => server.close());

async function get(path: string, more: Readonly<Record<string, string>> = {}) {
  const answer = await server.inject({ url: `/v2${path}`, headers: { ...headers, ...more } });
  return { status: answer.statusCode, body: answer.json() };
}

async function ask(url: string, payload: object, more: Readonly<Record<string, string>> = {}) {
  const answer = await server.inject({ method: "POST", url, headers: { ...headers, ...more }, payload });
  return { status: answer.statusCode, body: answer.json() };
}

/** The token for the second page, from the response with the first page. */
async function tokenFrom(path: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const { body } = await get(path, more);
  expect(body.next_page_token, path).toEqual(expect.any(String));
  return body.next_page_token as string;
}

async function refusal(path: string, token: string, more: Readonly<Record<string, string>> = {}) {
  const { status, body } = await get(`${path}${path.includes("?") ? "&" : "?"}page_token=${token}`, more);
  return { path, status, problem: body.error?.details.errors[0] };
}

const refused = (path: string, value: string) => ({
  path,
  status: 400,
  problem: { in: "query", parameter: "page_token", value, reason: "page_token_invalid" },
});

for (let i = 1; i <= 3; i++) {
  for (const symbol of ["AAPL", "MSFT"]) {
    const payload = { symbol, side: "buy", type: "limit", limit_price: i, quantity: 1, time_in_force: "gtc" };
    await server.inject({ method: "POST", url: "/v2/trading/orders", headers, payload });
  }
}

describe("a page token for the next page of a list", () => {
  const HISTORY = "/market-data/stocks/AAPL/history";
  test.each([
    [
      "/market-data/symbols?limit=2",
      ["/market-data/symbols?asset_class=stock", "/market-data/symbols?query=a", HISTORY],
    ],
    ["/market-data/symbols?limit=2&query=a", ["/market-data/symbols", "/market-data/symbols?query=A"]],
    [
      `${HISTORY}?limit=3`,
      [
        `${HISTORY}?period=3mo`,
        `${HISTORY}?interval=1h`,
        `${HISTORY}?adjust=false`,
        "/market-data/stocks/MSFT/history",
        "/market-data/forex/EURUSD/history",
        "/trading/orders",
      ],
    ],
    [
      "/trading/orders?limit=2",
      [
        "/trading/orders?status=all",
        "/trading/orders?symbols=AAPL",
        "/trading/orders?side=buy",
        "/trading/orders?direction=asc",
        "/trading/orders?after=2023-12-01",
        "/trading/fills",
        "/trading/orders/ord_1_1/fills",
        "/trading/backtests",
        "/market-data/symbols",
      ],
    ],
  ])("from %s is valid only for the same request", async (path, others) => {
    const token = await tokenFrom(path);
    for (const other of others) expect(await refusal(other, token)).toEqual(refused(other, token));
  });

  test("is valid only for the session and the API key that got it", async () => {
    const token = await tokenFrom("/trading/orders?limit=2");
    const payload = { from: "2023-12-14", to: "2023-12-15", mode: "free", speed: 1 };
    const made = await server.inject({ method: "POST", url: "/_replay/sessions", headers, payload });
    expect(made.statusCode, made.body).toBe(201);
    const elsewhere = { "x-replay-session": made.json().session as string };
    expect(await refusal("/trading/orders", token, elsewhere)).toEqual(refused("/trading/orders", token));
    expect(await refusal("/trading/orders", token, keyFor(server))).toEqual(refused("/trading/orders", token));
  });

  test("of orders and fills is no longer valid after the session seeks backwards, since ids start again", async () => {
    const { body: made } = await ask("/_replay/sessions", { from: "2023-12-14T14:30:00Z" });
    const own = { "x-replay-session": made.session as string };
    const begin = async (): Promise<void> => {
      for (let i = 0; i < 3; i++) {
        const order = { symbol: "BTCUSD", side: "buy", type: "market", quantity: 0.01 };
        expect((await ask("/v2/trading/orders", order, own)).status).toBe(201);
      }
      await ask("/_replay/seek", { to: "2023-12-14T18:00:00Z" }, own);
    };
    await begin();
    const paths = ["/trading/orders?status=all&limit=1", "/trading/fills?limit=1"];
    const tokens = [await tokenFrom(paths[0]!, own), await tokenFrom(paths[1]!, own)];
    await ask("/_replay/seek", { to: "2023-12-14T14:30:00Z" }, own);
    await begin();
    for (const [i, token] of tokens.entries())
      expect(await refusal(paths[i]!, token, own)).toEqual(refused(paths[i]!, token));
    // A token from after the seek is valid.
    const token = await tokenFrom(paths[1]!, own);
    expect((await get(`${paths[1]}&page_token=${token}`, own)).body.fills).toMatchObject([{ id: "fill_1_2" }]);
  });

  test("is refused with an explanation if it is invalid", async () => {
    const token = await tokenFrom("/market-data/symbols?limit=2");
    const { body } = await get(`${HISTORY}?page_token=${token}`);
    expect(body.error.message).toBe(
      `page_token must be the next_page_token of an answer to the same request, was ${token}`,
    );
  });

  test("is valid for any page size, explicit defaults and any order of parameters", async () => {
    const token = await tokenFrom(`${HISTORY}?limit=3&period=1mo&adjust=true`);
    const rest = await get(`${HISTORY}?page_token=${token}&limit=50&interval=1d`);
    expect(rest.status).toBe(200);
    expect([...(await get(`${HISTORY}?limit=3`)).body.data, ...rest.body.data]).toEqual((await get(HISTORY)).body.data);
    const other = await tokenFrom("/trading/orders?symbols=AAPL&side=buy&limit=1");
    expect((await get(`/trading/orders?side=buy&symbols=AAPL&page_token=${other}`)).body.orders).toHaveLength(2);
  });

  test("is valid after a server restart", async () => {
    const paths = ["/trading/orders?limit=2", "/market-data/symbols?limit=2", `${HISTORY}?limit=2`];
    const tokens = await Promise.all(paths.map((path) => tokenFrom(path)));
    const next = () => Promise.all(paths.map((path, i) => get(`${path}&page_token=${tokens[i]}`)));
    const before = await next();
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200]);
    await server.close();
    server = await servedSample({ store: new StateStore(state) });
    expect(await next()).toEqual(before);
  });
});
