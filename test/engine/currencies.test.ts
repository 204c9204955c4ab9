import { backtest, type BarContext, defineStrategy, marketOf, type RunSettings } from "hindcast";
import { describe, expect, test } from "vitest";
import { barsFrom, flatBars } from "../support/market.ts";

const buyer = defineStrategy({
  name: "buyer",
  onBar({ bar, orders }: BarContext) {
    if (bar.index === 1) orders.buy({ quantity: 10 });
    if (bar.index === 3) orders.close();
  },
});

function run(pair: string, rates: readonly number[], settings: Partial<RunSettings> = {}) {
  const market = marketOf(
    { SAP: flatBars([100, 100, 100, 110, 110, 110]), [pair]: flatBars(rates) },
    { SAP: { currency: "EUR" } },
  );
  return backtest(buyer, market, { symbols: ["SAP"], cash: 10_000, ...settings });
}

/** Amounts of all ledger entries except conversions. */
function amounts({ entries }: Pick<ReturnType<typeof backtest>, "entries">): number[] {
  return entries.filter(({ kind }) => kind !== "conversion").map(({ amount }) => amount);
}

describe("a symbol in a currency other than the account's", () => {
  test("is bought, valued and sold at the rate of the pair's last closed bar", () => {
    // Units are bought at the third open for 100 EUR at a rate of 1.10: 1,100 dollars. At the third close the rate of
    // 1.20 makes equity 9,900 - 1,000 + 1,200. They are sold at the fifth open for 110 EUR at the fourth close's rate
    // of 1.30: 1,430.
    const result = run("EURUSD", [1, 1.1, 1.2, 1.3, 1.4, 1.5]);
    expect(result.fills.map(({ side, quantity, price }) => [side, quantity, price])).toEqual([
      ["buy", 10, 100],
      ["sell", 10, 110],
    ]);
    expect([...result.equity.equity]).toEqual([10_000, 10_000, 10_100, 10_330, 10_330, 10_330]);
    expect(result.trades[0]).toMatchObject({ pnl: 330, entryPrice: 100, exitPrice: 110 });
    expect(amounts(result)).toEqual([10_000, -1100, 1430]);
  });

  test("is converted by the inverse pair if the market has only the inverse pair", () => {
    const result = run("USDEUR", [1, 0.8, 0.5, 0.5, 0.5, 0.5]);
    expect(amounts(result)).toEqual([10_000, -1250, 2200]);
  });

  test("is sized by the cash of the account's own currency", () => {
    const market = marketOf(
      { SAP: flatBars([100, 100, 100]), EURUSD: flatBars([2, 2, 2]) },
      { SAP: { currency: "EUR" } },
    );
    const strategy = defineStrategy({ name: "all", onBar: ({ orders }) => void orders.buy({ percent: 1 }) });
    const result = backtest(strategy, market, { symbols: ["SAP"], cash: 1100 });
    expect(result.fills.map(({ quantity }) => quantity)).toEqual([5]);
  });

  test("reserves cash for open orders at the current rate, even while its own price is constant", () => {
    const seen: number[] = [];
    const strategy = defineStrategy({
      name: "resting",
      onBar({ bar, orders, portfolio }) {
        if (bar.index === 0) orders.buy({ quantity: 10, limit: 50, timeInForce: "gtc" });
        if (bar.index > 0) seen.push(portfolio.buyingPower);
      },
    });
    const market = marketOf(
      { SAP: flatBars([100, 100, 100, 100]), EURUSD: flatBars([1, 1.1, 1.2, 1.2]) },
      { SAP: { currency: "EUR" } },
    );
    backtest(strategy, market, { symbols: ["SAP"], cash: 2000 });
    // An order of ten units at 50 reserves 550, then 600 at the new rate.
    expect(seen).toEqual([1450, 1400, 1400]);
  });

  test("throws without a currency pair, or with a pair that begins too late", () => {
    const market = marketOf({ SAP: flatBars([100, 100, 100]) }, { SAP: { currency: "EUR" } });
    expect(() => backtest(buyer, market)).toThrow("the data need EURUSD or USDEUR, and have neither");
    const late = { ...market, rates: marketOf({ EURUSD: barsFrom("-\n-\n-\n1 1 1 1") }).series };
    expect(() => backtest(buyer, late)).toThrow(
      "EURUSD must have a price by 2024-01-02T00:00:00.000Z, when SAP can first be ordered; its first price is at 2024-01-05T00:00:00.000Z; begin the run later, or leave SAP out",
    );
  });
});

