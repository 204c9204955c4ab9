import { afterAll, describe, expect, test } from "vitest";
import { crypto, market, series } from "../../support/recorded-by-hand.ts";
import { Floor, openFloor } from "../../support/trading-floor.ts";

const floor = await openFloor();
afterAll(() => floor.server.close());

// The tests in this file depend on each other: they share one account and one clock.
const trader = floor.otherClient();

test("an account starts with 100,000 in cash", async () => {
  expect(await trader.account()).toEqual({
    id: "acc_1",
    account_type: "cash",
    currency: "USD",
    cash: 100_000,
    reserved_cash: 0,
    equity: 100_000,
    buying_power: 100_000,
    long_market_value: 0,
    short_market_value: 0,
    initial_margin: 0,
    maintenance_margin: 0,
    realized_pnl: 0,
    unrealized_pnl: 0,
    commission_paid: 0,
    status: "active",
    created_at: "2024-01-08T14:30:30.000Z",
    timestamp: "2024-01-08T14:30:30.000Z",
  });
  expect((await trader.get("/positions")).body).toEqual({ positions: [] });
  expect(await trader.get("/positions/ACME")).toMatchObject({
    status: 404,
    body: { error: { code: "POSITION_NOT_FOUND" } },
  });
  expect(await trader.get("/positions/ACNE")).toMatchObject({
    status: 404,
    body: { error: { code: "SYMBOL_NOT_FOUND" } },
  });
});

test("an open buy order reserves cash at its limit price", async () => {
  await trader.order({ type: "limit", limit_price: 98, quantity: 100 });
  expect(await trader.account()).toMatchObject({ cash: 100_000, reserved_cash: 9_800, buying_power: 90_200 });
  await trader.ask("DELETE", "/orders");
});

test("a position is valued at the last price of its symbol", async () => {
  await trader.order({ quantity: 100 });
  await trader.order({ symbol: "FUND", quantity: 50 });
  floor.at("2024-01-08T09:32:30");
  // ACME was bought at 101, and the bar of 9:32 opened at 102. FUND has only one price so far, Monday's open.
  expect((await trader.get("/positions/acme")).body).toEqual({
    symbol: "ACME",
    asset_class: "stock",
    direction: "long",
    quantity: 100,
    average_price: 101,
    market_price: 102,
    market_value: 10_200,
    cost_basis: 10_100,
    unrealized_pnl: 100,
    unrealized_pnl_percent: 0.9901,
    realized_pnl: 0,
    opened_at: "2024-01-08T14:31:00.000Z",
    timestamp: "2024-01-08T14:32:30.000Z",
  });
  expect(await trader.account()).toMatchObject({ cash: 89_900, equity: 100_100, long_market_value: 10_200 });
});

test("the portfolio's day change is relative to the previous close", async () => {
  expect((await trader.get("/portfolio")).body).toMatchObject({
    account: { equity: 100_100 },
    positions: [{ symbol: "ACME" }],
    gross_exposure: 10_200,
    net_exposure: 10_200,
    day_change: 100,
    day_change_percent: 0.1,
  });
});

test("closing a position places a market order and cancels the exits", async () => {
  await trader.order({ side: "sell", type: "limit", limit_price: 130, quantity: 100 });
  const closing = await trader.ask("DELETE", "/positions/ACME");
  expect(closing).toMatchObject({ status: 200, body: { side: "sell", type: "market", quantity: 100, status: "new" } });
  const { orders } = (await trader.get("/orders?symbols=ACME&side=sell&status=all")).body;
  expect(orders).toMatchObject([
    { id: closing.body.id },
    { type: "limit", status: "canceled", reject_reason: { code: "position_closed" } },
  ]);
  floor.at("2024-01-08T09:33");
  // The position is sold at 103, the close of the bar of 9:32.
  expect(await trader.account()).toMatchObject({ cash: 100_200, realized_pnl: 200, long_market_value: 0 });
  expect((await trader.ask("DELETE", "/positions/ACME")).status).toBe(404);
});

