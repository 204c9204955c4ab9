import { expect, test } from "vitest";
import { openFloor } from "../../support/trading-floor.ts";

test("an order by a size for which the cash is too little is 422, with what the least would need", async () => {
  const floor = await openFloor();
  const resting = await floor.order({ type: "limit", limit_price: 99.95, quantity: 1000 });
  expect(resting.status).toBe(201);
  const { status, body } = await floor.order({ quantity: undefined, sizing: { percent: 0.1 } });
  expect(status).toBe(422);
  expect(body.error).toMatchObject({
    code: "INSUFFICIENT_FUNDS",
    message: "1 of ACME need 100.00 at the last price, 0.00 are available",
    details: { symbol: "ACME", required: 100, available: 0 },
  });
  await floor.server.close();
});
