import * as fc from "fast-check";
import { expect } from "vitest";
import { runTargets } from "../support/target-run.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

const someWeights = fc
  .array(fc.record({ price: fc.double({ min: 0.5, max: 900, noNaN: true }), part: fc.nat(100) }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((symbols) => {
    const all = Math.max(
      1,
      symbols.reduce((sum, { part }) => sum + part, 0),
    );
    return symbols.map(({ price, part }, i) => ({
      symbol: `S${i}`,
      price: Math.round(price * 100) / 100,
      weight: part / all,
    }));
  });

property(
  [someWeights, someWeights, fc.constantFrom(0, 0.001, 0.02), fc.constantFrom(1, 10, 0.001), fc.constantFrom(0, 0.05)],
  runs(60),
)(
  "target weights never spend more than cash, are never exceeded, and are missed only by lots and costs",
  (first, second, rate, lot, buffer) => {
    const prices = Object.fromEntries(first.map(({ symbol, price }) => [symbol, price]));
    const of = (some: typeof first) =>
      Object.fromEntries(some.filter(({ symbol }) => symbol in prices).map(({ symbol, weight }) => [symbol, weight]));
    // A symbol without a weight keeps its position, so the second target names all symbols.
    const again = { ...Object.fromEntries(first.map(({ symbol }) => [symbol, 0])), ...of(second) };
    const { result, lines } = runTargets({
      prices,
      targets: { 0: of(first), 3: again },
      options: { buffer },
      settings: { commission: { model: "percent", rate } },
      lots: Object.fromEntries(Object.keys(prices).map((symbol) => [symbol, lot])),
    });
    expect(result.counts.rejected + result.counts.canceled).toBe(0);
    expect(Math.min(...result.equity.cash)).toBeGreaterThanOrEqual(0);
    const costs = lines.reduce((sum, { symbol, change }) => sum + Math.abs(change) * prices[symbol]! * rate, 0);
    for (const { symbol, exact, quantity } of lines) {
      const unit = prices[symbol]!;
      // A weight is an upper limit of the quantity, except for binary noise.
      expect(quantity - exact).toBeLessThanOrEqual(Math.abs(exact) * 1e-12);
      expect((exact - quantity) * unit).toBeLessThanOrEqual(2 * lot * unit + 2 * costs + 1);
    }
  },
);
