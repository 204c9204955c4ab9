import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blackScholes } from "../../src/pricing/black-scholes.ts";
import { type Greeks, greeks } from "../../src/pricing/greeks.ts";
import { arbitraryRight, type OptionArguments } from "./arbitrary-option.ts";

const HULL = "Hull, Options, Futures, and Other Derivatives";
const HAUG = "Haug, The Complete Guide to Option Pricing Formulas";

// Haug states theta per year and rho per unit of the rate. The greeks here are per day (1/365 year) and per percentage point.
const published: [origin: string, greek: keyof Greeks, args: OptionArguments, decimals: number, value: number][] = [
  [HULL, "delta", [1, 49, 50, 0.3846, 0.05, 0, 0.2], 3, 0.522],
  [HULL, "gamma", [1, 49, 50, 0.3846, 0.05, 0, 0.2], 3, 0.066],
  [HULL, "theta", [1, 49, 50, 0.3846, 0.05, 0, 0.2], 4, Number((-4.31 / 365).toFixed(4))],
  [HULL, "vega", [1, 49, 50, 0.3846, 0.05, 0, 0.2], 3, 0.121],
  [HULL, "rho", [1, 49, 50, 0.3846, 0.05, 0, 0.2], 4, 0.0891],
  [`${HAUG}, futures`, "delta", [1, 105, 100, 0.5, 0.1, 0.1, 0.36], 4, 0.5946],
  [`${HAUG}, futures`, "delta", [-1, 105, 100, 0.5, 0.1, 0.1, 0.36], 4, -0.3566],
  [HAUG, "gamma", [1, 55, 60, 0.75, 0.1, 0, 0.3], 4, 0.0278],
  [HAUG, "theta", [-1, 430, 405, 0.0833, 0.07, 0.05, 0.2], 6, Number((-31.1924 / 365).toFixed(6))],
  [HAUG, "rho", [1, 72, 75, 1, 0.09, 0, 0.19], 6, 0.387325],
];

const ordinary = fc.tuple(
  arbitraryRight,
  fc.double({ min: 50, max: 200, noNaN: true }),
  fc.double({ min: 50, max: 200, noNaN: true }),
  fc.double({ min: 0.25, max: 3, noNaN: true }),
  fc.double({ min: -0.05, max: 0.2, noNaN: true }),
  fc.double({ min: -0.05, max: 0.2, noNaN: true }),
  fc.double({ min: 0.15, max: 1, noNaN: true }),
);

/** Returns the derivative of `price` with respect to its argument at the index `place`, by a sixth-order finite difference. */
function slope(args: OptionArguments, place: number, step: number, price = blackScholes): number {
  const at = (steps: number): number => price(...(args.with(place, args[place]! + steps * step) as OptionArguments));
  return (45 * (at(1) - at(-1)) - 9 * (at(2) - at(-2)) + at(3) - at(-3)) / (60 * step);
}

describe("greeks", () => {
  test.each(published)(
    "equal the values published by %s: %s for the arguments %j",
    (_, greek, args, decimals, value) => {
      expect(Number(greeks(...args)[greek].toFixed(decimals))).toBe(value);
    },
  );

  test("are the derivatives of the option price", () => {
    fc.assert(
      fc.property(ordinary, (args) => {
        const { delta, gamma, theta, vega, rho } = greeks(...args);
        expect(delta).toBeCloseTo(slope(args, 1, 0.1), 8);
        expect(gamma).toBeCloseTo(
          slope(args, 1, 0.1, (...at) => greeks(...at).delta),
          8,
        );
        expect(theta).toBeCloseTo(-slope(args, 3, 0.002) / 365, 8);
        expect(vega).toBeCloseTo(slope(args, 6, 0.001) / 100, 8);
        expect(rho).toBeCloseTo(slope(args, 4, 0.001) / 100, 8);
      }),
    );
  });

  test("satisfy put-call parity", () => {
    fc.assert(
      fc.property(ordinary, ([, ...rest]) => {
        const call = greeks(1, ...rest);
        const put = greeks(-1, ...rest);
        expect(call.delta - put.delta).toBeCloseTo(Math.exp(-rest[4] * rest[2]), 13);
        expect(call.gamma).toBe(put.gamma);
        expect(call.vega).toBe(put.vega);
      }),
    );
  });

  test("are those of certain exercise or of no exercise, if the option expires now or volatility is 0", () => {
    const none = { delta: 0, gamma: 0, theta: 0, vega: 0, rho: 0 };
    expect(greeks(1, 95, 100, 0, 0.05, 0, 0.3)).toEqual(none);
    expect(greeks(1, 105, 100, 0, 0.05, 0, 0.3)).toEqual({ ...none, delta: 1, theta: (-0.05 * 100) / 365 });
    expect(greeks(-1, 95, 100, 2, 0, 0, 0)).toEqual({ delta: -1, gamma: 0, theta: 0, vega: 0, rho: -2 });
  });

  test("are missing for an option that expires now at the money, and for invalid arguments", () => {
    const unknown = { delta: NaN, gamma: NaN, theta: NaN, vega: NaN, rho: NaN };
    expect(greeks(1, 100, 100, 0, 0.05, 0, 0.3)).toEqual(unknown);
    const sound: OptionArguments = [1, 100, 100, 1, 0.05, 0.02, 0.3];
    for (let i = 1; i < sound.length; i++) expect(greeks(...(sound.with(i, NaN) as OptionArguments))).toEqual(unknown);
    for (const i of [1, 2, 3, 6]) expect(greeks(...(sound.with(i, -1) as OptionArguments))).toEqual(unknown);
  });
});
