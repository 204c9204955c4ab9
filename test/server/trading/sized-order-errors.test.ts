import { afterAll, describe, expect, test } from "vitest";
import { openFloor } from "../../support/trading-floor.ts";

const shared = await openFloor();
afterAll(() => shared.server.close());

/** Error about a sized order of ACME that the server refuses. The last price is 100. */
async function refused(members: object): Promise<{ parameter: string; value: unknown; reason: string }> {
  const { status, body } = await shared.order({ quantity: undefined, ...members });
  expect([status, body.error.code]).toEqual([400, "INVALID_PARAMETERS"]);
  expect(body.error.details.errors).toHaveLength(1);
  const [error] = body.error.details.errors;
  expect(body.error.message).toBe(`${error.parameter} ${error.reason}`);
  return error;
}

test("a sized order without enough cash gets 422 with the cost of the smallest quantity", async () => {
  const floor = await openFloor();
  const resting = await floor.order({ type: "limit", limit_price: 99.95, quantity: 1000 });
  expect(resting.status).toBe(201);
  const { status, body } = await floor.order({ quantity: undefined, sizing: { percent: 0.1 } });
  expect(status).toBe(422);
  expect(body.error).toMatchObject({
    code: "INSUFFICIENT_FUNDS",
    message: "1 of ACME require 100.00, but only 50.00 are available",
    details: { symbol: "ACME", required: 100, available: 50 },
  });
  await floor.server.close();
});

describe("an order sized by risk with its stop on the wrong side", () => {
  const FILL = "the expected fill price";
  test.each([
    [{}, 105, `must be below 100, ${FILL}: a purchase loses money below it. It was 105`],
    [{}, 100, `must be below 100, ${FILL}: a purchase loses money below it. It was 100`],
    [{ type: "limit", limit_price: 95 }, 97, `must be below 95, ${FILL}: a purchase loses money below it. It was 97`],
    [{ side: "sell" }, 95, `must be above 100, ${FILL}: a sale loses money above it. It was 95`],
    [
      { order_class: "oto", stop_loss: { stop_price: 90 } },
      105,
      `must be below 100, ${FILL}: a purchase loses money below it. It was 105`,
    ],
  ])("is refused: %j with a stop at %d", async (members, stop, reason) => {
    const error = await refused({ ...members, sizing: { risk: 0.01, stop_price: stop } });
    expect(error).toEqual({ in: "body", parameter: "sizing.stop_price", value: stop, reason });
  });

  test("gets another error than an order with exits on the wrong side", async () => {
    const bracket = { order_class: "oto", stop_loss: { stop_price: 110 } };
    const { parameter } = await refused({ ...bracket, sizing: { risk: 0.01, stop_price: 95 } });
    expect(parameter).toBe("stop_loss.stop_price");
  });
});

describe("an order sized below one lot", () => {
  const LEAST = "must give at least one lot of 1 ACME, but gives";
  test.each([
    [{ notional: 50 }, "notional", 50, `${LEAST} 0.5`],
    [{ percent: 0.0001 }, "percent", 0.0001, `${LEAST} 0.1`],
    [{ risk: 0.00001, stop_price: 95 }, "risk", 0.00001, `${LEAST} 0.2`],
  ])("is refused with the computed and the smallest quantity: %j", async (sizing, member, value, reason) => {
    expect(await refused({ sizing })).toEqual({ in: "body", parameter: `sizing.${member}`, value, reason });
  });

  test("is refused for a crypto symbol with fractional lots", async () => {
    const { reason } = await refused({ symbol: "BTCUSD", sizing: { notional: 20 } });
    expect(reason).toBe("must give at least one lot of 0.001 BTCUSD, but gives 0.0005");
  });
});

test("a sized order to sell without a position gets 422 with the smallest position required", async () => {
  const { status, body } = await shared.order({ side: "sell", quantity: undefined, sizing: { percent: 0.1 } });
  expect([status, body.error.details]).toEqual([422, { symbol: "ACME", required: 1, available: 0 }]);
});
