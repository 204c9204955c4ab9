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
