import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Efficiency, efficiency } from "../../src/primitives/efficiency.ts";
import { gappySeries, period, windowEndingAt } from "./windows.ts";

test("efficiency is a window's net change over the sum of its changes, or the parameter flat if nothing changes", () => {
  fc.assert(
    fc.property(gappySeries, period, fc.constantFrom(0, 1), (series, n, flat) => {
      const out = new Float64Array(series.length);
      efficiency(series, n, flat, out);
      for (let i = 0; i < series.length; i++) {
        const window = windowEndingAt(series, i, n + 1);
        if (window === undefined) {
          expect(out[i]).toBeNaN();
          continue;
        }
        const way = window.slice(1).reduce((sum, value, step) => sum + Math.abs(value - window[step]!), 0);
        if (way === 0) expect(out[i]).toBe(flat);
        else expect(out[i]).toBeCloseTo(Math.abs(window[n]! - window[0]!) / way, 12);
        expect(out[i]).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test("efficiency equals its stream value by value, whose peek returns the value of the next update", () => {
  fc.assert(
    fc.property(gappySeries, period, (series, n) => {
      const out = new Float64Array(series.length);
      efficiency(series, n, 1, out);
      const stream = new Efficiency(n, 1);
      series.forEach((value, i) => {
        expect(stream.peek(value)).toBe(out[i]);
        expect(stream.update(value)).toBe(out[i]);
      });
    }),
  );
});
