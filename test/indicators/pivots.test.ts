import { expect, test } from "vitest";
import { pivots } from "../../src/indicators/pivots.ts";

// The first session has open 10, high 13, low 9 and close 11, so its range is 4 and its classic pivot 11.
const open = Float64Array.of(10, 11, 12, 11, 50);
const high = Float64Array.of(12, 13, 14, 12, 52);
const low = Float64Array.of(9, 10, 11, 8, 49);
const close = Float64Array.of(11, 11, 13, 9, 51);
const session = Float64Array.of(1, 1, 2, 2, 3);

const levels = (method: "classic" | "fibonacci" | "camarilla" | "woodie" | "demark", at = 2) =>
  Object.values(pivots(open, high, low, close, session, { method })).map((column) => column[at]);

test("pivots with `method: classic` matches values computed by hand", () => {
  expect(levels("classic")).toEqual([11, 13, 15, 17, 9, 7, 5]);
});

test("pivots with `method: fibonacci` matches values computed by hand", () => {
  expect(levels("fibonacci")).toEqual([11, 11 + 0.382 * 4, 11 + 0.618 * 4, 15, 11 - 0.382 * 4, 11 - 0.618 * 4, 7]);
});

test("pivots with `method: camarilla` matches values computed by hand", () => {
  // Camarilla levels lie at fractions of 1.1 times the range, 1.1 * 4 = 4.4, above and below the close of 11.
  const reach = 4.4;
  const up = [11 + reach / 12, 11 + reach / 6, 11 + reach / 4];
  const expected = [11, ...up, 11 - reach / 12, 11 - reach / 6, 11 - reach / 4];
  levels("camarilla").forEach((level, i) => expect(level).toBeCloseTo(expected[i]!, 12));
});

test("pivots with `method: woodie` matches values computed by hand", () => {
  // The second session has high 14, low 8 and close 9, so its Woodie pivot is (14 + 8 + 2 * 9) / 4 = 10.
  expect(levels("woodie", 4)).toEqual([10, 12, 16, 18, 6, 4, 0]);
});

test("pivots with `method: demark` matches values computed by hand, with one level on each side", () => {
  // The first session rose, so its pivot is (13 + 9 + 11 + 13) / 4 = 11.5. The second fell, so its pivot is (14 + 8 + 9 + 8) / 4 = 9.75.
  expect(levels("demark")).toEqual([11.5, 14, NaN, NaN, 10, NaN, NaN]);
  expect(levels("demark", 4)).toEqual([9.75, 11.5, NaN, NaN, 5.5, NaN, NaN]);
});

test("pivots keep their levels during a session, and do not depend on its bars", () => {
  expect(pivots(open, high, low, close, session).pivot).toEqual(Float64Array.of(NaN, NaN, 11, 11, 9 + 4 / 3));
});

test("pivots have no levels on a missing bar, and leave the bar out of the levels of the next session", () => {
  const { pivot } = pivots(open, high.with(1, NaN), low, close, session);
  // Only the first bar of the first session counts: high 12, low 9 and close 11.
  expect(pivot.subarray(0, 4)).toEqual(Float64Array.of(NaN, NaN, 11 - 1 / 3, 11 - 1 / 3));
});

test("pivots of constant prices equal the price exactly", () => {
  const flat = new Float64Array(4).fill(0.1);
  for (const method of ["classic", "fibonacci", "camarilla", "woodie"] as const)
    for (const column of Object.values(pivots(flat, flat, flat, flat, Float64Array.of(1, 1, 1, 2), { method })))
      expect(column[3]).toBe(0.1);
});