test("a split changes a position's quantity and price, but not the account's equity", async () => {
  floor.at("2024-01-08T16:00");
  expect((await trader.get("/positions/FUND")).body).toMatchObject({
    quantity: 50,
    average_price: 53,
    market_price: 53,
  });
  await trader.order({ symbol: "FUND", type: "limit", limit_price: 40, quantity: 10, time_in_force: "gtc" });
  const before = await trader.account();
  floor.at("2024-01-09T09:30");
  // FUND has a split of 2 for 1 before Tuesday's open at 26.
  expect((await trader.get("/positions/FUND")).body).toMatchObject({
    quantity: 100,
    average_price: 26.5,
    market_price: 26,
  });
  expect((await trader.get("/orders?symbols=FUND&status=open")).body.orders).toMatchObject([
    { quantity: 20, limit_price: 20 },
  ]);
  expect((await trader.account()).cash).toBe(before.cash);
});

test("the equity history has the last record of each interval, and the current equity at its end", async () => {
  const days = (await trader.get("/portfolio/history")).body;
  expect(days).toMatchObject({ period: "1mo", interval: "1d", base_value: 100_000 });
  // The last bar of Monday in New York is a crypto bar that closes at 23:00.
  expect(days.data).toMatchObject([
    { timestamp: "2024-01-09T04:00:00.000Z", profit_loss: 200, profit_loss_percent: 0.2 },
    { timestamp: "2024-01-09T14:30:00.000Z", equity: 100_150, profit_loss: 150 },
  ]);
  const minutes = (await trader.get("/portfolio/history?period=5d&interval=1m")).body.data;
  // At 9:31 100 ACME are bought at 101, the close of 9:31. At 9:32 they are worth 102.
  expect(minutes.slice(0, 2)).toMatchObject([
    { timestamp: "2024-01-08T14:31:00.000Z", equity: 100_000, cash: 89_900 },
    { timestamp: "2024-01-08T14:32:00.000Z", equity: 100_100 },
  ]);
  expect(await trader.get("/portfolio/history?interval=7m")).toMatchObject({
    status: 400,
    body: { error: { code: "INVALID_PARAMETERS", message: "interval must divide a day, such as 6m or 8m, was 7m" } },
  });
  expect((await trader.get("/portfolio/history?period=5d&interval=3m")).body.interval).toBe("3m");
});

test("profit in the equity history is the difference of the rounded equity figures", async () => {
  const coin = crypto("BTCUSD", "BTC", { lot: 0.001 });
  const bars = series(
    "BTCUSD",
    "1h",
    "2024-01-08T00:00 1000 1000 1000 1000 5\n2024-01-08T01:00 1000 1000 995 995 5\n2024-01-08T02:00 995 995 990 994 5",
    "UTC",
  );
  const start = Date.parse("2024-01-08T00:30:00Z");
  const recorded = market({ instruments: [coin], series: [bars], mainCalendar: "24/7" });
  const cents = floor.openSession(recorded, { id: "cents", start });
  expect((await cents.order({ symbol: "BTCUSD", quantity: 0.001 })).status).toBe(201);
  cents.session.advance(Date.parse("2024-01-08T03:00:00Z"));
  const { base_value: base, data } = (await cents.get("/portfolio/history?period=1d&interval=1h")).body;
  expect(base).toBe(100_000);
  // 0.001 coins that fall from 1000 to 995 leave 99,999.995, which is shown as 100,000.
  expect(data).toMatchObject([
    { equity: 100_000, profit_loss: 0 },
    { equity: 100_000, profit_loss: 0 },
    { equity: 99_999.99, profit_loss: -0.01 },
  ]);
});

