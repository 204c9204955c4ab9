import { describe, expect, test } from "vitest";
import { barsFrom, flatBars } from "../support/market.ts";
import { play, type Script } from "../support/play.ts";
import { scenarios } from "../support/scenarios.ts";

// Buying 20 units at 100 with 1,000 of cash leaves a debt of 1,000. Equity, 20p - 1000, equals a quarter of the
// position, 5p, at p = 66 2/3.
const settings = { cash: 1000, account: "margin" } as const;
const STILL = "100 100 100 100\n";
const BOUGHT = "2 00:00 buy 20 X at 100";
const LINE = 66.6666666666667;
const buyTwenty: Script = { 1: ({ orders }) => orders.buy({ quantity: 20 }) };
// Selling 19 units short brings 1,900. Equity, 2900 - 19p, equals a quarter of the position, 4.75p, at p = 2900 /
// 23.75.
const SHORT_LINE = 122.105263157895;

describe("a margin call inside a bar", () => {
  scenarios({
    "fills at the price where equity meets the maintenance margin, even if the bar closes far from that price": {
      bars: barsFrom(`${STILL}100 100 100 100\n100 101 5 99\n99 99 99 99`),
      at: buyTwenty,
      settings,
      fills: [BOUGHT, `4 00:00 sell 20 X at ${LINE}`],
      orders: ["buy market 20: filled", "sell stop 20: filled"],
      events: [
        "2 00:00 order 1 accepted",
        "2 00:00 order 1 new",
        "2 00:00 order 1 fill",
        "4 00:00 order 2 new",
        "4 00:00 order 2 triggered",
        "4 00:00 order 2 fill",
      ],
      cash: 333.33,
    },
    "does not happen if the bar's worst price only meets the margin": {
      // Equity, 20p - 650, equals half of the position, 10p, at p = 65.
      bars: barsFrom("75 75 75 75\n75 75 75 75\n75 75 65 70"),
      at: buyTwenty,
      settings: { cash: 850, account: "margin", maintenanceMargin: 0.5 },
      fills: ["2 00:00 buy 20 X at 75"],
    },
    "can happen in the bar at whose open the position was entered": {
      bars: barsFrom(`${STILL}100 100 60 100`),
      at: buyTwenty,
      settings,
      fills: [BOUGHT, `3 00:00 sell 20 X at ${LINE}`],
    },
    "fills at the open if the bar opens below the margin": {
      bars: barsFrom(`${STILL}100 100 100 100\n50 120 40 110`),
      at: buyTwenty,
      settings,
      fills: [BOUGHT, "4 00:00 sell 20 X at 50"],
    },
    "fills on the way up for a short position": {
      bars: barsFrom(`${STILL}100 100 100 100\n100 200 99 100`),
      at: { 1: ({ orders }) => orders.sell({ quantity: 19 }) },
      settings,
      fills: ["2 00:00 sell 19 X at 100", `4 00:00 buy 19 X at ${SHORT_LINE}`],
    },
    "fills at the next tick on the way down, and slips from there": {
      bars: barsFrom(`${STILL}100 100 100 100\n100 101 5 99`),
      at: buyTwenty,
      settings: { ...settings, slippage: { model: "amount", amount: 0.5 } },
      instrument: { tick: 0.25 },
      // Buying 19 units at 100.5 leaves a debt of 909.50. Equity equals a quarter of the position at 63.82; the next
      // tick below is 63.75.
      fills: ["2 00:00 buy 19 X at 100.5, slipped 0.5", "4 00:00 sell 19 X at 63.25, slipped 0.5"],
    },
    "includes the contract's multiplier of ten": {
      bars: barsFrom(`${STILL}100 100 100 100\n100 101 5 99`),
      at: { 1: ({ orders }) => orders.buy({ quantity: 2 }) },
      settings,
      instrument: { multiplier: 10 },
      fills: ["2 00:00 buy 2 X at 100", `4 00:00 sell 2 X at ${LINE}`],
    },
    "is limited by volume, and the rest fills at the following opens": {
      bars: barsFrom(
        "100 100 100 100 1000\n100 100 100 100 1000\n100 100 50 90 100\n80 80 80 80 100\n70 70 70 70 1000",
      ),
      at: buyTwenty,
      settings: { ...settings, volumeShare: 0.1 },
      fills: [BOUGHT, `4 00:00 sell 10 X at ${LINE}`, "5 00:00 sell 10 X at 80"],
    },
    "does not happen if a stop that the price reaches first closes the position": {
      bars: barsFrom(`${STILL}100 100 100 100\n100 101 5 99`),
      at: { ...buyTwenty, 2: ({ orders }) => orders.sell({ quantity: 20, stop: 70, timeInForce: "gtc" }) },
      settings,
      fills: [BOUGHT, "4 00:00 sell 20 X at 70"],
    },
    "fills before a stop beyond it, which is canceled": {
      bars: barsFrom(`${STILL}100 100 100 100\n100 101 5 99`),
      at: { ...buyTwenty, 2: ({ orders }) => orders.sell({ quantity: 20, stop: 60, timeInForce: "gtc" }) },
      settings,
      fills: [BOUGHT, `4 00:00 sell 20 X at ${LINE}`],
      orders: ["buy market 20: filled", "sell stop 20: canceled margin_call", "sell stop 20: filled"],
    },
    "still happens if a stop closes too small a part": {
      // Selling ten units at 70 leaves a debt of 300. Equity, 10p - 300, equals a quarter of the position, 2.5p, at p =
      // 40.
      bars: barsFrom(`${STILL}100 100 100 100\n100 101 5 99`),
      at: { ...buyTwenty, 2: ({ orders }) => orders.sell({ quantity: 10, stop: 70, timeInForce: "gtc" }) },
      settings,
      fills: [BOUGHT, "4 00:00 sell 10 X at 70", "4 00:00 sell 10 X at 40"],
    },
    "with pessimistic intrabar fills before a target on the other side": {
      bars: barsFrom(`${STILL}100 100 100 100\n100 120 5 99`),
      at: { ...buyTwenty, 2: ({ orders }) => orders.sell({ quantity: 20, limit: 110, timeInForce: "gtc" }) },
      settings,
      fills: [BOUGHT, `4 00:00 sell 20 X at ${LINE}, ambiguous`],
    },
    "with intrabar ohlc does not happen if the price reaches the target first": {
      bars: barsFrom(`${STILL}100 100 100 100\n100 120 5 99`),
      at: { ...buyTwenty, 2: ({ orders }) => orders.sell({ quantity: 20, limit: 110, timeInForce: "gtc" }) },
      settings: { ...settings, intrabar: "ohlc" },
      fills: [BOUGHT, "4 00:00 sell 20 X at 110, ambiguous"],
    },
    "can follow an entry inside the same bar": {
      bars: barsFrom(`${STILL}100 100 5 99`),
      // Buying 20 units at 95 leaves a debt of 900. Equity, 20p - 900, equals a quarter of the position, 5p, at p = 60.
      at: { 1: ({ orders }) => orders.buy({ quantity: 20, limit: 95, timeInForce: "gtc" }) },
      settings,
      fills: ["3 00:00 buy 20 X at 95", "3 00:00 sell 20 X at 60, ambiguous"],
    },
    "can follow a fill that adds to the position inside the bar": {
      // Buying ten more at 80 makes 30 units with a debt of 1,800. Equity, 30p - 1800, equals a quarter of the position
      // at p = 80, the price of that buy.
      bars: barsFrom(`${STILL}100 100 100 100\n100 100 5 99`),
      at: { ...buyTwenty, 2: ({ orders }) => orders.buy({ quantity: 10, limit: 80, timeInForce: "gtc" }) },
      settings: { ...settings, shortCash: "allow-negative", initialMargin: 0.3 },
      fills: [BOUGHT, "4 00:00 buy 10 X at 80", "4 00:00 sell 30 X at 80"],
    },
    "with intrabar optimistic does not happen if the entry may follow the worst price": {
      bars: barsFrom(`${STILL}100 110 5 108`),
      at: { 1: ({ orders }) => orders.buy({ quantity: 18, stop: 105, timeInForce: "gtc" }) },
      settings: { ...settings, intrabar: "optimistic" },
      fills: ["3 00:00 buy 18 X at 105"],
    },
    "with intrabar as-given follows all other orders": {
      bars: barsFrom(`${STILL}100 100 100 100\n100 120 5 99`),
      at: { ...buyTwenty, 2: ({ orders }) => orders.sell({ quantity: 10, limit: 110, timeInForce: "gtc" }) },
      settings: { ...settings, intrabar: "as-given" },
      // After the sale equity, 10p + 100, is always above a quarter of the position.
      fills: [BOUGHT, "4 00:00 sell 10 X at 110"],
    },
  });

  test("is tagged, counted and explained", () => {
    const bars = barsFrom(`${STILL}100 100 100 100\n100 101 5 99\n99 99 99 99`);
    const { result } = play(bars, buyTwenty, settings);
    const call = result.orders[1]!;
    expect(call).toMatchObject({ tag: "margin call", type: "stop", stopPrice: LINE, reduceOnly: true });
    expect(result.counts.marginCalls).toBe(1);
    expect(result.warnings.join()).toContain("1 position liquidated by margin calls: inside a bar");
    const [fill] = result.explain(2).fills;
    expect(fill!.at).toBe("bar");
    expect(fill!.bar.low).toBe(5);
    expect(fill!.rule).toBe(
      "Margin call: equity fell to the maintenance margin at this price, assuming that all bars that close at this time move from open to worst price together.",
    );
  });

  test("has its own warning if a bar opens below the maintenance margin", () => {
    const bars = barsFrom(`${STILL}100 100 100 100\n50 120 40 110`);
    const { result } = play(bars, buyTwenty, settings);
    expect(result.warnings).toContain(
      "1 position liquidated by margin calls: at the open of a bar, where equity was below the maintenance margin.",
    );
  });

  test("is counted apart from margin calls at opens, in one warning", () => {
    // At the open of 60 equity of 200 is below a quarter of 1,200. The remaining 200 buy 4 units at 100 with a debt of
    // 200: equity, 4p - 200, equals a quarter of the position at 66 2/3.
    const bars = barsFrom(`${STILL}100 100 100 100\n60 60 60 60\n${STILL}100 100 50 90`);
    const script: Script = { ...buyTwenty, 4: ({ orders }) => orders.buy({ quantity: 4 }) };
    const { fills, result } = play(bars, script, settings);
    expect(fills).toEqual([BOUGHT, "4 00:00 sell 20 X at 60", "5 00:00 buy 4 X at 100", `6 00:00 sell 4 X at ${LINE}`]);
    expect(result.counts.marginCalls).toBe(2);
    expect(result.warnings).toContain(
      "2 positions liquidated by margin calls: 1 at the open of a bar, where equity was below the maintenance margin; 1 inside a bar where equity fell to the maintenance margin.",
    );
  });

  test('is not confused with an order of the strategy that has the tag "margin call"', () => {
    const script: Script = { 1: ({ orders }) => orders.buy({ quantity: 1, tag: "margin call" }) };
    const { result } = play(flatBars([100, 100, 100]), script, settings);
    expect(result.orders[0]).toMatchObject({ status: "filled", tag: "margin call" });
    expect(result.counts.marginCalls).toBe(0);
    expect(result.warnings.join()).not.toContain("margin calls");
  });

  test("does not happen with marginCalls at-close", () => {
    const bars = barsFrom(`${STILL}100 100 100 100\n100 101 5 99\n99 99 99 99`);
    const { fills, result } = play(bars, buyTwenty, { ...settings, marginCalls: "at-close" });
    expect(fills).toEqual([BOUGHT]);
    expect(result.counts.marginCalls).toBe(0);
  });

  test.each(["backtesting.py", "backtrader", "lean", "zipline", "zipline-reloaded"] as const)(
    "does not happen with the conventions of %s",
    (conventions) => {
      const { result } = play(flatBars([100, 100]), { 1: () => 0 }, { conventions });
      expect(result.settings.marginCalls).toBe("at-close");
    },
  );
});

