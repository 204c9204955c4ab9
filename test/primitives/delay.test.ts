import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Delay } from "../../src/primitives/delay.ts";
import { deepCopy, loadState, type State } from "../../src/primitives/state.ts";

describe("Delay", () => {
  test("returns the value from the given number of bars ago, and peek returns the value of the next update", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.nat(700), (distance, length) => {
        const delay = new Delay(distance);
        for (let i = 0; i < length; i++) {
          const expected = i < distance ? NaN : i - distance;
          expect(delay.peek(i)).toBe(expected);
          expect(delay.update(i)).toBe(expected);
        }
      }),
    );
  });

  test("allocates memory for a long delay only as values arrive", () => {
    const delay = new Delay(1_000_000_000);
    for (let i = 0; i < 200; i++) expect(delay.update(i)).toBeNaN();
    expect(delay.ring.length).toBe(256);
  });

  test("restores a state that was saved before its memory grew", () => {
    const delay = new Delay(100);
    for (let i = 0; i < 10; i++) delay.update(i);
    const early = deepCopy(delay) as unknown as State;
    for (let i = 10; i < 150; i++) delay.update(i);
    loadState(delay, early);
    for (let i = 10; i < 150; i++) expect(delay.update(i)).toBe(i < 100 ? NaN : i - 100);
  });
});
