import { expect, test } from "vitest";
import { openFloor } from "../../support/trading-floor.ts";

test("cash equals the sum of the reported fills, even if a trailing stop fills between two ticks", async () => {
  const floor = await openFloor();
  await floor.order({ quantity: 500 });
  floor.at("2024-01-08T09:31");
  await floor.order({ side: "sell", type: "trailing_stop", trail_percent: 2.005, quantity: 500 });
  floor.at("2024-01-08T09:34");
  // The stop trails 2.005% below 104, the high of the bar of 9:32.
  expect((await floor.get("/orders/ord_1_2/fills")).body.fills).toMatchObject([{ quantity: 500, price: 101.9148 }]);
  expect(await floor.read("ord_1_2")).toMatchObject({ average_fill_price: 101.9148 });
  // 500 shares are bought at 101, and sold at 101.9148 for 50,957.40.
  expect(await floor.account()).toMatchObject({ cash: 100_457.4 });
  await floor.server.close();
});

test("the day change is relative to the close of regular hours, not to later trades", async () => {
  const floor = await openFloor();
  await floor.order({ quantity: 500 });
  floor.at("2024-01-09T09:30");
  // Monday's regular close is 96. At 17:00 the price is 98, and Tuesday opens at 90.
  expect((await floor.get("/portfolio")).body).toMatchObject({
    account: { equity: 94_500 },
    day_change: -3000,
    // Percent of 97,500, the equity at Monday's regular close.
    day_change_percent: -3.0769,
  });
  await floor.server.close();
});

test("the day of the portfolio's day change starts with the extended hours before the open", async () => {
  const floor = await openFloor();
  await floor.order({ quantity: 500 });
  // The shares were bought at 101 on Monday, and their price is 98 since 17:00.
  floor.at("2024-01-09T03:59:59");
  expect((await floor.get("/portfolio")).body).toMatchObject({ account: { equity: 98_500 }, day_change: -1500 });
  // Tuesday has no trades yet, but Monday's close of 96 is now the previous close.
  floor.at("2024-01-09T04:00");
  expect((await floor.get("/portfolio")).body).toMatchObject({ account: { equity: 98_500 }, day_change: 1000 });
  await floor.server.close();
});
