import { expect, test } from "vitest";
import { stc } from "../../src/indicators/stc.ts";

// By hand: slow averages of 1, 5/3, 23/9 and 41/27 give lines of 0, 1/3, 4/9 and -14/27, with positions of 100, 100 and 0 in their range.
const source = Float64Array.of(1, 1, 2, 3, 1);

test("stc matches values computed by hand", () => {
  // The range of the positions 100 and 100 is flat; of 100 and 0 the last is the lowest.
  expect(stc(source, 2, 1, 2, { factor: 1 })).toEqual(Float64Array.of(NaN, NaN, NaN, 50, 0));
});

test("stc smooths both positions in a range", () => {
  // The first positions are smoothed to 100, 100 and 50, the second ones from 50 and 0 to 50 and 25.
  expect(stc(source, 2, 1, 2)).toEqual(Float64Array.of(NaN, NaN, NaN, 50, 25));
});

test("stc keeps the last position in a flat range", () => {
  // The line falls once and then only rises: its positions are 0, 100, 100 and so on. Then they stay at 100, in a flat range.
  const rising = Float64Array.of(8, 8, 4, 8, 16, 32, 64);
  expect(stc(rising, 2, 1, 2, { factor: 1 })).toEqual(Float64Array.of(NaN, NaN, NaN, 100, 100, 100, 100));
});

test("stc gives rising lines positions of exactly 100, whose range is flat", () => {
  // By hand: slow averages of 7/2, 19/6, 55/18, 235/54 and 991/162 give lines of 5/2, -1/6, -1/18, 35/54 and 143/162, with positions of
  // 0, 100, 100 and 100. Of these the last is the highest, then the range is flat.
  const rising = Float64Array.of(1, 6, 3, 3, 5, 7);
  expect(stc(rising, 2, 1, 2, { factor: 1 })).toEqual(Float64Array.of(NaN, NaN, NaN, 100, 100, 100));
});

test("stc is exactly 50 in a market that has not moved yet", () => {
  expect(stc(new Float64Array(100).fill(0.1))[99]).toBe(50);
});

test("stc has no value while its range contains a missing bar", () => {
  const values = stc(Float64Array.of(8, 8, 4, 8, NaN, 16, 32, 64), 2, 1, 2, { factor: 1 });
  expect(values).toEqual(Float64Array.of(NaN, NaN, NaN, 100, NaN, NaN, NaN, 100));
});
