import { expect, test } from "vitest";
import { crypto, market, series } from "../../support/recorded-by-hand.ts";
import { both } from "../../support/batch-and-remote.ts";

const RECORDED = market({
  mainCalendar: "24/7",
  instruments: [crypto("AAAUSD", "AAA", { tick: 0.25, lot: 1 })],
  series: [
    series(
      "AAAUSD",
      "1d",
      `2024-01-01 100 100 100 100 9
       2024-01-02 100 101.3 100 101 9
       2024-01-03 101 103.7 101 103 9
       2024-01-04 103 103.5 95 96 9
       2024-01-05 96 97 95 96 9
       2024-01-06 96 96 90 91 9`,
      "UTC",
    ),
  ],
});

/** Fills of four trailing stops: a separate order, an exit that followed the price, an exit that did not, and a buy. */
async function fillsOf(tickRounding: "fills" | "orders" | "none") {
  const { fills } = await both(
    RECORDED,
    {
      0: ({ at }) => {
        const { orders } = at("AAAUSD");
        orders.buy({ quantity: 10, stopLoss: { trailPercent: 0.033 } });
        orders.buy({ quantity: 5 });
      },
      1: ({ at }) => void at("AAAUSD").orders.sell({ quantity: 5, trailPercent: 0.033, timeInForce: "gtc" }),
      3: ({ at }) => void at("AAAUSD").orders.buy({ quantity: 1, trailPercent: 0.0033, timeInForce: "gtc" }),
      4: ({ at }) => void at("AAAUSD").orders.buy({ quantity: 2, stopLoss: { trailPercent: 0.033 } }),
    },
    { tickRounding },
  );
  return fills.map(({ side, quantity, price }) => [side, quantity, price]);
}

test("a trailing stop is rounded to ticks with tickRounding orders, also after it followed the price", async () => {
  // The best price of 103.7 less 3.3 percent is 100.2779. From 96, plus 0.33 percent is 96.3168 and less 3.3 percent is
  // 92.832.
  expect(await fillsOf("orders")).toEqual([
    ["buy", 10, 100],
    ["buy", 5, 100],
    ["sell", 10, 100.25],
    ["sell", 5, 100.25],
    ["buy", 1, 96.5],
    ["buy", 2, 96],
    ["sell", 2, 92.75],
  ]);
});

test("a trailing stop keeps its exact distance with tickRounding none", async () => {
  expect(await fillsOf("none")).toEqual([
    ["buy", 10, 100],
    ["buy", 5, 100],
    ["sell", 10, 100.2779],
    ["sell", 5, 100.2779],
    ["buy", 1, 96.3168],
    ["buy", 2, 96],
    ["sell", 2, 92.832],
  ]);
});
