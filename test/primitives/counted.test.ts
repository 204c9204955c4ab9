import { expect, test } from "vitest";
import { counted } from "../../src/primitives/counted.ts";

test("one of something is singular, any other number plural", () => {
  expect([0, 1, 2].map((count) => counted(count, "trade"))).toEqual(["0 trades", "1 trade", "2 trades"]);
});
