import { backtest, defineStrategy, marketOf } from "hindcast";
import { describe, expect, test } from "vitest";
import type { TargetOptions } from "../../src/engine/strategy-orders.ts";
import type { TargetLine, TargetWeights } from "../../src/engine/target-weights.ts";
import { runTargets, still } from "../support/target-run.ts";
import { flatBars } from "../support/market.ts";

const MARGIN = { account: "margin" } as const;
const PERCENT = { commission: { model: "percent", rate: 0.01 } };

describe("target weights become quantities", () => {
  test("of two symbols, exact if prices divide the amounts", () => {
    const { quantities, notes, fills } = runTargets({ prices: { A: 100, B: 50 }, targets: { 0: { A: 0.6, B: 0.4 } } });
    expect(quantities).toEqual({ A: 60, B: 80 });
    expect(notes).toEqual(["", ""]);
    expect(fills).toEqual(["2 00:00 buy 60 A at 100", "2 00:00 buy 80 B at 50"]);
  });

  test("also if a symbol with weight 0 has no price yet", () => {
    const late = flatBars([5, 5, 5], "1d", Date.UTC(2024, 0, 4));
    const { quantities, fills } = runTargets({ prices: { A: 100, LATE: late }, targets: { 0: { A: 1, LATE: 0 } } });
    expect(quantities).toEqual({ A: 100 });
    expect(fills).toEqual(["2 00:00 buy 100 A at 100"]);
  });

  test("rounded down to the lot, with the remainder in cash", () => {
    const third = 1 / 3;
    const { quantities, lines, result } = runTargets({
      prices: { A: 70, B: 90, C: 110 },
      targets: { 0: { A: third, B: third, C: third } },
      settings: { cash: 1000 },
    });
    // Each symbol gets 333.33, which buys 4.76, 3.70 and 3.03 units. Rounded down they cost 880.
    expect(quantities).toEqual({ A: 4, B: 3, C: 3 });
    expect(lines.map(({ exact }) => exact)).toEqual([
      expect.closeTo(4.7619, 4),
      expect.closeTo(3.7037, 4),
      expect.closeTo(3.0303, 4),
    ]);
    expect(lines.map(({ note }) => note)).toEqual(Array.from({ length: 3 }, () => "floored to the lot of 1"));
    expect(result.equity.cash[7]).toBe(120);
  });

  test("that never exceed the weights, even with large lots", () => {
    // Half of 1,000 does not pay for a lot of 8 at 100, worth 80 %. It pays for one unit at 499 and for none at 501.
    const weights = { A: 0.5, B: 0.5 };
    const { quantities } = runTargets({
      prices: { A: 100, B: 499 },
      targets: { 0: weights },
      settings: { cash: 1000 },
      lots: { A: 8 },
    });
    expect(quantities).toEqual({ A: 0, B: 1 });
    const { quantities: dearer } = runTargets({
      prices: { A: 501 },
      targets: { 0: { A: 0.5 } },
      settings: { cash: 1000 },
    });
    expect(dearer).toEqual({ A: 0 });
  });

  test("with the unassigned weight in cash", () => {
    const { quantities } = runTargets({
      prices: { A: 100, B: 40 },
      targets: { 0: { A: 0.55, B: 0.2 } },
      settings: { cash: 1000 },
    });
    expect(quantities).toEqual({ A: 5, B: 5 });
  });

  test.each([
    [10, 300],
    [0.5, 303],
    [0.01, 303.03],
  ])("that are multiples of the lot of %s", (lot, quantity) => {
    // 10,000 buys 303.0303… units at 33.
    const { quantities } = runTargets({ prices: { A: 33 }, targets: { 0: { A: 1 } }, lots: { A: lot } });
    expect(quantities).toEqual({ A: quantity });
  });

  test("rounded toward zero for short positions", () => {
    // 5,000 is worth 16.67 units at 300, long and short.
    const { quantities, fills } = runTargets({
      prices: { A: 300, B: 300 },
      targets: { 0: { A: 0.5, B: -0.5 } },
      settings: MARGIN,
    });
    expect(quantities).toEqual({ A: 16, B: -16 });
    expect(fills).toEqual(["2 00:00 sell 16 B at 300", "2 00:00 buy 16 A at 300"]);
  });

  test("that leave a buffer in cash", () => {
    const { quantities, result } = runTargets({
      prices: { A: 100 },
      targets: { 0: { A: 1 } },
      options: { buffer: 0.1 },
    });
    expect(quantities).toEqual({ A: 90 });
    expect(result.equity.cash[7]).toBe(1000);
  });
});

test("target() converts prices in another currency at the rate of the currency pair", () => {
  let lines: readonly TargetLine[] = [];
  const strategy = defineStrategy({
    name: "targets",
    onBars({ orders }) {
      lines = orders.target({ A: 0.5, B: 0.5 });
    },
  });
  const market = marketOf({ A: still(100), B: still(50), EURUSD: still(2) }, { A: { currency: "EUR" } });
  const { equity } = backtest(strategy, market, { symbols: ["A", "B"], cash: 10_000 });
  // 5,000 dollars buy 25 units at 100 euros, or 100 units at 50 dollars.
  expect(lines.map(({ quantity }) => quantity)).toEqual([25, 100]);
  expect(equity.cash[7]).toBe(0);
});

