import { afterAll, describe, expect, test } from "vitest";
import { openFloor } from "../../support/trading-floor.ts";

const floor = await openFloor();
afterAll(() => floor.server.close());

/** Problems of a refused ACME order. The last price is 100. */
async function refused(members: object, by = floor): Promise<unknown> {
  const { status, body } = await by.order({ ...members });
  expect([status, body.error.code]).toEqual([400, "INVALID_PARAMETERS"]);
  return body.error.details.errors;
}

const FILL = "the expected fill price";
const profit = (value: number, where: string) => ({
  in: "body",
  parameter: "take_profit.limit_price",
  value,
  reason: `must be ${where}, ${FILL}`,
});
const loss = (value: number, where: string) => ({
  in: "body",
  parameter: "stop_loss.stop_price",
  value,
  reason: `must be ${where}, ${FILL}`,
});
const bracket = (limit: number, stop: number) => ({
  order_class: "bracket",
  take_profit: { limit_price: limit },
  stop_loss: { stop_price: stop },
});

describe("a take-profit or stop-loss on the wrong side of the expected entry price", () => {
  test.each([
    ["for a take-profit below a market buy", bracket(98, 95), [profit(98, "above 100")]],
    ["for a take-profit at the price", bracket(100, 95), [profit(100, "above 100")]],
    ["for a stop-loss above a market buy", bracket(110, 105), [loss(105, "below 100")]],
    [
      "for a stop-loss without take-profit",
      { order_class: "oto", stop_loss: { stop_price: 105, limit_price: 90 } },
      [loss(105, "below 100")],
    ],
    [
      "for a take-profit without stop-loss",
      { order_class: "oto", take_profit: { limit_price: 95 } },
      [profit(95, "above 100")],
    ],
    [
      "for a take-profit with a trailing stop-loss",
      { ...bracket(95, 0), stop_loss: { trail_amount: 5 } },
      [profit(95, "above 100")],
    ],
    [
      "for a limit order above the price",
      { type: "limit", limit_price: 104, ...bracket(110, 102) },
      [loss(102, "below 100")],
    ],
    [
      "for a stop order that is not triggered",
      { type: "stop", stop_price: 104, ...bracket(103, 102) },
      [profit(103, "above 104")],
    ],
  ])("is refused %s", async (_, members, errors) => {
    expect(await refused(members)).toEqual(errors);
  });

  test("is refused for a short sale in a margin account", async () => {
    const other = await openFloor({ trading: { account: "margin" } });
    const short = (members: object) => refused({ side: "sell", ...members }, other);
    expect(await short(bracket(105, 108))).toEqual([profit(105, "below 100")]);
    expect(await short(bracket(90, 95))).toEqual([loss(95, "above 100")]);
    await other.server.close();
  });

  test("is found by comparison with the entry's own price if the setting exitSides says so", async () => {
    const other = await openFloor({ trading: { exitSides: "own-price" } });
    const stop = { type: "stop", stop_price: 98 };
    expect(await refused({ ...stop, ...bracket(110, 99) }, other)).toEqual([loss(99, "below 98")]);
    expect((await other.order({ ...stop, ...bracket(99, 97) })).status).toBe(201);
    await other.server.close();
  });
});
