import { expect, test } from "vitest";
import { AverageTrueRange, firstAtrIndex } from "../../src/primitives/average-true-range.ts";
import { randomBars } from "../support/series.ts";

test.each(["none", "highLow"] as const)(
  "AverageTrueRange returns equal values bar by bar and in batch if its first true range is: %s",
  (first) => {
    const { high, low, close } = randomBars(80, 3);
    high[40] = NaN;
    const out = new Float64Array(80);
    new AverageTrueRange(5, first).batch(high, low, close, 0, 80, out);
    const average = new AverageTrueRange(5, first);
    for (let i = 0; i < 80; i++) {
      expect(average.peek(high[i]!, low[i]!, close[i]!)).toBe(out[i]);
      expect(average.update(high[i]!, low[i]!, close[i]!)).toBe(out[i]);
    }
    expect(out.findIndex(Number.isFinite)).toBe(firstAtrIndex(5, first));
  },
);
