import * as fc from "fast-check";
import { backtest, type CorporateAction, defineStrategy, instrument } from "hindcast";
import { expect, test } from "vitest";
import { FIRST_DAY, flatBars } from "../support/market.ts";

const DAY = 86_400_000;
const prices = fc.array(fc.integer({ min: 5, max: 200 }), { minLength: 12, maxLength: 12 });

test("a delisting preserves the total of cash and settled quantity", () => {
  const arbitrary = fc.record({
    x: prices,
    y: prices,
    last: fc.integer({ min: 2, max: 9 }),
    late: fc.integer({ min: 0, max: 3 }),
    price: fc.option(fc.integer({ min: 0, max: 300 }), { nil: undefined }),
    units: fc.integer({ min: -8, max: 8 }),
  });
  fc.assert(
    fc.property(arbitrary, ({ x, y, last, late, price, units }) => {
      const exDate = FIRST_DAY / DAY + last + late;
      const action: CorporateAction = {
        symbol: "X",
        kind: "delisting",
        exDate,
        ratio: 1,
        cash: 0,
        currency: "USD",
        ...(price === undefined ? {} : { price }),
      };
      const strategy = defineStrategy({
        name: "held",
        onBars({ at, time }) {
          const { orders } = at("X");
          if (time !== FIRST_DAY + DAY || units === 0) return;
          if (units > 0) orders.buy({ quantity: units });
          else orders.sell({ quantity: -units });
          at("Y").orders.buy({ quantity: 3 });
        },
      });
      const series = [
        { instrument: instrument("X"), bars: flatBars(x.slice(0, last)), actions: [action] },
        { instrument: instrument("Y"), bars: flatBars(y) },
      ];
      const settings = { account: "margin", cash: 100_000, maintenanceMargin: 0 } as const;
      const { entries, equity, trades } = backtest(strategy, { series, notes: [] }, settings);
      const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);
      const of = (symbol: string) => entries.filter((entry) => entry.symbol === symbol);
      expect(sum(of("X").map(({ quantity }) => quantity))).toBe(0);
      // The position is bought at the second bar and settled once; no other payments occur.
      const paid = price ?? x[last - 1]!;
      expect(sum(of("X").map(({ amount }) => amount))).toBe(units * (paid - x[1]!) + 0);
      expect(sum(entries.map(({ amount }) => amount))).toBe(equity.cash.at(-1));
      const held = units === 0 ? 0 : 3 * y.at(-1)!;
      expect(equity.equity.at(-1)).toBe(equity.cash.at(-1)! + held);
      expect(trades.filter(({ symbol, open }) => symbol === "X" && open)).toEqual([]);
      const settled = entries.filter(({ kind }) => kind === "settlement").map(({ time }) => time);
      expect(settled).toEqual(units === 0 ? [] : [exDate * DAY]);
    }),
    { numRuns: 200 },
  );
});
