import { describe, expect, test } from "vitest";
import type { BarContext, RunSettings } from "hindcast";
import { flatBars } from "../support/market.ts";
import { play, type Script } from "../support/play.ts";
import { scenarios } from "../support/scenarios.ts";

// Twenty units are bought at 100 with cash of 1000. At 66 equity of 320 is below a quarter of the position, 330. The
// margin call at the close of line 3 sells all units at the open of line 4.
const settings = { cash: 1000, account: "margin", marginCalls: "at-close" } as const;
const bars = flatBars([100, 100, 66, 60, 50, 40]);
const BOUGHT = "2 00:00 buy 20 X at 100";
const LIQUIDATED = [BOUGHT, "4 00:00 sell 20 X at 60"];
const buyTwenty: Script = { 1: ({ orders }) => orders.buy({ quantity: 20 }) };
const afterMarginCall = (then: Script[string]): Script => ({ ...buyTwenty, 3: then });
const liquidationOrder = ({ orders }: BarContext) => orders.open.find(({ tag }) => tag === "margin call")!;

describe("the liquidation order of a margin call", () => {
  scenarios({
    "is not canceled by cancelAll, which cancels the other open orders": {
      // Nineteen units are worth 1197 at 63. Equity of 297 is below a quarter of that, 299.25.
      bars: flatBars([100, 100, 63, 60, 50]),
      at: {
        1: ({ orders }) => orders.buy({ quantity: 19 }),
        2: ({ orders }) => orders.buy({ quantity: 1, limit: 10, timeInForce: "gtc" }),
        3: ({ orders }) => orders.cancelAll(),
      },
      settings,
      fills: ["2 00:00 buy 19 X at 100", "4 00:00 sell 19 X at 60"],
      orders: ["buy market 19: filled", "buy limit 1: canceled requested", "sell market 19: filled"],
    },
    "is not canceled by its id": {
      bars,
      at: afterMarginCall((context) => context.orders.cancel(liquidationOrder(context).id)),
      settings,
      fills: LIQUIDATED,
      orders: ["buy market 20: filled", "sell market 20: filled"],
    },
    "cannot be replaced": {
      bars,
      at: afterMarginCall((context) => context.orders.replace(liquidationOrder(context).id, { quantity: 1 })),
      settings,
      fills: LIQUIDATED,
      orders: ["buy market 20: filled", "sell market 20: filled", "sell market 1: rejected margin_call"],
    },
    "leaves nothing to a close() at the same time": {
      bars,
      at: afterMarginCall(({ orders }) => orders.close()),
      settings,
      fills: LIQUIDATED,
      orders: ["buy market 20: filled", "sell market 20: filled", "sell market 20: canceled insufficient_position"],
    },
    "stays when that close() is canceled": {
      bars,
      at: afterMarginCall(({ orders }) => orders.cancel(orders.close())),
      settings,
      fills: LIQUIDATED,
      orders: ["buy market 20: filled", "sell market 20: filled", "sell market 20: canceled requested"],
    },
    "is canceled when a close() that fills at once ends the position": {
      bars,
      at: afterMarginCall(({ orders }) => orders.close()),
      settings: { ...settings, fillAt: "same-close" },
      fills: ["2 00:00 buy 20 X at 100", "4 00:00 sell 20 X at 66"],
      orders: ["buy market 20: filled", "sell market 20: canceled position_closed", "sell market 20: filled"],
    },
    "covers the rest when a sale fills at once": {
      bars,
      at: afterMarginCall(({ orders }) => orders.sell({ quantity: 5 })),
      settings: { ...settings, fillAt: "same-close" },
      fills: ["2 00:00 buy 20 X at 100", "4 00:00 sell 5 X at 66", "4 00:00 sell 15 X at 60"],
      orders: ["buy market 20: filled", "sell market 15: filled", "sell market 5: filled"],
    },
    "is not confused with an order of the strategy with the same tag": {
      bars,
      at: {
        ...buyTwenty,
        2: ({ orders }) => orders.sell({ quantity: 1, limit: 1e6, timeInForce: "gtc", tag: "margin call" }),
      },
      settings,
      fills: LIQUIDATED,
      orders: ["buy market 20: filled", "sell limit 1: canceled margin_call", "sell market 20: filled"],
    },
  });

  test.each<Partial<RunSettings>>([
    {},
    { closing: "reduces" },
    // With closing plain, a close() after the liquidation would open a short position.
    { closing: "plain" },
  ])("is kept when a new exclusive order cancels other orders, and no unit is sold twice, %j", (closing) => {
    const script = afterMarginCall(({ orders }) => orders.buy({ quantity: 1, limit: 10, timeInForce: "gtc" }));
    const { fills } = play(bars, script, { ...settings, exclusiveOrders: true, ...closing });
    expect(fills).toEqual(LIQUIDATED);
  });

  test("limits the loss, whatever the strategy orders at each close", () => {
    // 190 units are bought at 100 with cash of 10,000. At 60 equity of 2400 is below a quarter of the position, 2850.
    // The margin call sells them at 50.
    const falling = flatBars([100, 100, 90, 80, 70, 60, 50, 40, 30]);
    const always = (then: Script[string]): Script =>
      Object.fromEntries(Array.from({ length: 9 }, (_, i) => [i + 1, i === 0 ? buy : then]));
    const buy: Script[string] = ({ orders }) => orders.buy({ quantity: 190 });
    const runs = [
      always(({ orders }) => orders.cancelAll()),
      always(({ orders }) => orders.open.forEach(({ id }) => orders.replace(id, { quantity: 1 }))),
      always(({ orders }) => orders.cancel(orders.close())),
    ];
    const equities = runs.map((script) => [
      ...play(falling, script, { ...settings, cash: 10_000 }).result.equity.equity,
    ]);
    for (const equity of equities) expect(equity.slice(1)).toEqual([10_000, 8100, 6200, 4300, 2400, 500, 500, 500]);
  });
});