describe("resetting an account", () => {
  test("sets the requested cash and account type", async () => {
    const reset = await trader.ask("POST", "/account/reset", { cash: 50_000, account_type: "margin" });
    expect(reset).toMatchObject({
      status: 200,
      body: { id: "acc_1", cash: 50_000, account_type: "margin", equity: 50_000 },
    });
    expect((await trader.get("/orders?status=all")).body.orders).toEqual([]);
    expect((await trader.get("/orders/ord_1_1")).status).toBe(404);
    expect((await trader.get("/portfolio/history")).body.data).toHaveLength(1);
  });

  test("to less than one cent is refused without any change", async () => {
    const before = await trader.account();
    expect(await trader.ask("POST", "/account/reset", { cash: 0.004, account_type: "cash" })).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "INVALID_PARAMETERS",
          message: "cash must be at least 0.01, the smallest unit of USD, was 0.004",
          details: { errors: [{ parameter: "cash", value: 0.004, reason: "cash_out_of_range" }] },
        },
      },
    });
    expect(await trader.account()).toEqual(before);
  });

  test("to the type margin allows short sales, and order ids continue", async () => {
    const { body } = await trader.order({ side: "sell", quantity: 100 });
    expect(body.id).toBe("ord_1_7");
    floor.at("2024-01-09T09:31");
    expect((await trader.get("/positions/ACME")).body).toMatchObject({
      direction: "short",
      quantity: 100,
      market_value: -9100,
      cost_basis: -9100,
      unrealized_pnl: 0,
    });
    expect(await trader.account()).toMatchObject({
      cash: 59_100,
      equity: 50_000,
      short_market_value: -9100,
      initial_margin: 4550,
      maintenance_margin: 2275,
      buying_power: 90_900,
    });
    expect((await trader.get("/fills")).body.fills).toMatchObject([
      { id: "fill_1_4", order_id: "ord_1_7", side: "sell" },
    ]);
  });
});

test("the successor of a rotated API key has the account of its predecessor", async () => {
  const { keys } = floor.server.hindcast;
  const old = keys.create({ name: "old", tier: "pro", scopes: ["trading:read", "trading:write"] });
  const before = await new Floor(floor.server, { authorization: `Bearer ${old.text}` }).account();
  const next = keys.rotate(keys.rotate(old.key.id)!.key.id)!;
  const after = await new Floor(floor.server, { authorization: `Bearer ${next.text}` }).account();
  expect(after).toEqual(before);
});

test("buy limits below the market are accepted while cash covers them, and a replacement is checked at its own limit", async () => {
  const tight = await openFloor({ trading: { cash: 1000 } });
  const rung = (limit_price: number) => tight.order({ type: "limit", limit_price, time_in_force: "gtc" });
  for (const limit of [50, 30, 15]) expect((await rung(limit)).status).toBe(201);
  expect(await tight.account()).toMatchObject({ cash: 1000, reserved_cash: 950, buying_power: 50 });
  const { status, body } = await rung(6);
  expect(status).toBe(422);
  expect(body.error).toMatchObject({
    message: "10 of ACME require 60.00, but only 50.00 are available",
    details: { required: 60, available: 50 },
  });
  const { body: changed } = await tight.ask("PATCH", "/orders/ord_1_1", { quantity: 12 });
  // The replaced order reserved ten at 50, which become available again. Twelve cost 600.
  expect(changed.error).toMatchObject({ code: "INSUFFICIENT_FUNDS", details: { required: 600, available: 550 } });
  const stop = await tight.order({ type: "stop", stop_price: 110 });
  expect(stop.body.error.message).toBe("10 of ACME require 1,100.00, but only 50.00 are available");
  await tight.server.close();
});

test("buying power ignores resting sell orders, and an order that needs their proceeds is refused", async () => {
  const tight = await openFloor({ trading: { cash: 1010 } });
  await tight.order({ quantity: 9 });
  tight.at("2024-01-08T09:32");
  // Nine shares were bought at 101, the close of 9:31.
  expect(await tight.account()).toMatchObject({ cash: 101, buying_power: 101 });
  await tight.order({ side: "sell", type: "limit", limit_price: 500, quantity: 4 });
  await tight.order({ side: "sell", type: "stop", stop_price: 10, quantity: 5 });
  expect(await tight.account()).toMatchObject({ cash: 101, buying_power: 101 });
  expect((await tight.order({ quantity: 2 })).status).toBe(422);
  // A market order to sell fills before a later purchase. It brings four times 102, the last price.
  await tight.order({ side: "sell", quantity: 4 });
  expect(await tight.account()).toMatchObject({ cash: 101, buying_power: 509 });
  await tight.server.close();
});
