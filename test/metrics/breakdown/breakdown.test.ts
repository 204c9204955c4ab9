import { backtest } from "hindcast";
import { describe, expect, test } from "vitest";
import type { Entry, EntryKind, Trade } from "../../../src/ledger/records.ts";
import {
  costBreakdown,
  tradeDurations,
  tradesBy,
  tradesByDirection,
  tradesBySymbol,
  tradeStreaks,
} from "../../../src/metrics/breakdowns.ts";
import { barsOf, EIGHT_DAYS, marketOfBars, scripted } from "../../report/fixture.ts";

const HOUR = 3_600_000;
const trade = (facts: Partial<Trade>): Trade => ({
  symbol: "ACME",
  direction: "long",
  quantity: 1,
  entryTime: 0,
  entryPrice: 100,
  exitTime: HOUR,
  exitPrice: 100,
  pnl: 0,
  return: (facts.pnl ?? 0) / 100,
  commission: 1,
  mae: 0,
  mfe: 0,
  bars: 1,
  open: false,
  tag: "",
  ...facts,
});
const TRADES = [
  trade({ pnl: 10 }),
  trade({ pnl: -5, symbol: "BETA", direction: "short", exitTime: 4 * HOUR }),
  trade({ pnl: 20, exitTime: 2 * HOUR, tag: "late" }),
  trade({ pnl: -3, exitTime: 9 * HOUR }),
  trade({ pnl: 1000, open: true }),
];

describe("breakdowns of trades", () => {
  test("by symbol are sorted by symbol, and leave out open trades", () => {
    expect(tradesBySymbol(TRADES)).toEqual([
      {
        key: "ACME",
        trades: 3,
        pnl: 27,
        commission: 3,
        winRate: 2 / 3,
        profitFactor: 10,
        payoffRatio: 5,
        expectancy: 9,
        averageTrade: expect.closeTo(0.09, 12) as number,
        longestWinningStreak: 2,
        longestLosingStreak: 1,
      },
      expect.objectContaining({ key: "BETA", trades: 1, pnl: -5, winRate: 0, profitFactor: 0, payoffRatio: NaN }),
    ]);
  });

  test("group trades by direction or by any other key", () => {
    expect(tradesByDirection(TRADES).map(({ key, pnl }) => [key, pnl])).toEqual([
      ["long", 27],
      ["short", -5],
    ]);
    expect(tradesBy(TRADES, ({ tag }) => tag).map(({ key, trades }) => [key, trades])).toEqual([
      ["", 3],
      ["late", 1],
    ]);
  });

  test("by duration state the shortest, median, mean and longest, and the means of winners and losers", () => {
    const durations = tradeDurations(TRADES);
    const hours = Object.fromEntries(Object.entries(durations).map(([name, value]) => [name, value / HOUR]));
    expect(hours).toEqual({ shortest: 1, median: 3, mean: 4, longest: 9, meanWinning: 1.5, meanLosing: 6.5 });
    expect(tradeDurations([]).mean).toBeNaN();
  });

  test("list streaks of winning and losing trades, which a trade with profit 0 ends", () => {
    expect(tradeStreaks(Float64Array.of(1, 2, 0, 3, -1, -4))).toEqual([
      { won: true, first: 0, trades: 2, pnl: 3 },
      { won: true, first: 3, trades: 1, pnl: 3 },
      { won: false, first: 4, trades: 2, pnl: -5 },
    ]);
    expect(tradeStreaks(new Float64Array(0))).toEqual([]);
    expect(tradeStreaks(Float64Array.of(NaN, 1))).toEqual([{ won: true, first: 1, trades: 1, pnl: 1 }]);
  });
});

describe("breakdowns of costs", () => {
  test("equal the commission and slippage that the run paid", () => {
    const settings = {
      cash: 1000,
      commission: { model: "percent", rate: 0.01 },
      slippage: { model: "bps", bps: 100 },
    };
    const result = backtest(scripted({ 0: 10, 2: 0 }), EIGHT_DAYS, settings);
    const costs = costBreakdown(result.entries, result.fills);
    expect(costs.commission).toBeCloseTo(result.summary["commission-paid"]!, 10);
    expect(costs.slippage).toBeCloseTo(result.summary["slippage-paid"]!, 10);
    expect(costs.slippage).toBeGreaterThan(0);
    expect(costs).toMatchObject({ borrow: 0, interest: 0, total: costs.commission + costs.slippage });
  });

  test("include slippage that moves a fill price below zero", () => {
    const cheap = marketOfBars({ X: barsOf([3, 3, 1, 1].map((price) => [price, price, price, price])) });
    // With a slippage of 2, the strategy buys at 3 + 2 and sells at 1 - 2.
    const settings = { cash: 1000, slippage: { model: "amount", amount: 2 } };
    const result = backtest(scripted({ 0: 10, 1: 0 }), cheap, settings);
    expect(result.fills.map(({ price }) => price)).toEqual([5, -1]);
    expect(result.summary["slippage-paid"]).toBe(40);
    expect(costBreakdown(result.entries, result.fills).slippage).toBe(40);
  });

  test("include borrow fees, with earned interest as a negative cost", () => {
    const entry = (kind: string, amount: number): Entry => ({
      sequence: 1,
      time: 0,
      kind: kind as EntryKind,
      symbol: "",
      quantity: 0,
      price: 0,
      amount,
      orderId: 0,
    });
    const entries = [entry("deposit", 1000), entry("interest", 3), entry("interest", -1), entry("borrow", -5)];
    expect(costBreakdown(entries, [])).toEqual({ commission: 0, slippage: 0, borrow: 5, interest: -2, total: 3 });
  });
});
