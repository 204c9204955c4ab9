import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lowerTailRatio, normalCdf, normalPdf } from "../../src/pricing/normal-distribution.ts";

// Each row has x, the distribution N(x), the density n(x) and N(x) / n(x), computed with 60 digits by mpmath 1.3.
const known: [x: number, below: number, density: number, ratio: number][] = [
  [-37, 5.725571222524577e-300, 2.1200065515246056e-298, 0.027007327965128336],
  [-30, 4.906713927148187e-198, 1.4736461348785476e-196, 0.03329641907249721],
  [-10, 7.619853024160525e-24, 7.694598626706419e-23, 0.09902859647173193],
  [-5.7, 5.990371401063528e-9, 3.5139550948204334e-8, 0.17047376074592785],
  [-5.6, 1.071759025831093e-8, 6.182620500165856e-8, 0.17335028501302024],
  [-1.96, 0.024997895148220435, 0.05844094433345146, 0.4277462562135858],
  [-1, 0.15865525393145705, 0.24197072451914334, 0.6556795424187984],
  [-0.67, 0.2514288950953101, 0.3187371384754015, 0.7888283627629858],
  [-0.66, 0.25462691467133614, 0.32086380377117246, 0.7935669641718954],
  [0, 0.5, 0.3989422804014327, 1.2533141373155003],
  [0.3, 0.6179114221889527, 0.3813878154605241, 1.6201656087067893],
  [1, 0.8413447460685429, 0.24197072451914334, 3.4770518117036944],
  [6, 0.9999999990134123, 6.075882849823285e-9, 164585134.98865387],
];

describe("the normal distribution", () => {
  test.each(known)(
    "has a distribution and density at %d that are exact to four units in the last place",
    (x, below, density, ratio) => {
      expect(Math.abs(normalCdf(x) / below - 1)).toBeLessThan(4 * Number.EPSILON);
      expect(Math.abs(normalPdf(x) / density - 1)).toBeLessThan(4 * Number.EPSILON);
      expect(Math.abs(lowerTailRatio(x) / ratio - 1)).toBeLessThan(4 * Number.EPSILON);
    },
  );

  test("is 0 at minus infinity and 1 at infinity", () => {
    expect([normalCdf(-Infinity), normalCdf(Infinity), normalPdf(-Infinity), normalPdf(Infinity)]).toEqual([
      0, 1, 0, 0,
    ]);
    expect([normalCdf(-400), normalCdf(400), lowerTailRatio(400)]).toEqual([0, 1, Infinity]);
  });

  test("returns the ratio of distribution and density even if both underflow", () => {
    // By mpmath, the asymptotic series 1/x·(1 − 1/x² + 3/x⁴ − …) is 0.019992009580853567311 at x = 50.
    expect(lowerTailRatio(-50)).toBeCloseTo(0.019992009580853568, 17);
  });

  test("returns NaN for NaN", () => {
    expect([normalCdf(NaN), normalPdf(NaN), lowerTailRatio(NaN)]).toEqual([NaN, NaN, NaN]);
  });

  test("is symmetric around 0", () => {
    fc.assert(
      fc.property(fc.double({ min: -40, max: 40, noNaN: true }), (x) => {
        expect(Math.abs(normalCdf(x) + normalCdf(-x) - 1)).toBeLessThanOrEqual(Number.EPSILON);
        expect(normalPdf(x)).toBe(normalPdf(-x));
      }),
    );
  });

  test("never falls by more than its rounding error as x rises", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -37, max: 37, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (x, by) => {
          expect(normalCdf(x + by)).toBeGreaterThanOrEqual(normalCdf(x) * (1 - 4 * Number.EPSILON));
        },
      ),
    );
  });
});
