import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { ny } from "../../support/recorded-by-hand.ts";
import { runs } from "../../support/runs.ts";
import { keyFor } from "../../support/served-sample.ts";
import { Floor, openFloor } from "../../support/trading-floor.ts";
import { property } from "../../support/property.ts";

const floor = await openFloor();
const closed = await openFloor({ start: ny("2024-01-08T17:30") });
afterAll(async () => {
  await floor.server.close();
  await closed.server.close();
});

/** Names of the members because of which the server refuses an order request. */
const problems = async (request: Record<string, unknown>): Promise<readonly string[]> => {
  const { status, body } = await floor.order(request);
  expect(status, JSON.stringify(body)).toBe(400);
  expect(body.error.code).toBe("INVALID_PARAMETERS");
  return (body.error.details.errors as { parameter: string }[]).map(({ parameter }) => parameter);
};

describe("an invalid order", () => {
  test.each([
    [{ quantity: "5" }, ["quantity"]],
    [{ quantity: null }, ["quantity"]],
    [{ quantity: true }, ["quantity"]],
    [{ quantity: [5] }, ["quantity"]],
    [{ quantity: 0 }, ["quantity"]],
    [{ quantity: -1 }, ["quantity"]],
    [{ quantity: 1.5 }, ["quantity"]],
    [{ quantity: 1e300 }, ["quantity"]],
    [{ symbol: "BTCUSD", quantity: 0.0005 }, ["quantity"]],
    [{ side: "hold" }, ["side"]],
    [{ type: "magic" }, ["type"]],
    [{ limit: 5 }, ["limit"]],
    [{ limit_price: 5 }, ["limit_price"]],
    [{ type: "limit" }, ["limit_price"]],
    [{ type: "stop_limit" }, ["limit_price", "stop_price"]],
    [{ type: "trailing_stop" }, ["trail_amount"]],
    [{ type: "trailing_stop", trail_amount: 1, trail_percent: 1 }, ["trail_percent"]],
    [{ type: "trailing_stop", trail_amount: 1, stop_price: 1 }, ["stop_price"]],
    // ACME has a tick size of one cent, so smaller prices are invalid.
    [{ type: "limit", limit_price: 1e-9 }, ["limit_price"]],
    [{ type: "limit", limit_price: 100.005 }, ["limit_price"]],
    [{ type: "stop_limit", limit_price: 100.001, stop_price: 100.999 }, ["limit_price", "stop_price"]],
    [{ type: "trailing_stop", trail_amount: 0.001 }, ["trail_amount"]],
    [{ type: "trailing_stop", trail_percent: 100 }, ["trail_percent"]],
    [
      {
        order_class: "bracket",
        take_profit: { limit_price: 110.001 },
        stop_loss: { stop_price: 90.001, limit_price: 89.999 },
      },
      ["take_profit.limit_price", "stop_loss.stop_price", "stop_loss.limit_price"],
    ],
    [{ time_in_force: "gtd" }, ["expires_at"]],
    [{ time_in_force: "gtd", expires_at: "tomorrow" }, ["expires_at"]],
    [{ time_in_force: "gtd", expires_at: "2024-01-08T14:30:30Z" }, ["expires_at"]],
    [{ time_in_force: "gtd", expires_at: "2024-01-18" }, ["expires_at"]],
    [{ time_in_force: "gtd", expires_at: "2024-01-18T15:30" }, ["expires_at"]],
    [{ expires_at: "2024-01-08T15:30:30Z" }, ["expires_at"]],
    [{ take_profit: { limit_price: 110 } }, ["take_profit"]],
    [{ stop_loss: { stop_price: 95 } }, ["stop_loss"]],
    [{ order_class: "bracket", take_profit: { limit_price: 110 } }, ["stop_loss"]],
    [{ order_class: "bracket" }, ["take_profit", "stop_loss"]],
    [{ order_class: "oto" }, ["take_profit"]],
    [
      { order_class: "bracket", take_profit: { limit_price: 90 }, stop_loss: { stop_price: 95 } },
      ["take_profit.limit_price"],
    ],
    [
      {
        order_class: "bracket",
        type: "limit",
        limit_price: 120,
        take_profit: { limit_price: 110 },
        stop_loss: { stop_price: 95 },
      },
      ["take_profit.limit_price"],
    ],
    [{ order_class: "oco", take_profit: { limit_price: 110 }, stop_loss: { stop_price: 95 }, side: "sell" }, ["type"]],
    [{ order_class: "oto", stop_loss: { stop_price: 95, trail: 1 } }, ["stop_loss.trail"]],
    [{ order_class: "oto", stop_loss: {} }, ["stop_loss.stop_price"]],
    [{ order_class: "oto", stop_loss: { limit_price: 95, trail_amount: 1 } }, ["stop_loss.limit_price"]],
    [{ order_class: "oto", stop_loss: { stop_price: 95, trail_amount: 1 } }, ["stop_loss.trail_amount"]],
    [{ order_class: "oto", stop_loss: { stop_price: 95, trail_percent: 1 } }, ["stop_loss.trail_percent"]],
    [{ order_class: "oto", stop_loss: { trail_amount: 5, trail_percent: 1 } }, ["stop_loss.trail_percent"]],
    [{ client_order_id: "with space" }, ["client_order_id"]],
    [{ symbol: "^IDX" }, ["symbol"]],
    [{ symbol: "YEN" }, ["symbol"]],
  ])("is refused with an error that names its invalid members: %j", async (request, members) => {
    expect(await problems(request)).toEqual(members);
  });

  test("lists all missing members at once", async () => {
    const missing = async (body: object) => {
      const { errors } = (await floor.ask("POST", "/orders", body)).body.error.details;
      return errors.map((one: { parameter: string }) => one.parameter);
    };
    expect(await missing({})).toEqual(["symbol", "side", "type", "quantity"]);
    expect(await missing({ symbol: "ACME", side: "buy" })).toEqual(["type", "quantity"]);
    expect(await missing({ symbol: "ACME", side: "buy", type: "market" })).toEqual(["quantity"]);
    expect(await missing({ symbol: "ACME", sizing: { percent: 0.1 } })).toEqual(["side", "type"]);
  });

  test("is not listed among the orders", async () => {
    expect((await floor.get("/orders?status=all")).body.orders).toEqual([]);
  });
});