describe("commissions of a target", () => {
  test("reduce the largest of its buys", () => {
    // 100 units with 100 of commission would cost 10,100. 99 units with commission cost 9,999.
    const one = runTargets({ prices: { A: 100 }, targets: { 0: { A: 1 } }, settings: PERCENT });
    expect(one.quantities).toEqual({ A: 99 });
    expect(one.notes).toEqual(["reduced to what the account can pay for, commissions included"]);
    expect(one.result.equity.cash[7]).toBe(1);
    // 60 A and 80 B with commissions would also cost 10,100.
    const two = runTargets({ prices: { A: 100, B: 50 }, targets: { 0: { A: 0.6, B: 0.4 } }, settings: PERCENT });
    expect(two.quantities).toEqual({ A: 59, B: 80 });
  });

  test("may use the last cent of cash", () => {
    // A sale brings 1,446.57, and one cent is in cash. The buy costs 1,445.13 + 1.45, whose binary sum is slightly
    // above 1,446.58.
    const { fills, result } = runTargets({
      prices: { A: 0.5, B: 0.5 },
      targets: { 0: { A: 17 / 35, B: 18 / 35 }, 3: { A: 77 / 122, B: 45 / 122 } },
      settings: { commission: { model: "percent", rate: 0.001 } },
      lots: { A: 0.001, B: 0.001 },
    });
    expect(fills.slice(2)).toEqual([
      "5 00:00 sell 2896.035 B at 0.5, commission 1.45",
      "5 00:00 buy 2890.254 A at 0.5, commission 1.45",
    ]);
    expect(result.equity.cash[7]).toBe(0);
  });

  test("are paid from the cash that the weights leave unused", () => {
    const { quantities, notes } = runTargets({ prices: { A: 100 }, targets: { 0: { A: 0.9 } }, settings: PERCENT });
    expect(quantities).toEqual({ A: 90 });
    expect(notes).toEqual([""]);
  });
});

describe("target() with existing positions", () => {
  const prices = { A: 100, Z: 50 };

  test("sells first to pay for its buys", () => {
    const { fills, result } = runTargets({ prices, targets: { 0: { Z: 1 }, 2: { A: 1, Z: 0 } } });
    expect(fills).toEqual(["2 00:00 buy 200 Z at 50", "4 00:00 sell 200 Z at 50", "4 00:00 buy 100 A at 100"]);
    expect(result.counts.rejected).toBe(0);
  });

  test("orders only the difference to each position", () => {
    const { changes, fills } = runTargets({ prices, targets: { 0: { A: 0.5, Z: 0.5 }, 2: { A: 0.8, Z: 0.2 } } });
    expect(changes).toEqual({ A: 30, Z: -60 });
    expect(fills.slice(2)).toEqual(["4 00:00 sell 60 Z at 50", "4 00:00 buy 30 A at 100"]);
  });

  test("submits no order for a position that already has its weight", () => {
    const { result } = runTargets({ prices, targets: { 0: { A: 0.5 }, 2: { A: 0.5 }, 4: { A: 0.5 } } });
    expect(result.counts.orders).toBe(1);
  });

  test("does not change a symbol that has no weight", () => {
    const { fills, lines } = runTargets({ prices, targets: { 0: { A: 0.5, Z: 0.5 }, 2: { A: 0.2 } } });
    expect(lines.map(({ symbol }) => symbol)).toEqual(["A"]);
    expect(fills.slice(2)).toEqual(["4 00:00 sell 30 A at 100"]);
  });

  test.each<[number, number, number]>([
    // The weights are all of equity, more than equity, and the limits of margin: 10,000 × 1 / 1 and 10,000 × 2 / 0.5.
    [1, 1, 100],
    [0.5, 1.2, 120],
    [0.5, 2, 200],
  ])("switches from one symbol to another, initial margin %d, weight %d", (initialMargin, weight, units) => {
    const targets = { 0: { A: weight, Z: 0 }, 2: { A: 0, Z: weight } };
    const { fills } = runTargets({ prices: { A: 100, Z: 100 }, targets, settings: { ...MARGIN, initialMargin } });
    const [there, back] = [`buy ${units}`, `sell ${units}`];
    expect(fills).toEqual([`2 00:00 ${there} A at 100`, `4 00:00 ${back} A at 100`, `4 00:00 ${there} Z at 100`]);
  });

  test.each<[number, number]>([
    [1.5, 1.5],
    [1.5, -1.5],
    [-1.5, 1.5],
    [-1.5, -1.5],
  ])("switches from one symbol to another, whatever their names, from weight %d to %d", (from, to) => {
    const word = (weight: number) => (weight > 0 ? "buy" : "sell");
    for (const [old, next] of ["AZ", "ZA"]) {
      const targets = { 0: { [old!]: from, [next!]: 0 }, 2: { [old!]: 0, [next!]: to } };
      const { fills } = runTargets({ prices: { A: 100, Z: 100 }, targets, settings: MARGIN });
      expect(fills).toEqual([
        `2 00:00 ${word(from)} 150 ${old} at 100`,
        `4 00:00 ${word(-from)} 150 ${old} at 100`,
        `4 00:00 ${word(to)} 150 ${next} at 100`,
      ]);
    }
  });

  test("reverses a position from long to short on a margin account", () => {
    const { fills } = runTargets({ prices, targets: { 0: { A: 0.5 }, 2: { A: -0.5 } }, settings: MARGIN });
    expect(fills).toEqual(["2 00:00 buy 50 A at 100", "4 00:00 sell 100 A at 100"]);
  });
});

