import { expect, test } from "vitest";
import { tema } from "../../src/indicators/tema.ts";

// Worked by hand in fractions with a weight of 2/3: averages 19/6 115/18 367/54, of them 7/3 136/27 503/81, of those 199/54 from index 3.
test("by hand: period 2", () => {
  expect([...tema(Float64Array.of(1, 2, 4, 8, 7), 2)]).toEqual([NaN, NaN, NaN, near(209 / 27), near(1732 / 243)]);
});

test("a missing value has no average, and the next one goes on from the averages before it", () => {
  expect([...tema(Float64Array.of(1, 2, 4, 8, Infinity, 7), 2)].slice(3)).toEqual([
    near(209 / 27),
    NaN,
    near(1732 / 243),
  ]);
});

test("of one bar it is the price", () => {
  expect(tema(Float64Array.of(3, 1, 4), 1)).toEqual(Float64Array.of(3, 1, 4));
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}