describe("margin calls for several positions", () => {
  const both = (a: string, b: string) => ({ A: barsFrom(a), B: barsFrom(b) });
  const buy = (a: number, b: number): Script => ({
    1: (context) => {
      const run = context as unknown as { at(symbol: string): typeof context };
      run.at("A").orders.buy({ quantity: a });
      run.at("B").orders.buy({ quantity: b });
    },
  });

  test("move all bars from open to worst price together, and liquidate the largest position first", () => {
    // 12 A and 8 B at 100 are bought with 1,000. A falls by 80 and B by 20. At a share s of the way down, equity of
    // 1000 - 1120s equals a quarter of the positions, 500 - 280s, if s = 500 / 840. At that point A is worth 628.57 and
    // B 704.76, so B is closed first, and 333.33 of equity covers a quarter of A. Later A alone, 12p with a debt of
    // 295.24, reaches its margin at 32.80.
    const bars = both(`${STILL}100 100 100 100\n100 100 20 90`, `${STILL}100 100 100 100\n100 100 80 90`);
    const { fills } = play(bars, buy(12, 8), { ...settings, moneyRounding: "none" });
    expect(fills.slice(2)).toEqual(["4 00:00 sell 8 B at 88.0952380952381", "4 00:00 sell 12 A at 32.8042328042328"]);
  });

  test("liquidate positions of equal value together", () => {
    const bars = both(`${STILL}100 100 100 100\n100 100 20 90`, `${STILL}100 100 100 100\n100 100 20 90`);
    const { fills } = play(bars, buy(10, 10), settings);
    expect(fills.slice(2)).toEqual([`4 00:00 sell 10 A at ${LINE}`, `4 00:00 sell 10 B at ${LINE}`]);
  });

  test("do not happen if another symbol's stop fills earlier on the way to the worst prices", () => {
    // B's stop at 95 is a quarter of B's way down, at which A is at 80. Selling 10 B brings 950, and then equity covers
    // 10 A down to 6.67.
    const bars = both(`${STILL}100 100 100 100\n100 100 20 90`, `${STILL}100 100 100 100\n100 100 80 90`);
    const script: Script = {
      ...buy(10, 10),
      2: (context) => {
        const run = context as unknown as { at(symbol: string): typeof context };
        run.at("B").orders.sell({ quantity: 10, stop: 95, timeInForce: "gtc" });
      },
    };
    const { fills } = play(bars, script, settings);
    expect(fills.slice(2)).toEqual(["4 00:00 sell 10 B at 95"]);
  });
});
