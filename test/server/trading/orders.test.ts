import { afterEach, describe, expect, test } from "vitest";
import { type Floor, openFloor } from "../../support/trading-floor.ts";

const floors: Floor[] = [];
const open = async (...given: Parameters<typeof openFloor>): Promise<Floor> => {
  const floor = await openFloor(...given);
  floors.push(floor);
  return floor;
};
afterEach(async () => {
  for (const floor of floors.splice(0)) await floor.server.close();
});

describe("a market order", () => {
  test("is not filled when its request is answered, but at the next price", async () => {
    const floor = await open();
    const placed = await floor.order();
    expect(placed.status).toBe(201);
    expect(placed.headers["location"]).toBe("/v2/trading/orders/ord_1_1");
    expect(placed.body).toEqual({
      id: "ord_1_1",
      client_order_id: null,
      symbol: "ACME",
      asset_class: "stock",
      side: "buy",
      type: "market",
      quantity: 10,
      filled_quantity: 0,
      remaining_quantity: 10,
      average_fill_price: null,
      limit_price: null,
      stop_price: null,
      trail_amount: null,
      trail_percent: null,
      high_water_mark: null,
      triggered_at: null,
      time_in_force: "day",
      expires_at: null,
      extended_hours: false,
      status: "new",
      reject_reason: null,
      paper_trading: true,
      order_class: "simple",
      parent_order_id: null,
      legs: [],
      replaces: null,
      replaced_by: null,
      reduce_only: false,
      commission: 0,
      currency: "USD",
      created_at: "2024-01-08T14:30:30.000Z",
      updated_at: "2024-01-08T14:30:30.000Z",
      submitted_at: "2024-01-08T14:30:30.000Z",
      filled_at: null,
      canceled_at: null,
      expired_at: null,
    });
    floor.at("2024-01-08T09:30:59");
    expect(await floor.read("ord_1_1")).toMatchObject({ status: "new" });
    // The order arrived within the bar that opened at 9:30, so it fills at that bar's close of 101.
    floor.at("2024-01-08T09:31");
    expect(await floor.read("ord_1_1")).toMatchObject({
      status: "filled",
      filled_quantity: 10,
      remaining_quantity: 0,
      average_fill_price: 101,
      filled_at: "2024-01-08T14:31:00.000Z",
      updated_at: "2024-01-08T14:31:00.000Z",
    });
    expect((await floor.get("/orders/ord_1_1/fills")).body).toEqual({
      fills: [
        {
          id: "fill_1_1",
          order_id: "ord_1_1",
          symbol: "ACME",
          side: "buy",
          quantity: 10,
          price: 101,
          commission: 0,
          slippage: 0,
          ambiguous: false,
          bar_time: "2024-01-08T14:30:00.000Z",
          at: "close",
          rule: "A market order fills at the first price after it became eligible: the next open, or the close of a bar that was forming.",
          note: 2,
          timestamp: "2024-01-08T14:31:00.000Z",
        },
      ],
      next_page_token: null,
    });
  });

  test("pays the commission that the server's settings state", async () => {
    const floor = await open({ trading: { commission: { model: "percent", rate: 0.001 } } });
    await floor.order();
    floor.at("2024-01-08T09:31");
    // 0.1% of 1,010 is 1.01.
    expect(await floor.read("ord_1_1")).toMatchObject({ commission: 1.01 });
    expect(await floor.account()).toMatchObject({ cash: 98_988.99, commission_paid: 1.01 });
  });
});