describe("a target of more than equity", () => {
  test("is bought on credit in a margin account", () => {
    const { quantities, result } = runTargets({ prices: { A: 100 }, targets: { 0: { A: 1.5 } }, settings: MARGIN });
    expect(quantities).toEqual({ A: 150 });
    expect(result.equity.cash[7]).toBe(-5000);
  });

  test("is reduced to what cash covers in a cash account", () => {
    const { quantities, notes, result } = runTargets({ prices: { A: 100 }, targets: { 0: { A: 1.5 } } });
    expect(quantities).toEqual({ A: 100 });
    expect(notes).toEqual(["reduced to what the account can pay for, commissions included"]);
    expect(result.equity.cash[7]).toBe(0);
  });
});

describe("a symbol without a price", () => {
  const late = flatBars([50, 50, 50, 50], "1d", Date.UTC(2024, 0, 4));

  test("is left out of a target, and the symbol's share stays in cash", () => {
    const { lines, fills, result } = runTargets({
      prices: { A: 100, LATE: late },
      targets: { 0: { LATE: 0.5, A: 0.5 } },
    });
    expect(lines).toEqual([
      { symbol: "A", weight: 0.5, exact: 50, quantity: 50, change: 50, note: "" },
      { symbol: "LATE", weight: 0.5, exact: NaN, quantity: 0, change: 0, note: "LATE has no price yet" },
    ]);
    expect(fills).toEqual(["2 00:00 buy 50 A at 100"]);
    expect(result.counts.rejected).toBe(0);
    expect(result.warnings).toContain(
      "Target weights skipped LATE once at 2024-01-02T00:00:00.000Z: it had no price yet.",
    );
  });

  test("is traded by later targets once it has a price", () => {
    const weights = { A: 0.5, LATE: 0.5 };
    const { fills, result } = runTargets({
      prices: { A: 100, LATE: late },
      targets: Object.fromEntries([0, 1, 2, 3, 4, 5].map((at) => [at, weights])),
    });
    // The first bar of LATE closes at the end of 4 January.
    expect(fills).toEqual(["2 00:00 buy 50 A at 100", "5 00:00 buy 100 LATE at 50"]);
    expect(result.warnings).toContain(
      "Target weights skipped LATE 3 times, last at 2024-01-04T00:00:00.000Z: it had no price yet.",
    );
  });

  test("but with a weight of 0 causes no warning", () => {
    const { lines, result } = runTargets({ prices: { A: 100, LATE: late }, targets: { 0: { A: 1, LATE: 0 } } });
    expect(lines.map(({ symbol }) => symbol)).toEqual(["A"]);
    expect(result.warnings.join()).not.toContain("LATE");
  });

  test("is left out of a target also with other engines' conventions", () => {
    for (const conventions of ["zipline", "backtrader", "lean"] as const) {
      const { lines, result } = runTargets({
        prices: { A: 100, LATE: late },
        targets: { 0: { A: 0.5, LATE: 0.5 } },
        settings: { conventions },
      });
      expect(lines.map(({ symbol, note }) => [symbol, note])[1]).toEqual(["LATE", "LATE has no price yet"]);
      expect([...new Set(result.fills.map(({ symbol }) => symbol))]).toEqual(["A"]);
    }
  });
});

describe("target() throws", () => {
  const late = flatBars([5, 5, 5], "1d", Date.UTC(2024, 0, 4));
  test.each<[string, TargetWeights, TargetOptions, string]>([
    ["for an unknown symbol", { B: 1 }, {}, 'target must name symbols of the run, A, LATE, was "B"'],
    ["without a number", { A: NaN }, {}, "the weight of A must be a finite number, was NaN"],
    ["with a word", { A: "all" as never }, {}, 'the weight of A must be a finite number, was "all"'],
    [
      "without weights",
      undefined as never,
      {},
      "target must be weights by symbol, such as { SPY: 0.6 }, was undefined",
    ],
    ["with a buffer above 1", { A: 1 }, { buffer: 2 }, "buffer must be a finite number from 0 to 1, was 2"],
  ])("for %s", (_, weights, options, message) => {
    let failure: unknown;
    const strategy = defineStrategy({
      name: "targets",
      onStart({ orders }) {
        try {
          orders.target(weights, options);
        } catch (error) {
          failure = error;
        }
      },
    });
    backtest(strategy, marketOf({ A: still(100), LATE: late }));
    expect((failure as Error).message).toBe(message);
  });
});
