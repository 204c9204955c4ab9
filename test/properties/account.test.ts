import * as fc from "fast-check";
import { backtest, Bars, defineStrategy, marketOf } from "hindcast";
import { describe, expect } from "vitest";
import { sightsOf } from "../support/arbitrary-orders.ts";
import { arbitraryRun, runOf } from "../support/arbitrary-run.ts";
import { expectOwesNothing } from "../support/owes-nothing.ts";
import { FIRST_DAY } from "../support/market.ts";
import { runs } from "../support/runs.ts";
import { randomBars } from "../support/series.ts";
import { property } from "../support/property.ts";

const cents = (amount: number) => Math.round(amount * 100) + 0;
/** Compares two amounts: to the cent if money is rounded, otherwise up to the binary noise of sums. */
const same = (rounded: boolean, a: number, b: number) => {
  if (rounded) expect(cents(a)).toBe(cents(b));
  else expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-8 * Math.max(1, Math.abs(b)));
};

const LENGTH = 40;

/** Random daily bars whose prices are whole cents. */
function days(seed: number): Bars {
  const time = Float64Array.from({ length: LENGTH }, (_, i) => FIRST_DAY + i * 86_400_000);
  const { volume, ...prices } = randomBars(LENGTH, seed);
  const cent = (column: Float64Array) => column.map((price) => Math.round(price * 100) / 100);
  const { open, high, low, close } = prices;
  return new Bars("1d", { time, open: cent(open), high: cent(high), low: cent(low), close: cent(close), volume });
}

const ladders = fc.record({
  seed: fc.nat(1000),
  cash: fc.integer({ min: 100, max: 20_000 }),
  rate: fc.constantFrom(0, 0.001, 0.02),
  plans: fc.array(
    fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 60 }),
        part: fc.double({ min: 0.3, max: 1.5, noNaN: true }),
        gtc: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    { minLength: 1, maxLength: 12 },
  ),
});

