import * as fc from "fast-check";
import { describe, expect } from "vitest";
import { RangeExtreme } from "../../src/primitives/range-extreme.ts";
import { RangeSum } from "../../src/primitives/range-sum.ts";
import { lastAtOrBefore } from "../../src/primitives/sorted-search.ts";
import { exactSum } from "../support/exact.ts";
import { property } from "../support/property.ts";

const column = fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 400, size: "max" });

describe("RangeExtreme", () => {
  property([column, fc.nat(400), fc.nat(400), fc.constantFrom(1, -1)])(
    "returns the index of the extreme in any range, and of the first one among equals",
    (list, a, b, sign) => {
      const values = Float64Array.from(list);
      const [from, to] = [Math.min(a, b, values.length), Math.min(Math.max(a, b), values.length)];
      const extreme = new RangeExtreme(values, sign as 1 | -1);
      const signed = list.slice(from, to).map((value) => value * sign);
      const best = signed.length === 0 ? -1 : from + signed.indexOf(Math.max(...signed));
      expect(extreme.at(from, to)).toBe(best);
    },
  );
});

describe("RangeSum", () => {
  property([fc.array(fc.integer({ min: -1e9, max: 1e9 }), { maxLength: 400, size: "max" }), fc.nat(400), fc.nat(400)])(
    "returns the exact sum of any range of whole numbers",
    (list, a, b) => {
      const [from, to] = [Math.min(a, b, list.length), Math.min(Math.max(a, b), list.length)];
      expect(new RangeSum(Float64Array.from(list)).at(from, to)).toBe(exactSum(list.slice(from, to)));
    },
  );
});

describe("lastAtOrBefore", () => {
  property([
    fc.array(fc.nat(60), { maxLength: 80 }),
    fc.integer({ min: -2, max: 62 }),
    fc.integer({ min: -1, max: 90 }),
  ])("returns the last index whose value is at or below a bound, for any starting hint", (list, bound, hint) => {
    const rising = Float64Array.from(list.toSorted((a, b) => a - b));
    const expected = rising.filter((value) => value <= bound).length - 1;
    expect(lastAtOrBefore(rising, bound, hint)).toBe(expected);
  });
});
