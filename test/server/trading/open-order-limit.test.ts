import { afterAll, describe, expect, it } from "vitest";
import { type Floor, openFloor } from "../../support/trading-floor.ts";

const floors: Floor[] = [];
afterAll(async () => Promise.all(floors.map(async ({ server }) => server.close())));

async function floor(maxOpenOrders: number): Promise<Floor> {
  const made = await openFloor({ maxOpenOrders });
  floors.push(made);
  return made;
}

const far = { type: "limit", limit_price: 1 };

describe("an account at the server's limit of open orders", () => {
  it("cannot place another order until one has ended", async () => {
    const client = await floor(3);
    for (let i = 0; i < 3; i++) expect((await client.order(far)).status).toBe(201);
    const refused = await client.order(far);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ code: "TOO_MANY_OPEN_ORDERS", details: { limit: 3, open: 3 } });
    // A replacement ends one order and adds another, so the number of open orders stays the same.
    expect((await client.ask("PATCH", "/orders/ord_1_2", { limit_price: 2 })).status).toBe(200);
    await client.ask("DELETE", "/orders/ord_1_1");
    expect((await client.order(far)).status).toBe(201);
    expect((await client.order(far)).status).toBe(409);
  });

  it("counts the exits of an order from the time when the order is placed", async () => {
    const client = await floor(4);
    const exits = { take_profit: { limit_price: 3 }, stop_loss: { stop_price: 0.5 } };
    expect((await client.order({ ...far, order_class: "bracket", ...exits })).status).toBe(201);
    expect((await client.order({ ...far, order_class: "bracket", ...exits })).body.error.details).toEqual({
      limit: 4,
      open: 3,
    });
    expect((await client.order(far)).status).toBe(201);
  });

  it("can still close a position", async () => {
    const client = await floor(1);
    expect((await client.order({})).status).toBe(201);
    client.at("2024-01-08T09:32");
    expect((await client.order(far)).status).toBe(201);
    expect((await client.order(far)).status).toBe(409);
    expect((await client.ask("DELETE", "/positions/ACME")).status).toBe(200);
  });
});
