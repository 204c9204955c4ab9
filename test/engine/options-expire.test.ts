import { backtest, Bars, defineStrategy, instrument, marketOf, type RunSettings } from "hindcast";
import { describe, expect, test } from "vitest";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { DAY_MS } from "../../src/time/interval.ts";
import { FIRST_DAY, flatBars } from "../support/market.ts";

const DAY = FIRST_DAY / DAY_MS;

/** Copies bars without the bar at an index. */
function withoutDay({ interval, time, open, high, low, close, volume }: Bars, place: number): Bars {
  const rest = (column: Float64Array) => column.filter((_, i) => i !== place);
  const [at, first, most, least, last, traded] = [time, open, high, low, close, volume].map(rest);
  return new Bars(interval, { time: at!, open: first!, high: most!, low: least!, close: last!, volume: traded! });
}

/**
 * Runs with an option on X, with a strike of 100, that expires at the close of the fourth bar. X moves from 100 to
 * `last`.
 */
function run(right: 1 | -1, last: number, side: "buy" | "sell", settings: Partial<RunSettings> = {}) {
  const option = { underlying: "X", right, strike: 100, expiration: DAY + 3 };
  const market = marketOf(
    { X: flatBars([100, 100, 100, last, last]), O: flatBars([5, 5, 5, 5]) },
    { O: { multiplier: 100, option } },
  );
  const strategy = defineStrategy({
    name: "holder",
    onBars({ at, time }) {
      if (time !== FIRST_DAY + DAY_MS) return;
      at("O").orders[side]({ quantity: 2 });
      at("O").orders.buy({ quantity: 1, limit: 1, timeInForce: "gtc" });
    },
  });
  return backtest(strategy, market, { cash: 100_000, ...settings });
}

describe("an option held at its expiration", () => {
  test("is settled at its exercise value: 12 for each of 200 units of a call", () => {
    const result = run(1, 112, "buy");
    expect(result.entries.map(({ kind, quantity, price, amount }) => [kind, quantity, price, amount])).toEqual([
      ["deposit", 0, 0, 100_000],
      ["fill", 2, 5, -1000],
      ["settlement", -2, 12, 2400],
    ]);
    expect(result.trades).toMatchObject([{ symbol: "O", exitPrice: 12, pnl: 1400, open: false }]);
    expect([...result.equity.equity]).toEqual([100_000, 100_000, 100_000, 101_400, 101_400]);
  });

  test("is settled in buy and hold at its exercise value, which then stays in cash", () => {
    // Half of the cash buys X at 100. The other 50,000 buys 10,000 units of O at 5, which are settled at 12 each at the
    // fourth close.
    expect([...run(1, 112, "buy").buyAndHold]).toEqual([100_000, 100_000, 100_000, 176_000, 176_000]);
  });

  test("is worth nothing if its exercise value is zero", () => {
    const result = run(-1, 112, "buy");
    expect(result.entries.at(-1)).toMatchObject({ kind: "settlement", price: 0, amount: -0 + 0, quantity: -2 });
    expect(result.equity.equity.at(-1)).toBe(99_000);
  });

  test("is paid by its writer, who is short", () => {
    const result = run(-1, 90, "sell", { account: "margin" });
    expect(result.entries.at(-1)).toMatchObject({ kind: "settlement", price: 10, amount: -2000, quantity: 2 });
    expect(result.equity.equity.at(-1)).toBe(99_000);
  });

  test("may multiply its price in a day without a warning of a missed split", () => {
    const option = { underlying: "X", right: 1, strike: 100, expiration: DAY + 3 } as const;
    const market = marketOf({ X: flatBars([100, 100, 300]), O: flatBars([5, 12, 200]) }, { O: { option } });
    const idle = defineStrategy({ name: "idle", onBar() {} });
    expect(backtest(idle, market).warnings).toEqual([
      "X has price jumps like a split between 1 pair of bars: are its prices adjusted for splits?",
      "No trade was closed: trade metrics are missing.",
    ]);
  });

  test("has its open orders canceled", () => {
    expect(run(1, 112, "buy").orders[1]).toMatchObject({ status: "canceled", reason: "expired_instrument" });
  });

  test.each(["next-open", "same-close"] as const)("cannot be ordered after it expired, with %s", (fillAt) => {
    const option = { underlying: "X", right: 1, strike: 100, expiration: DAY + 2 } as const;
    const market = marketOf({ X: flatBars([100, 100, 112, 112]), O: flatBars([5, 5, 12]) }, { O: { option } });
    const late = defineStrategy({
      name: "late",
      onBars({ at, time }) {
        if (time >= FIRST_DAY + 3 * DAY_MS) at("O").orders.buy({ quantity: 2, takeProfit: 20 });
      },
    });
    const { orders, fills } = backtest(late, market, { fillAt });
    expect(orders.map(({ type, status, reason }) => [type, status, reason])).toEqual([
      ["market", "rejected", "expired_instrument"],
      ["limit", "rejected", "parent_ended"],
      ["market", "rejected", "expired_instrument"],
      ["limit", "rejected", "parent_ended"],
    ]);
    expect(fills).toEqual([]);
  });

  test("expires at the close of its last day, even if the underlying has no bar on that day", () => {
    const option = { underlying: "X", right: 1, strike: 100, expiration: DAY + 1 } as const;
    const closings = (ofX: readonly number[]) => {
      const market = marketOf({ X: flatBars(ofX), Y: flatBars([7, 7, 7]), O: flatBars([5, 5, 5]) }, { O: { option } });
      const always = calendarOf("24/7");
      const series = market.series.map(({ bars, ...one }) => {
        const traded = one.instrument.symbol === "X" ? withoutDay(bars, 1) : bars;
        return { ...one, calendar: always, bars: traded };
      });
      const holder = defineStrategy({
        name: "holder",
        onBars: ({ at, time }) => {
          if (time === FIRST_DAY + DAY_MS) at("O").orders.buy({ quantity: 2 });
        },
      });
      const { entries } = backtest(holder, { ...market, series }, { fillAt: "same-close" });
      return entries.filter(({ kind }) => kind === "settlement").map(({ time, price }) => [time, price]);
    };
    // At the close of that day no later bar is known.
    expect(closings([112, 112, 300])).toEqual([[FIRST_DAY + 2 * DAY_MS, 12]]);
    expect(closings([112, 112])).toEqual([[FIRST_DAY + 2 * DAY_MS, 12]]);
  });

  test("needs bars of its underlying in the market", () => {
    const option = { underlying: "Y", right: 1, strike: 100, expiration: DAY } as const;
    const market = marketOf({ O: flatBars([5, 5]) }, { O: { option } });
    const idle = defineStrategy({ name: "idle", onBar() {} });
    expect(() => backtest(idle, market)).toThrow("O is an option on Y, whose bars the run must have");
    expect(instrument("O", { option }).option).toBe(option);
  });
});
