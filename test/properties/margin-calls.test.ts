import * as fc from "fast-check";
import { backtest, Bars, defineStrategy, marketOf } from "hindcast";
import { expect, test } from "vitest";
import { FIRST_DAY } from "../support/market.ts";

const DAY = 86_400_000;
const CASH = 10_000;

/** Position of the reference broker, with the bars of its instrument and a stop order for all of it. */
interface Held {
  readonly symbol: string;
  units: number;
  readonly stop: number;
  readonly bars: readonly (readonly [open: number, high: number, low: number, close: number])[];
}

interface Sale {
  readonly day: number;
  readonly symbol: string;
  readonly units: number;
  readonly price: number;
}

/**
 * Reference broker for margin calls only, written for clarity. It opens positions at the second bar. All bars of a day
 * move together from their opens to their worst prices, and bisection finds each margin call.
 */
function referenceSales(held: readonly Held[], maintenance: number): Sale[] {
  const sales: Sale[] = [];
  let cash = CASH;
  for (const { units, bars } of held) cash -= units * bars[1]![0];
  for (let day = 1; day < held[0]!.bars.length; day++) {
    let done = 0;
    const left = () => held.filter(({ units }) => units !== 0);
    const worst = ({ units, bars }: Held) => (units > 0 ? bars[day]![2] : bars[day]![1]);
    const at = (one: Held, share: number) => bars(one)[0] + share * (worst(one) - bars(one)[0]);
    const bars = (one: Held) => one.bars[day]!;
    const margin = (share: number) =>
      left().reduce((sum, one) => sum + maintenance * Math.abs(one.units * at(one, share)), 0);
    const equity = (share: number) => left().reduce((sum, one) => sum + one.units * at(one, share), cash);
    const isCalled = (share: number) => equity(share) < margin(share) * (1 - 1e-12);
    const end = (one: Held, price: number) => {
      sales.push({ day, symbol: one.symbol, units: one.units, price });
      cash += one.units * price;
      one.units = 0;
    };
    for (;;) {
      let call = Infinity;
      if (isCalled(done)) call = done;
      else if (isCalled(1)) {
        let [low, high] = [done, 1];
        for (let i = 0; i < 80; i++) {
          const middle = (low + high) / 2;
          if (isCalled(middle)) high = middle;
          else low = middle;
        }
        call = high;
      }
      // Order of the stops: one beyond the open fills first, and one that the worst price does not reach never fills.
      const shareOf = (one: Held) => {
        const [open] = bars(one);
        if ((open - one.stop) * one.units <= 0) return -1;
        return (worst(one) - one.stop) * one.units > 0 ? Infinity : (one.stop - open) / (worst(one) - open);
      };
      const [reached] = left()
        .map((one) => ({ one, share: shareOf(one) }))
        .toSorted((a, b) => a.share - b.share || (a.one.symbol < b.one.symbol ? -1 : 1));
      if (reached !== undefined && reached.share <= Math.min(call, 1)) {
        done = Math.max(done, reached.share);
        end(reached.one, reached.share < 0 ? bars(reached.one)[0] : reached.one.stop);
      } else if (call <= 1) {
        done = call;
        const worth = (one: Held) => Math.abs(one.units * at(one, call));
        const [largest] = left().toSorted((a, b) => worth(b) - worth(a));
        for (const one of left().filter((other) => worth(other) === worth(largest!))) end(one, at(one, call));
      } else break;
    }
  }
  return sales;
}

/** Random number, uniformly distributed from `min` to `max`. */
const between = (min: number, max: number) =>
  fc.noBias(fc.integer({ min: 0, max: 9973 })).map((part) => min + ((max - min) * part) / 9973);

const walk = fc
  .array(fc.tuple(between(0.9, 1.1), between(1, 1.4), between(0.6, 1), between(0, 1)), { minLength: 6, maxLength: 6 })
  .map((moves) => {
    let last = 100;
    return moves.map(([gap, up, down, end], i): readonly [number, number, number, number] => {
      if (i === 0) return [100, 100, 100, 100];
      const open = last * gap;
      const [high, low] = [open * up, open * down];
      last = low + (high - low) * end;
      return [open, high, low, last];
    });
  });

test("margin calls inside bars equal those of a simple reference broker", () => {
  const arbitrary = fc.record({
    walks: fc.array(walk, { minLength: 1, maxLength: 4 }),
    signs: fc.array(fc.constantFrom(1, 1, -1), { minLength: 4, maxLength: 4 }),
    sizes: fc.array(between(0.8, 0.98), { minLength: 4, maxLength: 4 }),
    stops: fc.array(between(0.25, 0.98), { minLength: 4, maxLength: 4 }),
    maintenance: fc.constantFrom(0.25, 0.4, 0.5),
    names: fc.shuffledSubarray(["A", "B", "C", "D"], { minLength: 4, maxLength: 4 }),
  });
  let called = 0;
  fc.assert(
    fc.property(arbitrary, ({ walks, signs, sizes, stops, maintenance, names }) => {
      const held = walks.map((bars, i): Held => ({
        symbol: names[i]!,
        units: signs[i]! * Math.floor((200 / walks.length) * sizes[i]!),
        stop: 100 * (1 - signs[i]! * stops[i]!),
        bars,
      }));
      const data = marketOf(
        Object.fromEntries(
          held.map(({ symbol, bars }) => {
            const column = (field: number) => Float64Array.from(bars, (row) => row[field]!);
            const time = Float64Array.from(bars, (_, i) => FIRST_DAY + i * DAY);
            const volume = new Float64Array(bars.length).fill(1);
            const prices = { open: column(0), high: column(1), low: column(2), close: column(3) };
            return [symbol, new Bars("1d", { time, ...prices, volume })];
          }),
        ),
      );
      const strategy = defineStrategy({
        name: "held",
        onBars({ at, time }) {
          for (const { symbol, units, stop } of time === FIRST_DAY + DAY ? held : []) {
            const { orders } = at(symbol);
            const terms = { quantity: Math.abs(units), stopLoss: stop, timeInForce: "gtc" } as const;
            if (units > 0) orders.buy(terms);
            else orders.sell(terms);
          }
        },
      });
      const entered = held.map((one) => ({ ...one }));
      const { fills, counts } = backtest(strategy, data, {
        account: "margin",
        cash: CASH,
        initialMargin: 0.5,
        maintenanceMargin: maintenance,
        shortCash: "allow-negative",
        moneyRounding: "none",
      });
      fc.pre(fills.filter(({ time }) => time === FIRST_DAY + DAY).length === held.length);
      called += counts.marginCalls;
      const sales = referenceSales(entered, maintenance);
      const sold = fills.slice(held.length);
      const ours = sold.map(({ time, symbol, side, quantity, price }) => ({
        day: (time - FIRST_DAY) / DAY - 1,
        symbol,
        units: side === "sell" ? quantity : -quantity,
        price,
      }));
      // Sales at one moment are compared in any order, and prices approximately, since the reference broker uses
      // bisection.
      const inTurn = (all: typeof ours) =>
        all.toSorted(
          (x, y) => x.day - y.day || x.symbol.localeCompare(y.symbol) || x.units - y.units || x.price - y.price,
        );
      const [sorted, theirs] = [inTurn(ours), inTurn(sales)];
      expect(sorted).toEqual(theirs.map((sale) => ({ ...sale, price: expect.any(Number) })));
      for (const [i, { price }] of sorted.entries()) expect(Math.abs(price / theirs[i]!.price - 1)).toBeLessThan(1e-9);
    }),
    { numRuns: 500 },
  );
  expect(called).toBeGreaterThan(100);
});
