import { describe, expect, test } from "vitest";
import { barsFrom, flatBars } from "../support/market.ts";
import { play, type Script } from "../support/play.ts";

const BARS = barsFrom(`
  100 100 100 100
  100 110 100 105
  104 120 104 118
`);
const buy: Script = { 1: ({ orders }) => void orders.buy({ quantity: 10 }) };
const COMMISSION = { commission: { model: "per-order", amount: 7 } };

test("the setting finalize sells open positions at the last price, with commission, and their trades count as closed", () => {
  const { result, fills } = play(BARS, buy, { atEnd: "finalize", cash: 2000, ...COMMISSION });
  expect(fills).toEqual(["2 00:00 buy 10 X at 100, commission 7", "4 00:00 sell 10 X at 118, commission 7"]);
  expect(result.counts).toMatchObject({ trades: 1, openTrades: 0 });
  // The trade gains 180 and pays 14 of commission.
  expect(result.trades[0]).toMatchObject({ pnl: 166, open: false, exitPrice: 118, commission: 14 });
  expect(result.equity.equity[2]).toBe(2166);
  expect(result.equity.cash[2]).toBe(2166);
  expect(result.summary["final-equity"]).toBe(2166);
});

test("the setting mark keeps open positions and charges no commission for an exit", () => {
  const { result, fills } = play(BARS, buy, { cash: 2000, ...COMMISSION });
  expect(fills).toHaveLength(1);
  expect(result.counts).toMatchObject({ trades: 0, openTrades: 1 });
  expect(result.equity.equity[2]).toBe(2173);
});

test("the setting finalize-at-open sells open positions at the open of the last bar", () => {
  const { fills } = play(BARS, buy, { atEnd: "finalize-at-open", cash: 2000 });
  expect(fills[1]).toBe("4 00:00 sell 10 X at 104");
});

test("finalizing sells a position once, at its price, for any volume and any fillAt", () => {
  const settings = { fillAt: "same-close", volumeShare: 0.005, cash: 2000, ...COMMISSION } as const;
  const five: Script[string] = ({ orders }) => void orders.buy({ quantity: 5 });
  const script: Script = { 1: five, 2: five };
  const bought = ["2 00:00 buy 5 X at 100, commission 7", "3 00:00 buy 5 X at 105, commission 7"];
  const closed = (atEnd: "finalize" | "finalize-at-open") => play(BARS, script, { ...settings, atEnd }).fills;
  expect(closed("finalize")).toEqual([...bought, "4 00:00 sell 10 X at 118, commission 7"]);
  expect(closed("finalize-at-open")).toEqual([...bought, "4 00:00 sell 10 X at 104, commission 7"]);
});

test("finalizing buys back short positions, and sells each symbol at the symbol's own last price", () => {
  const bars = { A: flatBars([10, 10, 12]), B: flatBars([20, 20, 15]) };
  const script: Script = {
    1: ({ at }) => {
      at("A").orders.buy({ quantity: 5 });
      at("B").orders.sell({ quantity: 5 });
    },
  };
  const { fills, result } = play(bars, script, { account: "margin", atEnd: "finalize", cash: 1000 });
  expect(fills.slice(2)).toEqual(["4 00:00 sell 5 A at 12", "4 00:00 buy 5 B at 15"]);
  expect(result.equity.equity[2]).toBe(1035);
  expect(result.counts).toMatchObject({ trades: 2, openTrades: 0 });
});

test("finalizing a position cancels its open exits", () => {
  const script: Script = { 1: ({ orders }) => void orders.buy({ quantity: 10, takeProfit: 200, stopLoss: 50 }) };
  const { result } = play(BARS, script, { atEnd: "finalize" });
  expect(result.orders.map(({ status }) => status)).toEqual(["filled", "canceled", "canceled", "filled"]);
});

test("finalizing does not fill a strategy's order that has the tag finalize", () => {
  const far: Script[string] = ({ orders }) =>
    orders.buy({ quantity: 1, limit: 50, timeInForce: "gtc", tag: "finalize" });
  const { fills } = play(BARS, { ...buy, 2: far }, { atEnd: "finalize", cash: 2000 });
  expect(fills).toEqual(["2 00:00 buy 10 X at 100", "4 00:00 sell 10 X at 118"]);
});

