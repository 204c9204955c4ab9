import { afterAll, expect, test } from "vitest";
import { openFloor } from "../../support/trading-floor.ts";

const floor = await openFloor();
afterAll(() => floor.server.close());

async function post(path: string, payload: object): Promise<{ status: number; body: any }> {
  const answer = await floor.server.inject({
    method: "POST",
    url: `/v2/trading/${path}`,
    headers: floor.headers,
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

const buy = { symbol: "ACME", side: "buy", type: "market" };

// The last price is 100, the open of the incomplete bar. Equity is 100,000.
test.each([
  [{ percent: 0.25 }, 250],
  [{ notional: 1234 }, 12],
  [{ risk: 0.01, stop_price: 95 }, 200],
])("the server computes the quantity of an order with sizing %j", async (sizing, quantity) => {
  const { status, body } = await post("orders", { ...buy, sizing });
  expect([status, body.quantity]).toEqual([201, quantity]);
  await post("account/reset", {});
});

test.each([
  [{}, "quantity"],
  [{ quantity: 1, sizing: { percent: 1 } }, "sizing"],
  [{ sizing: {} }, "sizing"],
  [{ sizing: { percent: 0.5, notional: 5 } }, "sizing"],
  [{ sizing: { risk: 0.01 } }, "sizing.stop_price"],
  [{ sizing: { percent: 0.5, stop_price: 5 } }, "sizing.stop_price"],
])("an order with the invalid size %j is refused", async (size, parameter) => {
  const { status, body } = await post("orders", { ...buy, ...size });
  expect([status, body.error.code, body.error.details.errors[0].parameter]).toEqual([
    400,
    "INVALID_PARAMETERS",
    parameter,
  ]);
});

test("an order target places market orders to reach target weights, and reports their quantities", async () => {
  const { status, body } = await post("orders/target", { weights: { ACME: 0.5, FUND: 0.25 }, buffer: 0.1 });
  expect(status).toBe(201);
  // 90,000 can be spent: 45,000 on shares at 100 and 22,500 on shares at 52, rounded down to whole shares.
  expect(body.lines).toEqual([
    { symbol: "ACME", weight: 0.5, exact: 450, quantity: 450, change: 450, note: "" },
    { symbol: "FUND", weight: 0.25, exact: 432.69230769, quantity: 432, change: 432, note: "floored to the lot of 1" },
  ]);
  expect(body.orders.map(({ symbol, side, type, time_in_force: life }: any) => [symbol, side, type, life])).toEqual([
    ["ACME", "buy", "market", "gtc"],
    ["FUND", "buy", "market", "gtc"],
  ]);
});

test("an order target counts open orders as part of the position", async () => {
  await post("account/reset", {});
  const { body } = await post("orders", { ...buy, sizing: { percent: 0.25 } });
  expect(body.quantity).toBe(250);
  const first = await post("orders/target", { weights: { ACME: 0.5 } });
  expect(first.body.lines).toMatchObject([{ quantity: 500, change: 250 }]);
  expect(first.body.orders).toMatchObject([{ symbol: "ACME", quantity: 250 }]);
  const again = await post("orders/target", { weights: { ACME: 0.5 } });
  expect(again.body.lines).toMatchObject([{ quantity: 500, change: 0 }]);
  expect(again.body.orders).toEqual([]);
});

test("an order target accepts each symbol once, in any case", async () => {
  await post("account/reset", {});
  expect((await post("orders/target", { weights: { acme: 0.5 } })).body.lines[0].symbol).toBe("ACME");
  const twice = await post("orders/target", { weights: { acme: 0.5, ACME: 0.1 } });
  expect(twice.body.error.details.errors[0]).toMatchObject({
    parameter: "weights.ACME",
    reason: "must name ACME once",
  });
});

// LATE has its first price on the next morning.
test.each(["NOPE", "LATE"])(
  "an order target for the symbol %s, unknown at the market time, is refused without revealing later symbols",
  async (symbol) => {
    const { status, body } = await post("orders/target", { weights: { [symbol]: 0.1 } });
    expect([status, body.error.code, body.error.details]).toEqual([
      404,
      "SYMBOL_NOT_FOUND",
      { symbol, suggestion: null },
    ]);
    if (symbol !== "LATE") expect(JSON.stringify(body)).not.toContain("LATE");
  },
);
