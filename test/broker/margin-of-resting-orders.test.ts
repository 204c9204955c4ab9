import { describe, expect, test } from "vitest";
import type { RunSettings } from "hindcast";
import { flatBars } from "../support/market.ts";
import { play, type Script } from "../support/play.ts";

// With an initial margin of half, equity of 1,000 covers positions of 2,000. The price of X stays at 100.
const settings: Partial<RunSettings> = { account: "margin", cash: 1000 };
const gtc = { timeInForce: "gtc" } as const;

/**
 * Submits orders at the third close and returns whether each was accepted. `held` units are bought at 100 beforehand.
 */
function accepted(script: Script[string], held = 0): readonly boolean[] {
  const first: Script = held > 0 ? { 1: ({ orders }) => void orders.buy({ quantity: held }) } : {};
  const { result } = play(flatBars([100, 100, 100, 100]), { ...first, 3: script }, settings);
  return result.orders.slice(held > 0 ? 1 : 0).map(({ status }) => status !== "rejected");
}

describe("a margin account checks a resting order at the order's own price:", () => {
  test("a ladder of buys below the market may be as large as equity covers at its limits", () => {
    const ladder: Script[string] = ({ orders }) => {
      for (const limit of [80, 70, 60, 50, 40]) orders.buy({ quantity: 6, limit, ...gtc });
      orders.buy({ quantity: 2, limit: 100, ...gtc });
      orders.buy({ quantity: 1, limit: 50, ...gtc });
    };
    // The first six limits need 6 × 300 and 2 × 100, which is 2,000.
    expect(accepted(ladder)).toEqual([true, true, true, true, true, true, false]);
  });

  test.each([
    ["a buy with a limit above the market", { limit: 200 }, "buy", 10],
    ["a buy with a stop above the market", { stop: 125 }, "buy", 16],
    ["a stop-limit buy", { stop: 125, limit: 160 }, "buy", 12],
    ["a short sale with a limit above the market", { limit: 200 }, "sell", 10],
    ["a short sale with a limit below the market, which fills at the market", { limit: 50 }, "sell", 20],
    ["a short sale with a stop below the market", { stop: 50 }, "sell", 40],
    ["a stop-limit short sale", { stop: 50, limit: 40 }, "sell", 40],
  ] as const)("equity covers a limited quantity for %s", (_, terms, side, most) => {
    for (const quantity of [most, most + 1])
      expect(accepted(({ orders }) => void orders[side]({ quantity, ...terms, ...gtc }))).toEqual([quantity === most]);
  });

  test("an existing position counts at the market's last price", () => {
    // Ten units held at 100 use 1,000 of the exposure. The other 1,000 cover 20 units at 50.
    const rest: Script[string] = ({ orders }) => {
      orders.buy({ quantity: 20, limit: 50, ...gtc });
      orders.buy({ quantity: 1, limit: 50, ...gtc });
    };
    expect(accepted(rest, 10)).toEqual([true, false]);
  });

  test("of sales that reverse a long position, the most expensive ones count as the new short position", () => {
    // The first ten units sold close the position. Equity then covers ten more at a price of 200.
    for (const quantity of [16, 17]) {
      const turn: Script[string] = ({ orders }) => {
        orders.sell({ quantity: 4, limit: 200, ...gtc });
        orders.sell({ quantity, limit: 100, ...gtc });
      };
      expect(accepted(turn, 10)).toEqual([true, quantity === 16]);
    }
  });

  test("buying power is reduced by what the resting orders reserve", () => {
    const seen: number[] = [];
    const script: Script = {
      1: ({ orders }) => void orders.buy({ quantity: 8, limit: 50, ...gtc }),
      2: ({ portfolio }) => void seen.push(portfolio.buyingPower),
    };
    play(flatBars([100, 100, 100]), script, settings);
    expect(seen).toEqual([1600]);
  });
});
