import { expect, test } from "vitest";
import { pluralize } from "../../src/primitives/words.ts";

test("pluralize uses the singular for 1 and the plural for any other number", () => {
  expect([0, 1, 2].map((count) => pluralize(count, "trade"))).toEqual(["0 trades", "1 trade", "2 trades"]);
});

test("pluralize writes numbers with commas between thousands", () => {
  const texts = [999, 1_000, 5_105, 123_456, 1_234_567].map((count) => pluralize(count, "bar"));
  expect(texts).toEqual(["999 bars", "1,000 bars", "5,105 bars", "123,456 bars", "1,234,567 bars"]);
});