describe("an order that is valid but impossible", () => {
  test("for a symbol that is unknown or not listed yet gets 404", async () => {
    for (const symbol of ["ACNE", "LATE"]) {
      const { status, body } = await floor.order({ symbol });
      expect({ status, code: body.error.code, symbol: body.error.details.symbol }).toEqual({
        status: 404,
        code: "SYMBOL_NOT_FOUND",
        symbol,
      });
    }
    expect((await floor.order({ symbol: "ACNE" })).body.error.details.suggestion).toBe("ACME");
  });

  test("with real money instead of paper trading gets 403", async () => {
    const { status, body } = await floor.order({ paper_trading: false });
    expect({ status, code: body.error.code }).toEqual({ status: 403, code: "LIVE_TRADING_DISABLED" });
  });

  test("that costs more than the cash gets 422 with the required and the available amount", async () => {
    const { status, body } = await floor.order({ quantity: 1001 });
    expect(status).toBe(422);
    // The order for 1,001 shares is checked at 100, the last price and the open of 9:30.
    expect(body.error).toMatchObject({
      code: "INSUFFICIENT_FUNDS",
      message: "1,001 of ACME require 100,100.00, but only 100,000.00 are available",
      details: { symbol: "ACME", required: 100_100, available: 100_000 },
    });
  });

  test("that sells more than the position of a cash account gets 422", async () => {
    const { status, body } = await floor.order({ side: "sell" });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({
      code: "INSUFFICIENT_POSITION",
      message: "the account must hold 10 of ACME for this order, but it holds 0",
      details: { required: 10, available: 0 },
    });
  });

  test("by an API key without the required scope gets 403", async () => {
    const reader = new Floor(floor.server, keyFor(floor.server, "pro", ["trading:read"]));
    expect(await reader.order()).toMatchObject({ status: 403, body: { error: { code: "INSUFFICIENT_SCOPE" } } });
    expect((await reader.get("/orders")).status).toBe(200);
  });
});

describe("while the market is closed", () => {
  test.each([
    [{ type: "market" }],
    [{ type: "limit", limit_price: 90, time_in_force: "ioc" }],
    [{ type: "limit", limit_price: 90, time_in_force: "fok" }],
    [{ type: "market", time_in_force: "ioc" }],
  ])("the order %j is refused", async (request) => {
    const { status, body } = await closed.order(request);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: "MARKET_CLOSED",
      details: { symbol: "ACME", market_status: "post", next_open: "2024-01-09T14:30:00.000Z" },
    });
  });

  test("orders that can rest are accepted, and so are crypto orders, since crypto trades at all hours", async () => {
    const client = closed.otherClient();
    expect((await client.order({ type: "limit", limit_price: 95 })).body).toMatchObject({ status: "accepted" });
    expect((await client.order({ time_in_force: "gtc" })).body).toMatchObject({ status: "accepted" });
    expect((await client.order({ time_in_force: "opg" })).body).toMatchObject({ status: "accepted" });
    expect((await client.order({ symbol: "BTCUSD", quantity: 0.5 })).body).toMatchObject({ status: "new" });
    expect((await client.order({ extended_hours: true })).status).toBe(201);
    closed.at("2024-01-09T09:30");
    for (const [id, price] of [
      ["ord_2_2", 90],
      ["ord_2_3", 90],
    ] as const)
      expect(await client.read(id)).toMatchObject({ status: "filled", average_fill_price: price });
    expect(await client.read("ord_2_1")).toMatchObject({ status: "new" });
  });
});

