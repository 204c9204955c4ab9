import { expect, test } from "vitest";
import { tema } from "../../src/indicators/tema.ts";

// By hand with a weight of 2/3: the averages are 19/6, 115/18 and 367/54. Averaged again they are 7/3, 136/27 and 503/81, and
// averaged a third time 199/54 at index 3.
test("tema matches values computed by hand", () => {
  expect([...tema(Float64Array.of(1, 2, 4, 8, 7), 2)]).toEqual([NaN, NaN, NaN, near(209 / 27), near(1732 / 243)]);
});

test("tema has no value on a missing bar, and continues on the next bar", () => {
  expect([...tema(Float64Array.of(1, 2, 4, 8, Infinity, 7), 2)].slice(3)).toEqual([
    near(209 / 27),
    NaN,
    near(1732 / 243),
  ]);
});

test("tema with a period of 1 equals the price", () => {
  expect(tema(Float64Array.of(3, 1, 4), 1)).toEqual(Float64Array.of(3, 1, 4));
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}
