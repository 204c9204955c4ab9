import { expect, test } from "vitest";
import { openFloor } from "../../support/trading-floor.ts";

test("cash follows from the reported fill prices, even if a trailing stop is between ticks", async () => {
  const floor = await openFloor();
  await floor.order({ quantity: 500 });
  floor.at("2024-01-08T09:31");
  await floor.order({ side: "sell", type: "trailing_stop", trail_percent: 2.005, quantity: 500 });
  floor.at("2024-01-08T09:34");
  // 2.005% below 104, the high of the bar of 9:32.
  expect((await floor.get("/orders/ord_1_2/fills")).body.fills).toMatchObject([{ quantity: 500, price: 101.9148 }]);
  expect(await floor.read("ord_1_2")).toMatchObject({ average_fill_price: 101.9148 });
  // Bought 500 at 101, sold 500 at 101.9148 for 50,957.40.
  expect(await floor.account()).toMatchObject({ cash: 100_457.4 });
  await floor.server.close();
});

test("the day change is relative to the regular close, not to trades after it", async () => {
  const floor = await openFloor();
  await floor.order({ quantity: 500 });
  floor.at("2024-01-09T09:30");
  // Monday closes at 96. At 17:00 the price is 98, and Tuesday opens at 90.
  expect((await floor.get("/portfolio")).body).toMatchObject({
    account: { equity: 94_500 },
    day_change: -3000,
    // In percent of 97,500.
    day_change_percent: -3.0769,
  });
  await floor.server.close();
});

test("the portfolio's day starts with the extended hours before the open", async () => {
  const floor = await openFloor();
  await floor.order({ quantity: 500 });
  // Bought at 101 on Monday; 98 since 17:00.
  floor.at("2024-01-09T03:59:59");
  expect((await floor.get("/portfolio")).body).toMatchObject({ account: { equity: 98_500 }, day_change: -1500 });
  // No trades on Tuesday yet, but 96, Monday's close, is now the previous close.
  floor.at("2024-01-09T04:00");
  expect((await floor.get("/portfolio")).body).toMatchObject({ account: { equity: 98_500 }, day_change: 1000 });
  await floor.server.close();
});
