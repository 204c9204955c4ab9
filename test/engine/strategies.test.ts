import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type AnyStrategy, backtest, isStrategy, type MarketData, marketOf } from "hindcast";
import { beforeAll, describe, expect, test } from "vitest";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { bracketBreakout } from "../../strategies/bracket-breakout.ts";
import { donchianTurtle } from "../../strategies/donchian-turtle.ts";
import { monthlyRebalance } from "../../strategies/monthly-rebalance.ts";
import { pairsReversion } from "../../strategies/pairs-reversion.ts";
import { stochasticSwing } from "../../strategies/stochastic-swing.ts";
import { ROOT } from "../house/source-files.ts";
import { FIRST_DAY, flatBars } from "../support/market.ts";

const FOLDER = join(ROOT, "strategies");
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".ts"));
const COMMISSION = { model: "percent", rate: 0.0005 };

let market: MarketData;

beforeAll(async () => {
  const recording = await openRecording(join(ROOT, "data", "sample"));
  market = await recording.marketData({ symbols: ["SPY", "AAPL", "MSFT"], interval: "1d" });
});

describe("a sample strategy runs over three stocks with splits and dividends:", () => {
  test.each(FILES)("%s", async (file) => {
    const module = (await import(join(FOLDER, file))) as Record<string, unknown>;
    const strategies = Object.values(module).filter(isStrategy) as AnyStrategy[];
    expect(strategies.map(({ name }) => `${name}.ts`)).toEqual([file]);
    for (const strategy of strategies) {
      const settings = { commission: COMMISSION, account: strategy.needs?.account ?? "cash" } as const;
      const result = backtest(strategy, market, settings);
      const { counts, trades, entries, equity } = result;
      expect(counts.fills).toBeGreaterThan(0);
      expect(trades.length).toBeGreaterThan(0);
      const cash = entries.reduce((sum, { amount }) => sum + amount, 0);
      expect(cash).toBeCloseTo(equity.cash[equity.cash.length - 1]!, 4);
      // On these prices each sample strategy keeps more than half of its initial cash.
      expect(equity.equity[equity.equity.length - 1]!).toBeGreaterThan(50_000);
    }
  });
});

test("donchian-turtle buys a quantity that risks one percent of equity at its stop, or what cash covers", () => {
  const { orders, equity } = backtest(donchianTurtle, market, { symbols: ["SPY"], params: { risk: 0.01 } });
  const { bars, calendar } = market.series.find(({ instrument }) => instrument.symbol === "SPY")!;
  expect(calendar?.name).toBe("XNYS");
  const buys = orders.filter(({ side, status }) => side === "buy" && status === "filled");
  expect(buys.length).toBeGreaterThan(10);
  const shares = buys.map(({ id, submittedAt, quantity }) => {
    const record = equity.time.indexOf(submittedAt);
    const loss = quantity * (bars.close[record]! - orders[id]!.stopPrice!);
    return loss / equity.equity[record]!;
  });
  // Quantities are rounded down to whole units, of which each risks only a few dollars of 100,000.
  expect(Math.max(...shares)).toBeLessThanOrEqual(0.01);
  const exact = shares.filter((share) => share > 0.0099);
  expect(exact.length).toBeGreaterThan(5);
});

test("bracket-breakout exits only by its limit order or its stop order", () => {
  const { fills, orders, trades } = backtest(bracketBreakout, market);
  const exits = fills.filter(({ side }) => side === "sell").map(({ orderId }) => orders[orderId - 1]!.type);
  expect(new Set(exits)).toEqual(new Set(["limit", "stop"]));
  expect(trades.filter(({ open }) => !open).length).toBeGreaterThan(20);
});

describe("monthly-rebalance", () => {
  // Bars of 31 days of January and 29 of February 2024. A trades at 100 in January and at 200 in February, B at 50.
  const bars = {
    A: flatBars(Array.from({ length: 60 }, (_, day) => (day < 31 ? 100 : 200))),
    B: flatBars(Array.from({ length: 60 }, () => 50)),
  };
  const days = (result: { readonly fills: readonly { readonly time: number }[] }) =>
    result.fills.map(({ time }) => (time - FIRST_DAY) / 86_400_000);

  test("buys after the first session, and rebalances after the first session of the next month", () => {
    const result = backtest(monthlyRebalance, marketOf(bars), { params: { buffer: 0 } });
    // 100,000 buys 500 A and 1,000 B. On 1 February they are worth 150,000, and the new targets are 375 A and 1,500 B.
    expect(days(result)).toEqual([1, 1, 32, 32]);
    expect(result.fills.map(({ symbol, side, quantity }) => `${side} ${quantity} ${symbol}`)).toEqual([
      "buy 500 A",
      "buy 1000 B",
      "sell 125 A",
      "buy 500 B",
    ]);
  });

  test("follows given weights, and keeps the remaining weight in cash", () => {
    const result = backtest(monthlyRebalance, marketOf(bars), { params: { buffer: 0, weights: "A=0.2, B=0.3" } });
    expect(result.fills.slice(0, 2).map(({ symbol, quantity }) => `${quantity} ${symbol}`)).toEqual(["200 A", "600 B"]);
  });

  test.each(["A", "A=", "=1", "A=much"])("throws for the weights %s", (weights) => {
    expect(() => backtest(monthlyRebalance, marketOf(bars), { params: { weights } })).toThrow(
      /monthly-rebalance: weights must be SYMBOL=SHARE,/,
    );
  });
});

describe("pairs-reversion", () => {
  test("throws on a cash account", () => {
    expect(() => backtest(pairsReversion, market)).toThrow(
      "pairs-reversion needs a margin account, because it sells short or buys on credit; the account is cash",
    );
  });

  test("buys the cheap symbol and sells the expensive one short for the same value", () => {
    const { trades, symbols } = backtest(pairsReversion, market, { account: "margin" });
    expect(new Set(trades.map(({ symbol }) => symbol))).toEqual(new Set(symbols.slice(0, 2)));
    const opened = [...new Set(trades.map(({ entryTime }) => entryTime))]
      .map((time) => trades.filter(({ entryTime }) => entryTime === time))
      .filter((legs) => legs.length === 2);
    expect(opened.length).toBeGreaterThan(10);
    for (const [one, two] of opened) {
      expect(new Set([one!.direction, two!.direction])).toEqual(new Set(["long", "short"]));
      // The two sides are sized at one close and filled at the next open, so their values differ by the overnight move.
      const worth = (trade: typeof one) => trade!.entryPrice * trade!.quantity;
      expect(Math.abs(worth(one) / worth(two) - 1)).toBeLessThan(0.2);
    }
  });
});

test.each(["zipline", "zipline-reloaded"] as const)(
  "stochastic-swing runs with the conventions of %s, under which exits take several bars and limit orders stay open",
  async (conventions) => {
    const recording = await openRecording(join(ROOT, "data", "sample"));
    const minutes = await recording.marketData({ symbols: ["AAPL", "MSFT"], interval: "1m" });
    const { fills } = backtest(stochasticSwing, minutes, { conventions, account: "margin" });
    const sales = new Map<number, number>();
    const held: Record<string, number> = { AAPL: 0, MSFT: 0 };
    for (const { orderId, side, symbol, quantity } of fills) {
      if (side === "sell") sales.set(orderId, (sales.get(orderId) ?? 0) + 1);
      held[symbol]! += side === "buy" ? quantity : -quantity;
      expect(held[symbol]).toBeGreaterThanOrEqual(0);
    }
    expect(Math.max(...sales.values())).toBeGreaterThan(1);
  },
);