test("finalizing does not change a run that is flat at the end", () => {
  const script: Script = { ...buy, 2: ({ orders }) => void orders.close() };
  const [one, two] = (["mark", "finalize"] as const).map((atEnd) => play(BARS, script, { atEnd }).result);
  expect(two!.fillHash).toBe(one!.fillHash);
  expect(two!.equity).toEqual(one!.equity);
});

test.each(["finalize", "finalize-at-open"] as const)(
  "the setting %s closes positions at the end of the last bar, not of a session that ends later",
  (atEnd) => {
    // Four hourly bars start at midnight UTC of 1 January 2024; the session ends at the next midnight.
    const { fills, result } = play(flatBars([10, 10, 10, 10], "1h"), { "1 02:00": buy[1]! }, { atEnd, cash: 1000 });
    expect(fills.map((fill) => fill.slice(0, 12))).toEqual(["1 02:00 buy ", "1 04:00 sell"]);
    // The position is bought at the open of the third hour.
    expect(result.summary["average-trade-duration"]).toBe(2 * 3_600_000);
    expect(result.equity.time.at(-1)).toBe(result.to);
    expect(result.orders.at(-1)!.submittedAt).toBe(result.to);
  },
);

test.each([
  ["finalize", 118],
  ["finalize-at-open", 104],
] as const)(
  "the setting %s closes a position at a price of the symbol's last bar, even if that bar is a day older",
  (atEnd, price) => {
    const bars = { X: BARS, Y: flatBars([10, 10, 10, 10]) };
    const script: Script = { 1: ({ at }) => void at("X").orders.buy({ quantity: 10 }) };
    const { fills, result } = play(bars, script, { atEnd, cash: 2000 });
    expect(fills[1]).toBe(`5 00:00 sell 10 X at ${price}`);
    expect(result.warnings.join()).not.toContain("Bars end before the run does");
  },
);

describe("a symbol whose bars end before the run", () => {
  // X has bars on 1 to 3 January 2024, and Y on 60 days up to 29 February.
  const bars = { X: BARS, Y: flatBars(Array.from({ length: 60 }, () => 10)) };
  const script: Script = {
    1: ({ at, time }) => {
      // Submits orders only on 1 January, not at the start of other months.
      if (time > Date.UTC(2024, 0, 2)) return;
      at("X").orders.buy({ quantity: 10 });
      at("Y").orders.buy({ quantity: 5 });
    },
  };
  const BOUGHT = ["2 00:00 buy 10 X at 100", "2 00:00 buy 5 Y at 10"];

  test.each(["finalize", "finalize-at-open"] as const)(
    "is not sold by the setting %s, and a warning says so",
    (atEnd) => {
      const { fills, result } = play(bars, script, { atEnd, cash: 2000 });
      expect(fills).toEqual([...BOUGHT, "1 00:00 sell 5 Y at 10"]);
      expect(result.trades.map(({ symbol, open }) => [symbol, open])).toEqual([
        ["Y", false],
        ["X", true],
      ]);
      expect(result.warnings.join()).toContain(
        "Bars end before the run does: X (2024-01-03); positions in these symbols stay",
      );
      // Equity is 950 in cash, 50 in Y, and ten units of X at 118.
      expect(result.equity.equity.at(-1)).toBe(2180);
      expect(result.equity.cash.at(-1)).toBe(1000);
    },
  );

  test("with barsEnd settle is settled at its last price before other symbols are sold", () => {
    const { fills, result } = play(bars, script, { atEnd: "finalize", barsEnd: "settle", cash: 2000 });
    expect(fills).toEqual([...BOUGHT, "1 00:00 sell 5 Y at 10"]);
    // The bar of 3 January closed on 4 January at 0:00, 31 days before 4 February.
    expect(result.trades.map(({ symbol, exitPrice, open }) => [symbol, exitPrice, open])).toEqual([
      ["X", 118, false],
      ["Y", 10, false],
    ]);
    expect(result.counts.openTrades).toBe(0);
  });

  test.each([
    ["marked at the end", {}, "2024-03-01T00:00:00.000Z", "2024-02-29"],
    ["settled after 31 days", { barsEnd: "settle" }, "2024-02-04T00:00:00.000Z", "2024-02-03"],
  ] as const)("has a trade %s, dated by the trade's exit time", (_, settings, time, date) => {
    const { result } = play(bars, script, { cash: 2000, ...settings });
    const trade = result.trades.find(({ symbol }) => symbol === "X")!;
    expect([new Date(trade.exitTime).toISOString(), trade.exitDate]).toEqual([time, date]);
  });
});
