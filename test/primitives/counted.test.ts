import { expect, test } from "vitest";
import { counted } from "../../src/primitives/words.ts";

test("one of something is singular, any other number plural", () => {
  expect([0, 1, 2].map((count) => counted(count, "trade"))).toEqual(["0 trades", "1 trade", "2 trades"]);
});

test("thousands are set apart, as in tables", () => {
  const told = [999, 1_000, 5_105, 123_456, 1_234_567].map((count) => counted(count, "bar"));
  expect(told).toEqual(["999 bars", "1,000 bars", "5,105 bars", "123,456 bars", "1,234,567 bars"]);
});
