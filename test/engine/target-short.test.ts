import { describe, expect, test } from "vitest";
import { runTargets } from "../support/target-run.ts";

const NOTE = (weight: number) =>
  `the weight of B, ${weight}, needs a short position, which a cash account does not allow: use a margin account`;

describe("a negative target weight", () => {
  test.each([-0.5, -0.333])(
    "of %d on a cash account submits no order, and a note says that a short position needs a margin account",
    (weight) => {
      const { quantities, lines, fills, result } = runTargets({
        prices: { A: 100, B: 50 },
        targets: { 0: { A: 0.5, B: weight } },
      });
      expect(result.warnings).toContain(
        "Target weights treated a negative weight of B as 0 once at 2024-01-02T00:00:00.000Z: a short position needs a margin account.",
      );
      expect(quantities).toEqual({ A: 50, B: 0 });
      expect(fills).toEqual(["2 00:00 buy 50 A at 100"]);
      expect(lines[1]).toEqual({
        symbol: "B",
        weight,
        exact: (weight * 10_000) / 50,
        quantity: 0,
        change: 0,
        note: NOTE(weight),
      });
    },
  );

  test("on a cash account closes the existing position", () => {
    const { quantities, lines } = runTargets({
      prices: { A: 100, B: 50 },
      targets: { 0: { B: 0.5 }, 2: { B: -0.25 } },
    });
    expect(quantities).toEqual({ B: 0 });
    expect(lines.at(-1)).toMatchObject({ exact: -50, quantity: 0, change: -100, note: NOTE(-0.25) });
  });

  test("on a margin account opens a short position", () => {
    const settings = { account: "margin" } as const;
    const { quantities, notes, result } = runTargets({
      prices: { A: 100, B: 50 },
      targets: { 0: { B: -0.5 } },
      settings,
    });
    expect(result.warnings.filter((line) => line.startsWith("Targets"))).toEqual([]);
    expect([quantities, notes]).toEqual([{ B: -100 }, [""]]);
  });
});
