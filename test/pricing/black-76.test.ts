import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { black76 } from "../../src/pricing/black-76.ts";
import { blackScholes } from "../../src/pricing/black-scholes.ts";
import { arbitraryOption } from "./arbitrary-option.ts";

describe("black76", () => {
  test("equals the price of 1.7011 for a call and a put in Haug's example", () => {
    expect(black76(1, 19, 19, 0.75, 0.1, 0.28)).toBeCloseTo(1.7011, 4);
    expect(black76(-1, 19, 19, 0.75, 0.1, 0.28)).toBeCloseTo(1.7011, 4);
  });

  test("equals the price of 1.12 in Hull's example, a four-month put on crude oil futures", () => {
    expect(black76(-1, 20, 20, 4 / 12, 0.09, 0.25)).toBeCloseTo(1.12, 2);
  });

  test("equals the Black-Scholes price on a spot whose dividend yield is the interest rate", () => {
    fc.assert(
      fc.property(arbitraryOption, ([right, future, strike, years, rate, , volatility]) => {
        expect(black76(right, future, strike, years, rate, volatility)).toBe(
          blackScholes(right, future, strike, years, rate, rate, volatility),
        );
      }),
    );
  });

  test("is the exercise value at expiry, and NaN for invalid arguments", () => {
    expect(black76(1, 105, 100, 0, 0.05, 0.3)).toBe(5);
    expect(black76(-1, 105, 100, 2, 0.05, 0)).toBe(0);
    expect([black76(1, NaN, 100, 1, 0, 0.2), black76(1, 100, 100, 1, NaN, 0.2)]).toEqual([NaN, NaN]);
    expect([black76(1, -1, 100, 1, 0, 0.2), black76(1, 100, 100, -1, 0, 0.2)]).toEqual([NaN, NaN]);
  });
});
