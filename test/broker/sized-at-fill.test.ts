import { expect, test } from "vitest";
import { barsFrom } from "../support/market.ts";
import { play } from "../support/play.ts";

test("a size becomes a quantity at the price of its first fill, not at opens at which no volume is left for it", () => {
  const bars = barsFrom("100 100 100 100 0\n100 100 100 100 900\n50 50 50 50 900\n50 50 50 50 900");
  const { result } = play(
    bars,
    { 1: ({ orders }) => void orders.buy({ notional: 1000, timeInForce: "gtc" }) },
    { sizeAt: "at-fill", volumeShare: 0.1, cash: 5000 },
  );
  // At the second open a tenth of nothing; at the third 1000 buy twenty at 50.
  expect(result.fills.map(({ quantity, price }) => [quantity, price])).toEqual([[20, 50]]);
});

test("nor at opens at which its limit waits for a price that slippage leaves within it", () => {
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
  // 99.50 slips to 100.50, beyond the limit; at 51 a thousand buy nineteen.
  expect(quantities).toEqual([0]);
  expect(result.fills.map(({ quantity, price }) => [quantity, price])).toEqual([[19, 51]]);
});