test("an API key cannot see or change orders of other keys", async () => {
  const [one, other] = [floor.otherClient(), floor.otherClient()];
  const { body } = await one.order({ type: "limit", limit_price: 90 });
  for (const [method, path, payload] of [
    ["GET", `/orders/${body.id}`],
    ["DELETE", `/orders/${body.id}`],
    ["PATCH", `/orders/${body.id}`, { limit_price: 91 }],
    ["GET", `/orders/${body.id}/fills`],
    ["GET", "/orders/ord_99_1"],
    ["GET", "/orders/..%2f"],
  ] as const) {
    expect(await other.ask(method, path, payload)).toMatchObject({
      status: 404,
      body: { error: { code: "ORDER_NOT_FOUND" } },
    });
  }
  expect(await one.read(body.id as string)).toMatchObject({ status: "new" });
});

test("a client_order_id must be unique within the account", async () => {
  const [one, other] = [floor.otherClient(), floor.otherClient()];
  const request = { type: "limit", limit_price: 90, client_order_id: "mine" };
  const { body } = await one.order(request);
  expect((await one.order(request)).body.error).toMatchObject({
    code: "DUPLICATE_CLIENT_ORDER_ID",
    details: { client_order_id: "mine", order_id: body.id },
  });
  expect((await other.order(request)).status).toBe(201);
  expect((await one.get("/orders?client_order_id=mine")).body.orders).toMatchObject([{ id: body.id }]);
});

describe("an Idempotency-Key", () => {
  test("returns the first response if an order request is repeated", async () => {
    const client = floor.otherClient();
    const request = { type: "limit", limit_price: 90 };
    const first = await client.order(request, { "Idempotency-Key": "once" });
    const second = await client.order(request, { "Idempotency-Key": "once" });
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers["idempotent-replayed"]).toBe("true");
    expect(first.headers["idempotent-replayed"]).toBeUndefined();
    expect(second.headers["location"]).toBe(first.headers["location"]);
    expect((await client.get("/orders")).body.orders).toHaveLength(1);
  });

  test("is refused with a different order request", async () => {
    const client = floor.otherClient();
    await client.order({ type: "limit", limit_price: 90 }, { "Idempotency-Key": "k" });
    const other = await client.order({ type: "limit", limit_price: 91 }, { "Idempotency-Key": "k" });
    expect(other).toMatchObject({ status: 422, body: { error: { code: "IDEMPOTENCY_KEY_REUSED" } } });
    expect((await client.ask("DELETE", "/orders", undefined, { "Idempotency-Key": "k" })).status).toBe(422);
    expect((await client.order({}, { "Idempotency-Key": "" })).status).toBe(400);
  });

  test("can be used again after a refused order", async () => {
    const client = floor.otherClient();
    expect((await client.order({ quantity: 5000 }, { "Idempotency-Key": "k" })).status).toBe(422);
    expect((await client.order({ quantity: 5 }, { "Idempotency-Key": "k" })).status).toBe(201);
  });

  test("creates one order if two equal requests arrive at the same time", async () => {
    const client = floor.otherClient();
    const send = () => client.order({ type: "limit", limit_price: 90 }, { "Idempotency-Key": "k" });
    const [one, two] = await Promise.all([send(), send()]);
    expect(one!.body).toEqual(two!.body);
    expect((await client.get("/orders")).body.orders).toHaveLength(1);
  });
});

describe("random order requests", () => {
  const value = fc.oneof(
    fc.double(),
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom("limit", "stop", "oco", "gtd", "BTCUSD", 1e12),
  );
  const members = [
    "symbol",
    "side",
    "type",
    "quantity",
    "paper_trading",
    "time_in_force",
    "limit_price",
    "stop_price",
    "trail_amount",
    "trail_percent",
    "expires_at",
    "extended_hours",
    "client_order_id",
    "order_class",
    "reduce_only",
  ];
  const exit = fc.record({ limit_price: value, stop_price: value }, { requiredKeys: [] });
  const body = fc
    .dictionary(fc.constantFrom(...members), value)
    .chain((request) =>
      fc
        .record({ take_profit: exit, stop_loss: exit }, { requiredKeys: [] })
        .map((exits) => ({ ...request, ...exits })),
    );

  property([body, fc.boolean()], runs(150))("never cause an internal error", async (request, patch) => {
    const { status, body: response } = patch
      ? await floor.ask("PATCH", "/orders/ord_1_1", request)
      : await floor.order(request);
    expect([200, 201, 400, 403, 404, 409, 422], JSON.stringify(response)).toContain(status);
  });
});
