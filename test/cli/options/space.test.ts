import { param } from "hindcast";
import { expect, test } from "vitest";
import { objectiveOption, spaceOption } from "../../../src/cli/options/space.ts";

const specs = {
  fast: param.integer({ default: 5, min: 1 }),
  width: param.number({ default: 1 }),
  mode: param.choice(["a", "b c", "d,e", "d"], { default: "a" }),
};

test("--param refuses a range from high to low with an error that names the parameter", () => {
  expect(spaceOption(specs, [{ name: "fast", text: "5..10:5" }], "sma")).toEqual({ fast: [5, 10] });
  expect(spaceOption(specs, [{ name: "fast", text: "7..7" }], "sma")).toEqual({ fast: [7] });
  for (const [name, text] of [
    ["fast", "10..5"],
    ["fast", "10..5:5"],
    ["width", "3..1"],
  ] as const) {
    expect(() => spaceOption(specs, [{ name, text }], "sma")).toThrow(
      `--param ${name} must be numbers from low to high, as in 5..50, was "${text}"`,
    );
  }
});

test.each([
  ["fast", "5..50:0", "step of --param fast must be a finite number above 0, was 0"],
  ["fast", "1..1000001", "number of values of --param fast must be a whole number from 1 to 1000000, was 1000001"],
  [
    "fast",
    "5..6:log",
    '--param fast must be a list or a range such as 5..50:5, since the parameter takes only whole numbers, was "5..6:log"',
  ],
  ["width", "0..10:log", "min of --param width must be above 0 on a log scale, was 0"],
])("the error about the invalid range --param %s=%s names the parameter", (name, text, message) => {
  expect(() => spaceOption(specs, [{ name, text }], "sma")).toThrow(message);
});

test("a list in --param keeps a value with a comma whole if the parameter has a choice with that name", () => {
  const modes = (text: string) => spaceOption(specs, [{ name: "mode", text }], "sma")["mode"];
  expect(modes("d,e")).toEqual(["d,e"]);
  expect(modes("a,d,e,b c,d")).toEqual(["a", "d,e", "b c", "d"]);
  // Unknown words are kept here, and refused later by the strategy's parameter.
  expect(modes("a,x,e")).toEqual(["a", "x", "e"]);
});

test("--objective requires highest: or lowest: before a metric that has no better direction", () => {
  expect(() => objectiveOption("exposure")).toThrow(
    '--objective must be a metric that is better high or low, or lowest:exposure or highest:exposure, was "exposure"',
  );
  expect(objectiveOption("lowest:exposure")).toEqual({ metric: "exposure", direction: "lowest" });
});
