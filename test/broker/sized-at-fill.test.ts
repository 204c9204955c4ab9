import { expect, test } from "vitest";
import { barsFrom } from "../support/market.ts";
import { play } from "../support/play.ts";

test("an order sized at its fill takes the price of its first fill, not of an earlier open without volume", () => {
  const bars = barsFrom("100 100 100 100 0\n100 100 100 100 900\n50 50 50 50 900\n50 50 50 50 900");
  const { result } = play(
    bars,
    { 1: ({ orders }) => void orders.buy({ notional: 1000, timeInForce: "gtc" }) },
    { sizeAt: "at-fill", volumeShare: 0.1, cash: 5000 },
  );
  // No volume is known at the second open, so the order does not fill. At the third open 1000 buys twenty units at 50.
  expect(result.fills.map(({ quantity, price }) => [quantity, price])).toEqual([[20, 50]]);
});

test("an order sized at its fill does not fill at opens where slippage would exceed its limit", () => {
  const bars = barsFrom("100 100 100 100\n99.5 99.5 99.5 99.5\n50 50 50 50\n50 50 50 50");
  const quantities: number[] = [];
  const { result } = play(
    bars,
    {
      1: ({ orders }) => void orders.buy({ notional: 1000, limit: 100, timeInForce: "gtc" }),
      2: ({ orders }) => void quantities.push(orders.open[0]!.quantity),
    },
    { sizeAt: "at-fill", limitSlippage: "waits", slippage: { model: "amount", amount: 1 }, cash: 5000 },
  );
  // At the open of 99.50 slippage leads to 100.50, beyond the limit. At 51 cash of 1000 buys nineteen units.
  expect(quantities).toEqual([0]);
  expect(result.fills.map(({ quantity, price }) => [quantity, price])).toEqual([[19, 51]]);
});

test("a full-equity order sized at its fill pays commission once; while it rests it reserves none", () => {
  const power: number[] = [];
  const { result } = play(
    barsFrom("10 10 10 10\n10 10 10 10\n10 10 10 10"),
    {
      1: ({ orders }) => {
        orders.buy({ percent: 1 });
        orders.buy({ notional: 50, limit: 5, timeInForce: "gtc" });
      },
      2: ({ portfolio }) => void power.push(portfolio.buyingPower),
    },
    {
      sizeAt: "at-fill",
      account: "margin",
      initialMargin: 1,
      commission: { model: "per-order", amount: 5 },
      cash: 105,
    },
  );
  expect(result.fills.map(({ quantity, commission }) => [quantity, commission])).toEqual([[10, 5]]);
  expect(power).toEqual([0]);
});

test("an order of a cash account reserves no commission before it has a quantity", () => {
  const power: number[] = [];
  play(
    barsFrom("10 10 10 10\n10 10 10 10"),
    {
      1: ({ orders }) => void orders.buy({ notional: 50, limit: 5, timeInForce: "gtc" }),
      2: ({ portfolio }) => void power.push(portfolio.buyingPower),
    },
    { sizeAt: "at-fill", commission: { model: "per-order", amount: 5 }, cash: 105 },
  );
  expect(power).toEqual([105]);
});

test.each([
  // The risk is a hundredth of 100,000. At 96 each unit can lose 1 down to the stop price of 95, so the order buys
  // 1000.
  [96, 1000, "filled"],
  [95, 0, "canceled quantity_below_lot"],
  [94.99, 0, "canceled wrong_side"],
  [90, 0, "canceled wrong_side"],
])("a buy sized by risk with a stop price of 95 buys only above its stop price, open %d", (open, quantity, end) => {
  for (const conventions of ["hindcast", "backtesting.py"] as const) {
    const { result } = play(
      barsFrom(`100 100 100 100\n100 100 100 100\n${open} ${open} ${open} ${open}`),
      { 2: ({ orders }) => void orders.buy({ risk: 0.01, stopPrice: 95 }) },
      { conventions, sizeAt: "at-fill", cash: 100_000 },
    );
    expect(result.fills.map((fill) => fill.quantity)).toEqual(quantity === 0 ? [] : [quantity]);
    if (conventions === "hindcast")
      expect(result.orders.map(({ status, reason }) => [status, reason].join(" ").trim())).toEqual([end]);
  }
});

test("a sale sized by risk opens no short position above its stop price, but may reduce a long one", () => {
  const sale = (held: number) =>
    play(
      barsFrom("100 100 100 100\n100 100 100 100\n100 100 100 100\n110 110 110 110"),
      {
        1: ({ orders }) => held > 0 && orders.buy({ quantity: held }),
        3: ({ orders }) => void orders.sell({ risk: 0.01, stopPrice: 105 }),
      },
      { sizeAt: "at-fill", cash: 100_000, account: "margin" },
    ).result.orders.at(-1);
  expect(sale(0)).toMatchObject({ status: "canceled", reason: "wrong_side", quantity: 0 });
  // A risk of a hundredth of 100,100, at five a unit, sells 200 units, which would reverse a position of 10.
  expect(sale(10)).toMatchObject({ status: "canceled", reason: "wrong_side", quantity: 0 });
  // A position of 500 has gained 5,000. A risk of a hundredth of 105,000, at five a unit, sells 210 units.
  expect(sale(500)).toMatchObject({ status: "filled", quantity: 210 });
});
