import type { BacktestResult } from "../../src/engine/backtest-result.ts";
import { barsFrom } from "./market.ts";
import { play } from "./play.ts";

/** Text of a daily bar at a constant price. */
export const still = (price: number): string => `${price} ${price} ${price} ${price}\n`;

/** Buys 10 at 100 and 10 at 110, sells 15 at 120, reverses to 5 short at 90 and buys them back at 80. Each fill costs 2. */
export function reversedPosition(): BacktestResult {
  return play(
    barsFrom([100, 100, 110, 120, 90, 80].map(still).join("")),
    {
      1: ({ orders }) => orders.buy({ quantity: 10 }),
      2: ({ orders }) => orders.buy({ quantity: 10 }),
      3: ({ orders }) => orders.sell({ quantity: 15 }),
      4: ({ orders }) => orders.sell({ quantity: 10 }),
      5: ({ orders }) => orders.buy({ quantity: 5 }),
    },
    { account: "margin", commission: { model: "per-order", amount: 2 } },
  ).result;
}