describe("an account", () => {
  property([arbitraryRun], runs(200))(
    "has equity equal to its cash plus its positions at the last prices, at every record",
    (parts) => {
      const { data, result } = runOf(parts);
      const multiplier = new Map(data.series.map(({ instrument }) => [instrument.symbol, instrument.multiplier]));
      const { time, equity, cash } = result.equity;
      const sights = sightsOf(result.log);
      expect(sights.length).toBeGreaterThan(0);
      for (const sight of sights.slice(0, -1)) {
        const record = time.indexOf(sight.time);
        expect(equity[record]).toBe(sight.equity);
        expect(cash[record]).toBe(sight.cash);
        let worth = sight.cash;
        for (const { symbol, quantity, price } of sight.holdings)
          if (quantity !== 0) worth += quantity * price! * multiplier.get(symbol)!;
        same(false, worth, sight.equity);
      }
    },
  );

  property([arbitraryRun], runs(200))("equals the sum of its ledger entries", (parts) => {
    const { settings, result } = runOf(parts);
    const rounded = settings.moneyRounding === "currency";
    const quantities = new Map<string, number>();
    let cash = 0;
    let commissions = 0;
    for (const { amount, symbol, quantity, kind } of result.entries) {
      cash += amount;
      if (kind === "commission") commissions -= amount;
      if (symbol !== "") quantities.set(symbol, (quantities.get(symbol) ?? 0) + quantity);
    }
    const end = sightsOf(result.log).at(-1)!;
    same(rounded, cash, end.cash);
    for (const { symbol, quantity } of end.holdings) expect(quantities.get(symbol) ?? 0).toBeCloseTo(quantity, 9);
    same(
      rounded,
      commissions,
      result.fills.reduce((sum, fill) => sum + fill.commission, 0),
    );
    same(rounded, commissions, result.performance.commissionPaid);
    expect(result.entries.map(({ sequence }) => sequence)).toEqual(result.entries.map((_, i) => i + 1));
  });

  property([arbitraryRun], runs(200))(
    "never has negative positions, nor negative cash except for a sale's commission",
    (parts) => {
      const { settings, result } = runOf(parts);
      const rounded = settings.moneyRounding === "currency";
      const least = expectOwesNothing(result.entries, rounded ? 0.005 : 1e-8);
      for (const sight of sightsOf(result.log)) {
        expect(sight.cash).toBeGreaterThanOrEqual(least - (rounded ? 0.005 : 1e-8));
        for (const { quantity } of sight.holdings) expect(quantity).toBeGreaterThanOrEqual(0);
      }
    },
  );

  property([ladders], runs(100))(
    "accepts a limit buy if cash covers the limits of all open buys, and then fills all of it",
    ({ seed, cash, rate, plans }) => {
      const money = (amount: number) => Math.round(amount * 100 + 1e-6);
      const costOf = (quantity: number, limit: number) => money(quantity * limit) + money(quantity * limit * rate);
      const expected: boolean[] = [];
      const strategy = defineStrategy({
        name: "ladders",
        onBars({ at, portfolio, symbols }) {
          // Buying power is cash less the cost of all open buys at their limits.
          let power = money(portfolio.cash);
          for (const { quantity, limitPrice, side } of symbols.flatMap((symbol) => at(symbol).orders.open))
            if (side === "buy") power -= costOf(quantity, limitPrice!);
          expect(money(portfolio.buyingPower)).toBe(power);
          for (const symbol of symbols) {
            const { orders, bar, position } = at(symbol);
            for (const { quantity, part, gtc } of plans[bar.index % plans.length]!) {
              const limit = Math.round(bar.close * part * 100) / 100;
              const timeInForce = gtc ? "gtc" : "day";
              if (part > 1.2 && position.quantity > 0) {
                orders.sell({ quantity: position.quantity, limit, timeInForce });
                expected.push(true);
                continue;
              }
              const accepted = costOf(quantity, limit) <= power;
              if (accepted) power -= costOf(quantity, limit);
              orders.buy({ quantity, limit, timeInForce });
              expected.push(accepted);
            }
          }
        },
      });
      const settings = { cash, commission: { model: "percent", rate } } as const;
      const { orders, equity } = backtest(strategy, marketOf({ A: days(seed), B: days(seed + 1) }), settings);
      expect(orders.map(({ status }) => status !== "rejected")).toEqual(expected);
      expect(orders.filter(({ reason, status }) => reason === "insufficient_funds" && status === "canceled")).toEqual(
        [],
      );
      expect(Math.min(...equity.cash)).toBeGreaterThanOrEqual(0);
    },
  );

  property([arbitraryRun], runs(200))("earns the profits of its trades, exact to the cent", (parts) => {
    const { settings, result } = runOf(parts);
    const rounded = settings.moneyRounding === "currency";
    const end = sightsOf(result.log).at(-1)!;
    const closed = result.trades.filter((trade) => !trade.open);
    for (const { symbol, realized } of end.holdings) {
      const sum = closed.filter((trade) => trade.symbol === symbol).reduce((total, { pnl }) => total + pnl, 0);
      same(rounded, sum, realized);
    }
    const gained = end.holdings.reduce((total, { realized, unrealized }) => total + realized + unrealized, 0);
    expect(Math.abs(settings.cash! + gained - end.equity)).toBeLessThan(1e-6);
    same(
      rounded,
      result.trades.reduce((total, { commission }) => total + commission, 0),
      result.fills.reduce((total, { commission }) => total + commission, 0),
    );
  });

  property([arbitraryRun], runs(200))("has trades that match entries and exits first in, first out", (parts) => {
    const { result } = runOf(parts);
    for (const symbol of result.symbols) {
      const bought = result.fills.filter((fill) => fill.symbol === symbol && fill.side === "buy");
      const trades = result.trades.filter((trade) => trade.symbol === symbol);
      const entries = trades.map(({ entryTime }) => entryTime);
      expect(entries).toEqual(entries.toSorted((a, b) => a - b));
      const units = trades.reduce((total, { quantity }) => total + quantity, 0);
      expect(units).toBeCloseTo(
        bought.reduce((total, { quantity }) => total + quantity, 0),
        9,
      );
      for (const trade of trades) {
        expect(trade.quantity).toBeGreaterThan(0);
        expect(trade.exitTime).toBeGreaterThanOrEqual(trade.entryTime);
        expect(trade.bars).toBeGreaterThanOrEqual(0);
        expect(trade.mae).toBeLessThanOrEqual(0);
        expect(trade.mfe).toBeGreaterThanOrEqual(0);
      }
    }
  });
});
