import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Bars } from "../../src/market/bars.ts";
import { DAY_MS } from "../../src/time/interval.ts";
import { arbitraryBars } from "../support/arbitrary-bars.ts";

/** Returns three daily bars. The argument replaces values of the second bar. */
export function threeDays(
  second: { readonly day?: number; readonly high?: number; readonly volume?: number } = {},
): Bars {
  return new Bars("1d", {
    time: Float64Array.of(0, second.day ?? 1, 2).map((day) => day * DAY_MS),
    open: Float64Array.of(1, 2, 3),
    high: Float64Array.of(1.5, second.high ?? 2.5, 3.5),
    low: Float64Array.of(0.5, 1.5, 2.5),
    close: Float64Array.of(1, 2, 3),
    volume: Float64Array.of(10, second.volume ?? 20, 30),
  });
}

/**
 * Tests for every source of bars, whether a file or a data lake: stored bars are read unchanged, and invalid bars are refused.
 * `stored` stores daily bars in the format of the source and reads them again.
 */
export function barLaws(name: string, stored: (bars: Bars) => Promise<Bars>, numRuns = 40): void {
  describe(`bars of ${name}`, () => {
    test("are read unchanged bit for bit", async () => {
      await fc.assert(
        fc.asyncProperty(
          arbitraryBars.filter(({ length }) => length > 1),
          async (bars) => {
            expect(await stored(bars)).toEqual(bars);
          },
        ),
        { numRuns },
      );
    });

    test.each<[what: string, bars: Bars, reason: string]>([
      ["a duplicate time", threeDays({ day: 0 }), "duplicate_time"],
      ["a high below the low", threeDays({ high: 1 }), "low_above_high"],
      ["a volume below 0", threeDays({ volume: -1 }), "negative_volume"],
      ["a missing price", threeDays({ high: NaN }), "not_a_number"],
    ])("with %s are refused", async (_, bars, reason) => {
      const error = await stored(bars).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: expect.stringMatching(/^(BARS|DATA_FILE)_INVALID$/) });
      if ((error as { code: string }).code === "BARS_INVALID") expect(error).toMatchObject({ details: { reason } });
    });
  });
}