describe("resting orders", () => {
  test("fill at their limit or a better price, and at their stop price when the market reaches it", async () => {
    const floor = await open();
    await floor.order({ type: "limit", limit_price: 98 });
    await floor.order({ type: "stop", stop_price: 104, quantity: 5 });
    floor.at("2024-01-08T09:33");
    // The bar of 9:32 reaches 104, the limit of the order.
    expect(await floor.read("ord_1_2")).toMatchObject({
      status: "filled",
      average_fill_price: 104,
      triggered_at: "2024-01-08T14:33:00.000Z",
    });
    expect(await floor.read("ord_1_1")).toMatchObject({ status: "new", limit_price: 98 });
    floor.at("2024-01-08T09:34");
    expect(await floor.read("ord_1_1")).toMatchObject({ status: "filled", average_fill_price: 98 });
  });

  test("with a trailing stop report their current stop price", async () => {
    const floor = await open();
    await floor.order();
    floor.at("2024-01-08T09:31");
    const { body } = await floor.order({ side: "sell", type: "trailing_stop", trail_percent: 2 });
    expect(body).toMatchObject({ trail_percent: 2, trail_amount: null, high_water_mark: 101, stop_price: 98.98 });
    floor.at("2024-01-08T09:33");
    // The best price since the order is 104, the high of the bar of 9:32.
    expect(await floor.read("ord_1_2")).toMatchObject({ high_water_mark: 104, stop_price: 101.92, status: "new" });
    floor.at("2024-01-08T09:34");
    expect(await floor.read("ord_1_2")).toMatchObject({ status: "filled", average_fill_price: 101.92 });
  });

  test("expire with the session (day), at their time (gtd) or never (gtc)", async () => {
    const floor = await open();
    await floor.order({ type: "limit", limit_price: 50 });
    await floor.order({ type: "limit", limit_price: 50, time_in_force: "gtc" });
    const end = "2024-01-08T14:32:00Z";
    const { body } = await floor.order({ type: "limit", limit_price: 50, time_in_force: "gtd", expires_at: end });
    expect(body).toMatchObject({ expires_at: "2024-01-08T14:32:00.000Z" });
    floor.at("2024-01-08T16:00");
    expect(await floor.read("ord_1_1")).toMatchObject({
      status: "expired",
      expired_at: "2024-01-08T21:00:00.000Z",
      reject_reason: { code: "session_closed" },
    });
    expect(await floor.read("ord_1_2")).toMatchObject({ status: "new" });
    expect(await floor.read("ord_1_3")).toMatchObject({ status: "expired", expired_at: "2024-01-08T14:32:00.000Z" });
  });

  test("that are immediate-or-cancel are canceled unless they fill at the next price", async () => {
    const floor = await open();
    await floor.order({ type: "limit", limit_price: 90, time_in_force: "ioc" });
    floor.at("2024-01-08T09:31");
    expect(await floor.read("ord_1_1")).toMatchObject({ status: "canceled", reject_reason: { code: "not_at_once" } });
  });
});

describe("exit orders", () => {
  test("of a bracket wait for the entry to fill, and when one exit fills, the other is canceled", async () => {
    const floor = await open();
    const { body } = await floor.order({
      order_class: "bracket",
      client_order_id: "mine",
      take_profit: { limit_price: 104 },
      stop_loss: { stop_price: 97 },
    });
    expect(body).toMatchObject({ order_class: "bracket", legs: ["ord_1_2", "ord_1_3"], client_order_id: "mine" });
    expect(await floor.read("ord_1_2")).toMatchObject({
      status: "held",
      side: "sell",
      type: "limit",
      time_in_force: "gtc",
      order_class: "bracket",
      parent_order_id: "ord_1_1",
      client_order_id: null,
      reduce_only: true,
    });
    floor.at("2024-01-08T09:31");
    expect(await floor.read("ord_1_3")).toMatchObject({ status: "new", type: "stop", stop_price: 97 });
    floor.at("2024-01-08T09:33");
    expect(await floor.read("ord_1_2")).toMatchObject({ status: "filled", average_fill_price: 104 });
    expect(await floor.read("ord_1_3")).toMatchObject({ status: "canceled", reject_reason: { code: "other_leg" } });
  });

  test("of an OCO pair belong to no entry", async () => {
    const floor = await open();
    await floor.order();
    floor.at("2024-01-08T09:31");
    const { status, body } = await floor.order({
      order_class: "oco",
      side: "sell",
      type: "limit",
      take_profit: { limit_price: 120 },
      stop_loss: { stop_price: 97, limit_price: 96 },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: "ord_1_2", type: "limit", limit_price: 120, legs: ["ord_1_3"] });
    expect(await floor.read("ord_1_3")).toMatchObject({
      type: "stop_limit",
      stop_price: 97,
      limit_price: 96,
      parent_order_id: "ord_1_2",
    });
    floor.at("2024-01-08T09:35");
    expect(await floor.read("ord_1_3")).toMatchObject({ status: "filled", average_fill_price: 97 });
    expect(await floor.read("ord_1_2")).toMatchObject({ status: "canceled" });
  });
});