describe("a conversion entry", () => {
  const DAY = 86_400_000;
  const FIRST = flatBars([1]).time[0]!;

  test("precedes the entry of the payment that it converts, with the rate, the pair and the rate's time", () => {
    const { entries } = run("EURUSD", [1, 1.1, 1.2, 1.3, 1.4, 1.5], { commission: { model: "per-order", amount: 2 } });
    expect(entries.map(({ sequence, kind }) => `${sequence} ${kind}`)).toEqual([
      "1 deposit",
      "2 conversion",
      "3 fill",
      "4 commission",
      "5 conversion",
      "6 fill",
      "7 commission",
    ]);
    expect(entries[1]).toEqual({
      sequence: 2,
      time: FIRST + 2 * DAY,
      kind: "conversion",
      symbol: "SAP",
      quantity: 0,
      price: 1.1,
      amount: 0,
      orderId: 1,
      // Ten units were bought at 100 euros, converted at the close of the second day.
      converted: { currency: "EUR", amount: -1000, pair: "EURUSD", rateTime: FIRST + 2 * DAY },
    });
    expect(entries[4]!.converted).toMatchObject({ amount: 1100, rateTime: FIRST + 4 * DAY });
  });

  test("by an inverse pair has the inverse of that pair's price as rate", () => {
    const { entries } = run("USDEUR", [1, 0.8, 0.5, 0.5, 0.5, 0.5]);
    const changes = entries.filter(({ kind }) => kind === "conversion");
    expect(changes.map(({ price, converted }) => [price, converted!.amount, converted!.pair])).toEqual([
      [1.25, -1000, "USDEUR"],
      [2, 1100, "USDEUR"],
    ]);
  });

  test("does not change the cash shown in the explanation of a fill", () => {
    const result = run("EURUSD", [1, 1.1, 1.2, 1.3, 1.4, 1.5], { commission: { model: "per-order", amount: 2 } });
    expect(result.explain(1).fills[0]).toMatchObject({ cashBefore: 10_000, cashAfter: 8898 });
  });
});

describe("a currency pair as a traded symbol", () => {
  const held = defineStrategy({
    name: "held",
    onBar: ({ bar, orders }: BarContext) => void (bar.index === 1 && orders.buy({ quantity: 10 })),
  });

  test("has a constant value if it buys the account's own currency, which a warning explains", () => {
    const pair = { USDJPY: flatBars([100, 100, 120, 80, 80]) };
    const market = marketOf(pair, { USDJPY: { currency: "JPY" } });
    const result = backtest(held, market, { cash: 1000 });
    // Ten units are bought at 120 yen and the rate of the previous close, 1/100, for 12 dollars. From then on they are
    // worth 10 dollars.
    expect([...result.equity.equity]).toEqual([1000, 1000, 998, 998, 998]);
    expect(result.warnings).toContain(
      "USDJPY buys USD, the account's own currency: its return is only the change of the rate between the fill and the last close. Set currency to JPY to trade it.",
    );
    const inYen = backtest(held, market, { cash: 10_000, currency: "JPY" });
    expect([...inYen.equity.equity]).toEqual([10_000, 10_000, 10_000, 9600, 9600]);
    expect(inYen.warnings.join()).not.toContain("USDJPY");
  });

  test("may begin after other symbols, since its rate is needed only at its first order", () => {
    const late = flatBars([100, 100, 100], "1d", flatBars([1, 1, 1]).time[2]!);
    const market = marketOf({ A: flatBars([10, 10, 10, 10, 10]), USDJPY: late }, { USDJPY: { currency: "JPY" } });
    const result = backtest(held, market, { cash: 10_000 });
    expect(result.fills.map(({ symbol }) => symbol)).toEqual(["A", "USDJPY"]);
    // Buy and hold invests half of the cash in each symbol, and buys the pair at its first open and first rate.
    expect([...result.buyAndHold]).toEqual([10_000, 10_000, 10_000, 10_000, 10_000]);
  });
});

test("initial cash with a fraction of the currency's smallest unit throws, unless money is not rounded", () => {
  const of = (settings: Partial<RunSettings>) => () =>
    backtest(buyer, marketOf({ X: flatBars([1, 1]) }, { X: { currency: settings.currency ?? "USD" } }), settings);
  expect(of({ cash: 0.009 })).toThrow("cash must be at least 0.01, the smallest unit of USD, was 0.009");
  expect(of({ cash: 1000.005 })).toThrow(
    "cash must be an amount in steps of 0.01, the smallest unit of USD, was 1000.005",
  );
  expect(of({ cash: 1000.5, currency: "JPY" })).toThrow(
    "cash must be an amount in steps of 1, the smallest unit of JPY",
  );
  expect(of({ cash: 1000.005, moneyRounding: "none" })).not.toThrow();
  // These binary sums are near 0.3 and 110.
  for (const cash of [0.1 + 0.2, 100 * 1.1]) expect(of({ cash })).not.toThrow();
  expect(of({ cash: 0.9, currency: "JPY" })).toThrow("cash must be at least 1, the smallest unit of JPY, was 0.9");
  expect(of({ cash: 0.01 })().equity.equity[0]).toBe(0.01);
  expect(of({ cash: 0.001, moneyRounding: "none" })().equity.equity[0]).toBe(0.001);
});
