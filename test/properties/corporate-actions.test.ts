import * as fc from "fast-check";
import { backtest, type BacktestResult, type CorporateAction, type MarketData } from "hindcast";
import { describe, expect, test } from "vitest";
import { arbitraryBroadRun, broadRunOf } from "../support/arbitrary-broad-run.ts";
import { sightsOf } from "../support/arbitrary-orders.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

const DAY = 86_400_000;
const NOISE = 1e-6;

/** Up to six splits and dividends, each of one symbol at one bar. */
const arbitraryActions = fc.array(
  fc.record({
    symbol: fc.nat(3),
    bar: fc.integer({ min: 1, max: 13 }),
    ratio: fc.constantFrom(1, 1, 2, 4, 8, 7, 0.5, 0.25, 1.5),
    cash: fc.constantFrom(0, 0.25, 3),
  }),
  { minLength: 1, maxLength: 6 },
);
const parts = fc.record({ run: arbitraryBroadRun, actions: arbitraryActions });
type Parts = typeof parts extends fc.Arbitrary<infer T> ? T : never;

/** Run of random commands over daily bars with splits and dividends. */
function runOf({ run, actions }: Parts): { data: MarketData; result: BacktestResult } {
  const { data, strategy, settings } = broadRunOf({ ...run, shape: { ...run.shape, intraday: false } });
  const series = data.series.map((one, place) => {
    const own = actions.filter(({ symbol }) => symbol % data.series.length === place);
    const due = own.flatMap(({ bar, ratio, cash }): CorporateAction[] => {
      const time = one.bars.time[bar];
      if (time === undefined) return [];
      const base = { symbol: one.instrument.symbol, exDate: Math.floor(time / DAY), currency: "USD" } as const;
      return [
        ...(ratio === 1 ? [] : [{ ...base, kind: "split" as const, ratio, cash: 0 }]),
        ...(cash === 0 ? [] : [{ ...base, kind: "dividend" as const, ratio: 1, cash }]),
      ];
    });
    return { ...one, actions: due };
  });
  const acting = { ...data, series };
  return { data: acting, result: backtest(strategy, acting, settings) };
}

describe("with splits and dividends an account", () => {
  property([parts], runs(150))(
    "equals the sum of its ledger entries, and its equity is cash plus positions",
    (given) => {
      const { data, result } = runOf(given);
      const multiplier = new Map(data.series.map(({ instrument }) => [instrument.symbol, instrument.multiplier]));
      const sights = sightsOf(result.log);
      for (const { cash, equity, holdings } of sights.slice(0, -1)) {
        const worth = holdings.reduce(
          (sum, { symbol, quantity, price }) =>
            sum + (quantity === 0 ? 0 : quantity * price! * multiplier.get(symbol)!),
          cash,
        );
        expect(Math.abs(worth - equity)).toBeLessThan(NOISE);
      }
      const end = sights.at(-1)!;
      const quantities = new Map<string, number>();
      let cash = 0;
      for (const entry of result.entries) {
        cash += entry.amount;
        quantities.set(entry.symbol, (quantities.get(entry.symbol) ?? 0) + entry.quantity);
      }
      expect(Math.abs(cash - end.cash)).toBeLessThan(NOISE);
      for (const { symbol, quantity } of end.holdings) expect(quantities.get(symbol) ?? 0).toBeCloseTo(quantity, 6);
    },
  );

  property([parts], runs(150))("earns the profits of its trades, its dividends and its interest", (given) => {
    const { result } = runOf(given);
    const end = sightsOf(result.log).at(-1)!;
    const sum = (kinds: readonly string[]) =>
      result.entries.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total + amount, 0);
    const gained = end.holdings.reduce((total, { realized, unrealized }) => total + realized + unrealized, 0);
    const carried = sum(["interest", "borrow", "dividend"]);
    expect(Math.abs(given.run.settings.cash! + gained + carried - end.equity)).toBeLessThan(NOISE);
  });

  property([parts], runs(150))("neither gains nor loses by splits", (given) => {
    const { data, result } = runOf(given);
    const { entries } = result;
    for (const [i, { kind, symbol, quantity, price, amount }] of entries.entries()) {
      if (kind !== "split") continue;
      expect(amount).toBe(0);
      const before = entries.slice(0, i).reduce((sum, one) => sum + (one.symbol === symbol ? one.quantity : 0), 0);
      const { actions } = data.series.find(({ instrument }) => instrument.symbol === symbol)!;
      // Several splits on one day have separate entries.
      const ratios = actions!.filter((action) => action.kind === "split").map(({ ratio }) => ratio);
      const ratio = (before + quantity) / before;
      expect(Math.min(...ratios.map((one) => Math.abs(one - ratio)))).toBeLessThan(1e-9);
      expect(price).toBeGreaterThan(0);
    }
  });
});

test("random runs include splits and dividends of long and short positions, and cash in lieu of fractions", () => {
  const counts = new Map<string, number>();
  for (const given of fc.sample(parts, { numRuns: 300, seed: 11 })) {
    for (const { kind, quantity, amount } of runOf(given).result.entries) {
      const side = kind === "split" ? Math.sign(quantity) : kind === "dividend" ? Math.sign(amount) : "";
      counts.set(`${kind}${side}`, (counts.get(`${kind}${side}`) ?? 0) + 1);
    }
  }
  for (const what of ["split1", "split-1", "dividend1", "dividend-1", "cash_in_lieu"])
    expect(counts.get(what) ?? 0, what).toBeGreaterThan(5);
});
