import { describe, expect, test } from "vitest";
import type { BarContext, RunSettings } from "hindcast";
import { flatBars } from "../support/market.ts";
import { play, type Script } from "../support/play.ts";
import { scenarios } from "../support/scenarios.ts";

// Twenty are bought at 100 with a thousand. At 66 equity is 320, and a quarter of 1320 is 330: all is called at the close of line 3 and sold at the open of line 4.
const settings = { cash: 1000, account: "margin", marginCalls: "at-close" } as const;
const bars = flatBars([100, 100, 66, 60, 50, 40]);
const BOUGHT = "2 00:00 buy 20 X at 100";
const LIQUIDATED = [BOUGHT, "4 00:00 sell 20 X at 60"];
const buyTwenty: Script = { 1: ({ orders }) => orders.buy({ quantity: 20 }) };
const onceCalled = (then: Script[string]): Script => ({ ...buyTwenty, 3: then });
const theCall = ({ orders }: BarContext) => orders.open.find(({ tag }) => tag === "margin call")!;

describe("an order by which the broker liquidates is nobody else's", () => {
  scenarios({
    "to cancel all passes it by, and ends what else is open": {
      // Nineteen at 63: equity 297, and a quarter of 1197 is 299.25.
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
    "nor does a cancel of it alone end it": {
      bars,
      at: onceCalled((context) => context.orders.cancel(theCall(context).id)),
      settings,
      fills: LIQUIDATED,
      orders: ["buy market 20: filled", "sell market 20: filled"],
    },
    "what is to take its place is refused": {
      bars,
      at: onceCalled((context) => context.orders.replace(theCall(context).id, { quantity: 1 })),
      settings,
      fills: LIQUIDATED,
      orders: ["buy market 20: filled", "sell market 20: filled", "sell market 1: rejected margin_call"],
    },
    "a closing beside it is for what it leaves, which is nothing": {
      bars,
      at: onceCalled(({ orders }) => orders.close()),
      settings,
      fills: LIQUIDATED,
      orders: ["buy market 20: filled", "sell market 20: filled", "sell market 20: canceled insufficient_position"],
    },
    "and may be canceled, without the call": {
      bars,
      at: onceCalled(({ orders }) => orders.cancel(orders.close())),
      settings,
      fills: LIQUIDATED,
      orders: ["buy market 20: filled", "sell market 20: filled", "sell market 20: canceled requested"],
    },
    "a closing that fills at once has ended the position, and the call with it": {
      bars,
      at: onceCalled(({ orders }) => orders.close()),
      settings: { ...settings, fillAt: "same-close" },
      fills: ["2 00:00 buy 20 X at 100", "4 00:00 sell 20 X at 66"],
      orders: ["buy market 20: filled", "sell market 20: canceled position_closed", "sell market 20: filled"],
    },
    "a sale that fills at once leaves it the rest": {
      bars,
      at: onceCalled(({ orders }) => orders.sell({ quantity: 5 })),
      settings: { ...settings, fillAt: "same-close" },
      fills: ["2 00:00 buy 20 X at 100", "4 00:00 sell 5 X at 66", "4 00:00 sell 15 X at 60"],
      orders: ["buy market 20: filled", "sell market 15: filled", "sell market 5: filled"],
    },
    "an order of the trader that bears its tag is none": {
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
    // Not even where a closing is an order like any other, for it would go short with what the call has sold.
    { closing: "plain" },
  ])("a new order that ends what was before leaves it and sells nothing twice, %j", (closing) => {
    const script = onceCalled(({ orders }) => orders.buy({ quantity: 1, limit: 10, timeInForce: "gtc" }));
    const { fills } = play(bars, script, { ...settings, exclusiveOrders: true, ...closing });
    expect(fills).toEqual(LIQUIDATED);
  });

  test("whatever is done at every close, nobody falls below what the call leaves", () => {
    // 190 at 100 with 10,000, as it was reported: called at 60, where equity is 2400 and a quarter of 11,400 is 2850, and sold at 50.
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
