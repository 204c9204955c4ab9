import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, createClient } from "../../../src/client/create-client.ts";
import type { NewSession } from "../../../src/client/requests/replay-requests.ts";
import type { HindcastServer } from "../../../src/server/build-server.ts";
import { followed, upToClock } from "../../support/lockstep.ts";
import { servedMarket } from "../../support/served-market.ts";
import { FLOOR, FLOOR_OPEN } from "../../support/trading-floor.ts";

let server: HindcastServer;
let client: Client;

beforeAll(async () => {
  server = await servedMarket(FLOOR, FLOOR_OPEN);
  const apiKey = server.hindcast.keys.create({
    name: "test",
    tier: "pro",
    scopes: ["market_data:read", "stream:read", "trading:read", "trading:write", "replay:control"],
  }).text;
  client = createClient({ baseUrl: await server.listen({ port: 0 }), apiKey });
});
afterAll(() => server.close());

test("a lockstep session reports account values with all digits, and other sessions report them as rounded in the ledger", async () => {
  const terms: NewSession = {
    symbols: ["ACME"],
    interval: "1m",
    from: "2024-01-08T14:30:00Z",
    to: "2024-01-08T15:00:00Z",
  };
  const settings = { money_rounding: "none", commission: { model: "percent", rate: 0.000123 } };
  const { session } = await client.createSession({ ...terms, settings, mode: "lockstep" });
  const own = client.withSession(session);
  const stream = await followed(own);
  const [snapshot] = await upToClock(stream);
  stream.ack(snapshot.seq);
  const first = await upToClock(stream);
  await own.placeOrder({ symbol: "ACME", side: "buy", type: "market", quantity: 7 });
  stream.ack(first.at(-1).seq);
  await upToClock(stream);
  // Seven shares bought at 101, the open of 9:31, with a commission of 0.0123%. The bar closed at 102.
  const commission = 7 * 101 * 0.000123;
  const cash = 100_000 - 7 * 101 - commission;
  expect(commission).not.toBe(Math.round(commission * 100) / 100);
  const account = await own.account();
  expect(account).toMatchObject({ cash, equity: cash + 7 * 102, commission_paid: commission });
  const portfolio = await own.portfolio();
  expect(portfolio).toMatchObject({ account, gross_exposure: 714, day_change: cash + 714 - 100_000 });
  expect(portfolio.day_change_percent).toBe(((cash + 714 - 100_000) / 100_000) * 100);
  const [position] = (await own.positions()).positions;
  expect(position).toMatchObject({ market_value: 714, cost_basis: 707, unrealized_pnl: 7 });
  expect(position!.unrealized_pnl_percent).toBe((7 / 707) * 100);
  stream.close();

  const free = client.withSession((await client.createSession({ ...terms, settings })).session);
  await free.advance({ by: "bar" });
  await free.placeOrder({ symbol: "ACME", side: "buy", type: "market", quantity: 7 });
  await free.advance({ by: "bar" });
  expect(await free.account()).toMatchObject({ cash, equity: cash + 714, commission_paid: commission });
  expect((await free.fills()).fills).toMatchObject([{ commission }]);
  expect((await free.portfolioHistory()).data.at(-1)).toMatchObject({ cash, equity: cash + 714 });
  expect((await free.positions()).positions).toMatchObject([{ unrealized_pnl_percent: 0.9901 }]);

  const { commission: model } = settings;
  const rounded = client.withSession(
    (await client.createSession({ ...terms, settings: { commission: model } })).session,
  );
  await rounded.advance({ by: "bar" });
  await rounded.placeOrder({ symbol: "ACME", side: "buy", type: "market", quantity: 7 });
  await rounded.advance({ by: "bar" });
  expect(await rounded.account()).toMatchObject({ cash: 99_292.91, equity: 100_006.91, commission_paid: 0.09 });
});

test("an order in a lockstep session stays unchanged if its replacement is rejected", async () => {
  const { session } = await client.createSession({
    symbols: ["ACME"],
    interval: "1m",
    from: "2024-01-08T14:30:00Z",
    to: "2024-01-08T15:00:00Z",
    mode: "lockstep",
  });
  const own = client.withSession(session);
  const stream = await followed(own);
  const [snapshot] = await upToClock(stream);
  stream.ack(snapshot.seq);
  const first = await upToClock(stream);
  const { id } = await own.placeOrder({ symbol: "ACME", side: "buy", type: "limit", limit_price: 90, quantity: 7 });
  stream.ack(first.at(-1).seq);
  const second = await upToClock(stream);
  // The replacement is an order for 90 million in an account of 100,000.
  const change = await own.replaceOrder(id, { quantity: 1_000_000 });
  stream.ack(second.at(-1).seq);
  await upToClock(stream);
  expect(await own.order(change.id)).toMatchObject({ status: "rejected", replaces: id, legs: [] });
  expect(await own.order(id)).toMatchObject({ status: "new", quantity: 7, replaced_by: null });
  stream.close();
});
