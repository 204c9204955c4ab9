import { expect, test } from "vitest";
import { openFloor } from "../../support/trading-floor.ts";

test("a reduce-only order to buy more than the short position is refused with the short position that it requires", async () => {
  const floor = await openFloor({ trading: { account: "margin" } });
  await floor.order({ quantity: 20 });
  floor.at("2024-01-08T09:31");
  const refused = async (quantity: number) => (await floor.order({ quantity, reduce_only: true })).body.error;
  expect(await refused(5)).toMatchObject({
    code: "INSUFFICIENT_POSITION",
    message: "the account must be short of 5 of ACME for this order, but it is short of 0",
    details: { symbol: "ACME", required: 5, available: 0 },
  });
  await floor.order({ side: "sell", quantity: 23 });
  floor.at("2024-01-08T09:32");
  expect((await floor.get("/positions/ACME")).body).toMatchObject({ direction: "short", quantity: 3 });
  expect((await floor.order({ quantity: 3, reduce_only: true })).status).toBe(201);
  await floor.server.close();
});
