import { serialize } from "node:v8";
import { expect } from "vitest";

/** Expects two values to be equal bit for bit. A fast comparison comes first; only a difference is compared and shown in detail. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (!serialize(actual).equals(serialize(expected))) expect(actual).toEqual(expected);
}
