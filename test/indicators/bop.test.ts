import { expect, test } from "vitest";
import { bop } from "../../src/indicators/bop.ts";

const open = Float64Array.of(10, 12, 5, 8);
const high = Float64Array.of(14, 12, 5, 12);
const low = Float64Array.of(10, 8, 5, 8);
const close = Float64Array.of(13, 10, 5, 12);

test("bop matches values computed by hand", () => {
  // The bodies are 3 up, 2 down, 0 and 4 up. The ranges of the bars are 4, except for 0 on the third bar.
  expect(bop(open, high, low, close)).toEqual(Float64Array.of(0.75, -0.5, 0, 1));
});

test("bop moves an open or close outside the high-low range of its bar to the nearest edge", () => {
  expect(
    bop(Float64Array.of(0, 9, 1), Float64Array.of(2, 9, 2), Float64Array.of(1, 8, 2), Float64Array.of(5, 0, 9)),
  ).toEqual(Float64Array.of(1, -1, 0));
});

test("bop has no value on a bar with a missing number, even if the rest of the bar is flat", () => {
  expect(bop(open, high.with(0, Infinity), low, close)[0]).toBeNaN();
  expect(bop(open.with(2, NaN), high, low, close)[2]).toBeNaN();
  expect(bop(open, high, low, close.with(1, -Infinity))[1]).toBeNaN();
  expect(bop(open, high.with(0, Infinity), low.with(0, Infinity), close)[0]).toBeNaN();
});