describe("replacing an order", () => {
  test("creates a new order, and the old and the new order refer to each other", async () => {
    const floor = await open();
    await floor.order({ type: "limit", limit_price: 90, client_order_id: "a" });
    const { status, body } = await floor.ask("PATCH", "/orders/ord_1_1", { limit_price: 100, quantity: 20 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: "ord_1_2",
      status: "new",
      limit_price: 100,
      quantity: 20,
      replaces: "ord_1_1",
      client_order_id: null,
    });
    expect(await floor.read("ord_1_1")).toMatchObject({ status: "replaced", replaced_by: "ord_1_2" });
    const again = await floor.ask("PATCH", "/orders/ord_1_1", { limit_price: 101 });
    expect(again).toMatchObject({ status: 409, body: { error: { code: "ORDER_NOT_REPLACEABLE" } } });
  });

  test("that is the first of an OCO pair creates the new first order of the pair", async () => {
    const floor = await open();
    await floor.order();
    floor.at("2024-01-08T09:31");
    await floor.order({
      order_class: "oco",
      side: "sell",
      type: "limit",
      take_profit: { limit_price: 120 },
      stop_loss: { stop_price: 97 },
    });
    const { body } = await floor.ask("PATCH", "/orders/ord_1_2", { limit_price: 121 });
    expect(body).toMatchObject({ id: "ord_1_4", replaces: "ord_1_2", parent_order_id: null, legs: ["ord_1_3"] });
    expect(await floor.read("ord_1_3")).toMatchObject({ status: "new", parent_order_id: "ord_1_4" });
    expect(await floor.read("ord_1_2")).toMatchObject({ status: "replaced", replaced_by: "ord_1_4" });
  });

  test("at a cost beyond the account's cash is refused, and the order stays unchanged", async () => {
    const floor = await open();
    await floor.order({ type: "limit", limit_price: 90 });
    const { status, body } = await floor.ask("PATCH", "/orders/ord_1_1", { quantity: 2000 });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({
      code: "INSUFFICIENT_FUNDS",
      // 2,000 shares at the limit of 90. The cash that the old order reserves is already counted as available.
      details: { required: 180_000, available: 100_000 },
    });
    expect((await floor.get("/orders")).body.orders).toMatchObject([{ id: "ord_1_1", quantity: 10, status: "new" }]);
    await floor.order();
    expect((await floor.get("/orders?status=all")).body.orders).toHaveLength(2);
  });

  test("with a member that its type does not have is refused", async () => {
    const floor = await open();
    await floor.order({ type: "limit", limit_price: 90 });
    const { status, body } = await floor.ask("PATCH", "/orders/ord_1_1", { stop_price: 90 });
    expect(status).toBe(400);
    expect(body.error.details.errors).toMatchObject([{ parameter: "stop_price" }]);
    expect((await floor.ask("PATCH", "/orders/ord_1_1", {})).status).toBe(400);
  });
});

describe("a request to cancel", () => {
  test("an open order ends the order once", async () => {
    const floor = await open();
    await floor.order({ type: "limit", limit_price: 90 });
    const headers = { "content-type": "application/json" };
    const canceled = await floor.ask("DELETE", "/orders/ord_1_1", undefined, headers);
    expect(canceled).toMatchObject({
      status: 200,
      body: { status: "canceled", canceled_at: "2024-01-08T14:30:30.000Z", reject_reason: null },
    });
    expect(await floor.ask("DELETE", "/orders/ord_1_1")).toMatchObject({
      status: 409,
      body: { error: { code: "ORDER_NOT_CANCELABLE", details: { id: "ord_1_1", status: "canceled" } } },
    });
  });

  test("all orders ends all open orders, including exits", async () => {
    const floor = await open();
    await floor.order({ type: "limit", limit_price: 90 });
    await floor.order({ order_class: "oto", type: "limit", limit_price: 90, stop_loss: { stop_price: 80 } });
    expect((await floor.ask("DELETE", "/orders")).body).toEqual({
      canceled: ["ord_1_1", "ord_1_2", "ord_1_3"],
      failed: [],
    });
    expect((await floor.get("/orders")).body.orders).toEqual([]);
    expect((await floor.ask("DELETE", "/orders")).body).toEqual({ canceled: [], failed: [] });
  });
});
