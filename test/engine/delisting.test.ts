import {
  backtest,
  Bars,
  type CorporateAction,
  defineStrategy,
  instrument,
  marketOf,
  type RunSettings,
  type Series,
} from "hindcast";
import { describe, expect, test } from "vitest";
import { flatBars, when } from "../support/market.ts";
import { fillText, orderText } from "../support/order-text.ts";

const DAY = 86_400_000;
const JANUARY = Date.UTC(2024, 0, 1) / DAY;

/** X trades at 50 on 1 to 3 January, and Y at 10 on the first ten days of January. */
const X: Series = { instrument: instrument("X"), bars: flatBars([50, 50, 50]) };
const Y: Series = { instrument: instrument("Y"), bars: flatBars(Array.from({ length: 10 }, () => 10)) };

const delisted = (given: Partial<CorporateAction> = {}): Series => ({
  ...X,
  actions: [{ symbol: "X", kind: "delisting", exDate: JANUARY + 3, ratio: 1, cash: 0, currency: "USD", ...given }],
});

/**
 * Strategy that buys ten units of X with exits at the first close, closes X on 5 January, and buys Y with all cash on 6
 * January.
 */
const strategy = defineStrategy({
  name: "held-to-the-end",
  onBars({ at, time }) {
    const day = (time - DAY) / DAY - JANUARY + 1;
    const x = at("X").orders;
    if (day === 1) x.buy({ quantity: 10, takeProfit: 60, stopLoss: 40, timeInForce: "gtc" });
    if (day === 5) x.close();
    if (day === 6) at("Y").orders.buy({ percent: 1 });
  },
});

function run(x: Series, settings: Partial<RunSettings> = {}) {
  const result = backtest(strategy, { series: [x, Y], notes: [] }, { cash: 500, ...settings });
  const settlements = result.entries
    .filter(({ kind }) => kind === "settlement")
    .map(({ time, quantity, price, amount }) => [when(time), quantity, price, amount]);
  return { result, settlements, fills: result.fills.map(fillText), orders: result.orders.map(orderText) };
}

const BOUGHT = "2 00:00 buy 10 X at 50";

describe("an instrument with a declared delisting", () => {
  test("is settled at its last price at the close before the ex-date, and another symbol can be bought with that cash", () => {
    const { result, settlements, fills, orders } = run(delisted());
    expect(settlements).toEqual([["4 00:00", -10, 50, 500]]);
    expect(fills).toEqual([BOUGHT, "7 00:00 buy 50 Y at 10"]);
    expect(orders.slice(1, 3)).toEqual(["sell limit 10: canceled delisted", "sell stop 10: canceled other_leg"]);
    expect(result.trades.map(({ symbol, exitPrice, pnl, open }) => [symbol, exitPrice, pnl, open])).toEqual([
      ["X", 50, 0, false],
      ["Y", 10, 0, true],
    ]);
    expect(result.warnings.join()).not.toContain("Bars end");
  });

  test("is settled at the declared price, which may be zero", () => {
    expect(run(delisted({ price: 62.5 })).settlements).toEqual([["4 00:00", -10, 62.5, 625]]);
    const { result, settlements } = run(delisted({ price: 0 }));
    expect(settlements).toEqual([["4 00:00", -10, 0, 0]]);
    expect(result.equity.equity.at(-1)).toBe(0);
  });

  test("is settled in buy and hold at the declared price, which stays in cash", () => {
    // Half of the cash of 500 buys 5 units of X at 50, the other half 25 of Y at 10. X is settled on 4 January at 0:00.
    expect([...run(delisted({ price: 20 })).result.buyAndHold]).toEqual([
      500,
      500,
      ...Array.from({ length: 8 }, () => 350),
    ]);
    expect(run(delisted({ price: 0 })).result.buyAndHold.at(-1)).toBe(250);
    expect(run(delisted()).result.buyAndHold.at(-1)).toBe(500);
    const later = delisted({ price: 20, exDate: JANUARY + 7 });
    expect([...run(later).result.buyAndHold]).toEqual([
      ...Array.from({ length: 6 }, () => 500),
      ...Array.from({ length: 4 }, () => 350),
    ]);
  });

  test("is settled in buy and hold although it has later bars, and is not bought by a run that begins at those bars", () => {
    const goesOn: Series = { ...delisted({ price: 20 }), bars: flatBars([50, 50, 50, 70, 70, 70]) };
    expect(run(goesOn).result.buyAndHold.at(-1)).toBe(350);
    expect(run(goesOn, { from: "2024-01-05" }).result.buyAndHold.at(-1)).toBe(500);
  });

  test("is settled in buy and hold in the units after its splits, at the exchange rate of that day", () => {
    const split = { symbol: "X", kind: "split", exDate: JANUARY + 2, ratio: 5, cash: 0, currency: "EUR" } as const;
    const [delisting] = delisted({ price: 4 }).actions!;
    const x: Series = {
      instrument: instrument("X", { currency: "EUR" }),
      bars: flatBars([50, 50, 10]),
      actions: [split, delisting!],
    };
    const rates = [{ instrument: instrument("EURUSD"), bars: flatBars([1, 1, 2, 4, 4, 4, 4, 4, 4, 4]) }];
    const result = backtest(strategy, { series: [x, Y], rates, notes: [] }, { cash: 500 });
    // After the split 5 units of X are 25, each settled for 4 euros at a rate of 2 dollars. The other 250 dollars are
    // in Y.
    expect(result.buyAndHold.at(-1)).toBe(450);
  });

  test("has short positions closed at the declared price", () => {
    const short = defineStrategy({
      name: "short",
      onBars: ({ at, time }) => void (time === (JANUARY + 1) * DAY && at("X").orders.sell({ quantity: 10 })),
    });
    const data = { series: [delisted({ price: 20 }), Y], notes: [] };
    const result = backtest(short, data, { cash: 1000, account: "margin" });
    expect(result.trades.map(({ direction, pnl }) => [direction, pnl])).toEqual([["short", 300]]);
  });

  test("is settled at its date, even long after its last bar", () => {
    expect(run(delisted({ exDate: JANUARY + 7 })).settlements).toEqual([["8 00:00", -10, 50, 500]]);
  });

  test("cannot be ordered after its delisting: orders for it are rejected", () => {
    const late = defineStrategy({
      name: "late",
      onBars: ({ at, time }) => void (time === (JANUARY + 5) * DAY && at("X").orders.buy({ quantity: 1 })),
    });
    const { orders } = backtest(late, { series: [delisted(), Y], notes: [] });
    expect(orders[0]).toMatchObject({ status: "rejected", reason: "delisted" });
  });

  test("does not affect a run that ends before its delisting", () => {
    const to = "2024-01-02";
    expect(run(delisted(), { to }).result.entries).toEqual(run(X, { to }).result.entries);
  });

  test("causes a warning if it has bars after the delisting", () => {
    const { result } = run({ ...delisted(), bars: flatBars([50, 50, 50, 50, 50, 50]) });
    expect(result.warnings.join()).toContain("Bars continue after the declared delisting of X (2024-01-04)");
  });
});

