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
