import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blockExtremes } from "../../src/primitives/block-extremes.ts";
import { BlockRange } from "../../src/primitives/block-range.ts";
import { gappySeries, period } from "./windows.ts";

describe("BlockRange, a rolling highest high and lowest low", () => {
  test("returns the values of blockExtremes bar by bar, and peek returns those of the next update", () => {
    fc.assert(
      fc.property(gappySeries, gappySeries, period, (upper, lower, n) => {
        const length = Math.min(upper.length, lower.length);
        const [uppers, lowers] = [upper.slice(0, length), lower.slice(0, length)];
        const highest = new Float64Array(length);
        const lowest = new Float64Array(length);
        blockExtremes(uppers, lowers, lowers, n, highest, lowest);
        const stream = new BlockRange(n);
        for (let i = 0; i < length; i++) {
          expect(stream.peekHighest(uppers[i]!, lowers[i]!)).toBe(highest[i]);
          expect(stream.peekLowest(uppers[i]!, lowers[i]!)).toBe(lowest[i]);
          stream.update(uppers[i]!, lowers[i]!);
          expect(stream.highest).toBe(highest[i]);
          expect(stream.lowest).toBe(lowest[i]);
        }
      }),
    );
  });

  test("allocates memory for a long period only as values arrive", () => {
    const stream = new BlockRange(1_000_000_000);
    for (let i = 0; i < 200; i++) {
      stream.update(i, -i);
      expect(stream.highest).toBeNaN();
    }
    expect(stream.block.length).toBe(512);
  });
});
