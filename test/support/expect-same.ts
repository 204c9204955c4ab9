import { serialize } from "node:v8";
import { expect } from "vitest";

/** Expects two values to be equal to the last bit. Quick when they are, and says where they differ when not. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (!serialize(actual).equals(serialize(expected))) expect(actual).toEqual(expected);
}
