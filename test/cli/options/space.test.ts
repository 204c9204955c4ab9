import { param } from "hindcast";
import { expect, test } from "vitest";
import { spaceOption } from "../../../src/cli/options/space.ts";

const specs = { fast: param.integer({ default: 5, min: 1 }), width: param.number({ default: 1 }) };

test("a stretch that falls is refused by the name of its parameter", () => {
  expect(spaceOption(specs, [{ name: "fast", text: "5..10:5" }])).toEqual({ fast: [5, 10] });
  expect(spaceOption(specs, [{ name: "fast", text: "7..7" }])).toEqual({ fast: [7] });
  for (const [name, text] of [
    ["fast", "10..5"],
    ["fast", "10..5:5"],
    ["width", "3..1"],
  ] as const) {
    expect(() => spaceOption(specs, [{ name, text }])).toThrow(
      `--param ${name} must be numbers from low to high, as in 5..50, was "${text}"`,
    );
  }
});

test.each([
  ["fast", "5..50:0", "step of --param fast must be a finite number above 0, was 0"],
  ["fast", "1..1000001", "number of values of --param fast must be a whole number from 1 to 1000000, was 1000001"],
  ["width", "0..10:log", "min of --param width must be above 0 on a log scale, was 0"],
])("what %s=%s gets wrong is said of its parameter", (name, text, message) => {
  expect(() => spaceOption(specs, [{ name, text }])).toThrow(message);
});
