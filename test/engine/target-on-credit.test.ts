import * as fc from "fast-check";
import type { RunSettings } from "hindcast";
import { describe, expect, test } from "vitest";
import type { TargetWeights } from "../../src/engine/target-weights.ts";
import { runTargets } from "../support/target-run.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

const CUT = "reduced to what the account can pay for, commissions included";
const CREDIT = { account: "margin", cash: 100_000, commission: { model: "percent", rate: 0.001 } } as const;

/**
 * Symbols, weights and quantities, worked out by hand: equity covers the initial margin of the positions and the
 * commissions.
 */
describe("commissions of a target that uses all margin", () => {
  test.each<[string, Partial<RunSettings>, TargetWeights, Record<string, number>]>([
    // 20,000 units of B need 100,000 of margin and 200 of commission. 40 units fewer free 200 of margin and 0.4 of
    // commission.
    ["long", {}, { B: 2 }, { B: 19_960 }],
    ["short", {}, { B: -2 }, { B: -19_960 }],
    // 50,000 on each side need 100,000 of margin, and 100 of commission.
    ["neutral", { initialMargin: 1 }, { A: 0.5, B: -0.5 }, { A: 998, B: -5000 }],
    ["short without credit", { initialMargin: 1 }, { A: -1 }, { A: -1998 }],
  ])("reduce the position that grows most: %s", (_, settings, weights, quantities) => {
    const got = runTargets({ prices: { A: 50, B: 10 }, targets: { 0: weights }, settings: { ...CREDIT, ...settings } });
    expect(got.quantities).toEqual(quantities);
    expect(got.notes[0]).toBe(CUT);
    expect(got.result.orders.map(({ status }) => status)).toEqual(Object.keys(weights).map(() => "filled"));
  });

  test("do not change positions that already have their weight", () => {
    const prices = { A: 50, B: 10 };
    const { changes, result } = runTargets({
      prices,
      targets: { 0: { A: 1.9 }, 2: { A: 1.9, B: 0.1 } },
      settings: { ...CREDIT, commission: { model: "percent", rate: 0 } },
    });
    expect(changes).toEqual({ A: 0, B: 1000 });
    expect(result.counts.rejected).toBe(0);
  });
});

/**
 * Two targets in sequence for three symbols that never reverse, since a reversal may wait for margin that another one
 * frees.
 */
const arbitraryTargets = fc
  .array(
    fc
      .tuple(fc.constantFrom(1, -1), fc.nat(10), fc.nat(10))
      .map(([sign, first, second]): [number, number] => [sign * first, sign * second]),
    { minLength: 3, maxLength: 3 },
  )
  .filter((pairs) => [0, 1].every((turn) => pairs.some((pair) => pair[turn] !== 0)));

property(
  [
    arbitraryTargets,
    fc.constantFrom(1, 0.5, 0.25),
    fc.constantFrom(
      { model: "percent", rate: 0.001 },
      { model: "percent", rate: 0.01 },
      { model: "per-order", amount: 5 },
      { model: "per-share", amount: 0.01 },
    ),
  ],
  runs(150),
)("targets that use all margin, long and short, are filled without a rejection", (pairs, initialMargin, commission) => {
  const weights = (turn: 0 | 1): TargetWeights => {
    const sum = pairs.reduce((total, pair) => total + Math.abs(pair[turn]), 0) * initialMargin;
    return Object.fromEntries(pairs.map((pair, i) => ["ABC"[i], pair[turn] / sum]));
  };
  const { result } = runTargets({
    prices: { A: 50, B: 10, C: 33.33 },
    targets: { 0: weights(0), 3: weights(1) },
    settings: { ...CREDIT, initialMargin, maintenanceMargin: initialMargin / 2, commission },
  });
  expect(result.orders.filter(({ status }) => status !== "filled")).toEqual([]);
});