describe("an instrument whose bars end without a declaration", () => {
  test("keeps its last price; its open orders end with the run, and a warning names it", () => {
    const { result, settlements, fills, orders } = run(X);
    expect(settlements).toEqual([]);
    expect(fills).toEqual([BOUGHT]);
    expect(orders.slice(1, 4)).toEqual([
      "sell limit 10: canceled position_closed",
      "sell stop 10: canceled other_leg",
      "sell market 10: canceled bars_ended",
    ]);
    expect(result.equity.equity.at(-1)).toBe(500);
    expect(result.warnings.join()).toContain("Bars end before the run does: X (2024-01-03)");
  });

  test("is settled at its last price at the end of the run with barsEnd settle", () => {
    const { result, settlements } = run(X, { barsEnd: "settle" });
    expect(settlements).toEqual([["11 00:00", -10, 50, 500]]);
    expect(result.counts.openTrades).toBe(0);
    expect(result.equity.cash.at(-1)).toBe(500);
  });

  test("with barsEnd settle is settled 31 days after its last bar, and its value is cash from then on", () => {
    const long = { ...Y, bars: flatBars(Array.from({ length: 40 }, () => 10)) };
    const result = backtest(strategy, { series: [X, long], notes: [] }, { cash: 500, barsEnd: "settle" });
    const [settlement] = result.entries.filter(({ kind }) => kind === "settlement");
    // The bar of 3 January closed on 4 January at 0:00, 31 days before the settlement.
    expect(new Date(settlement!.time).toISOString()).toBe("2024-02-04T00:00:00.000Z");
    expect(result.orders[3]).toMatchObject({ side: "sell", status: "canceled", reason: "bars_ended" });
  });

  test("with barsEnd settle keeps its position if the next bar comes within 31 days", () => {
    const gap = flatBars([50, 50, 50]);
    const { time, open, high, low, close, volume } = gap;
    const later = Float64Array.from(time, (at, i) => (i < 2 ? at : at + 27 * DAY));
    const bars = new Bars("1d", { time: later, open, high, low, close, volume });
    const only = marketOf({ X: bars });
    const hold = defineStrategy({
      name: "hold",
      onBar: ({ bar, orders }) => void (bar.index === 0 && orders.buy({ quantity: 1 })),
    });
    expect(backtest(hold, only, { barsEnd: "settle" }).trades.map(({ open: isOpen }) => isOpen)).toEqual([true]);
  });
});

test("a future is settled at its last price at the close of its last day", () => {
  const roll = defineStrategy({
    name: "roll",
    onBar({ symbol, bar, orders }) {
      if (symbol === "H" && bar.index === 0) orders.buy({ quantity: 1 });
      if (symbol === "M" && bar.index === 3) orders.buy({ quantity: 1 });
    },
  });
  const series = [
    { instrument: instrument("H", { multiplier: 10, expiration: JANUARY + 3 }), bars: flatBars([100, 100, 102, 104]) },
    { instrument: instrument("M", { multiplier: 10 }), bars: flatBars([106, 106, 108, 110, 112, 115]) },
  ];
  const result = backtest(roll, { series, notes: [] }, { account: "margin", cash: 10_000 });
  expect(result.trades.map(({ symbol, pnl, open }) => [symbol, pnl, open])).toEqual([
    ["H", 40, false],
    ["M", 30, true],
  ]);
  expect(result.warnings.join()).not.toContain("Bars end");
});

test("a future with bars after its last day causes a warning", () => {
  const holder = defineStrategy({
    name: "holder",
    onBar: ({ bar, orders }) => void (bar.index === 0 && orders.buy({ quantity: 1 })),
  });
  const warningsOf = (expiration: number) => {
    const series = [
      { instrument: instrument("H", { multiplier: 10, expiration }), bars: flatBars([100, 100, 102, 104]) },
    ];
    return backtest(holder, { series, notes: [] }, { account: "margin", cash: 10_000 }).warnings.join();
  };
  expect(warningsOf(JANUARY + 2)).toContain(
    "Bars continue after the expiration of H (2024-01-03): these bars are not traded.",
  );
  expect(warningsOf(JANUARY + 3)).not.toContain("Bars continue");
});
