import { expect, test } from "vitest";
import { numberOption, positiveOption } from "../../../src/cli/options/values.ts";

test.each([
  ["0", 0],
  ["-1.5", -1.5],
  ["+2", 2],
  [".5", 0.5],
  ["5.", 5],
  ["1e300", 1e300],
  ["1E-3", 0.001],
])("an option such as --cash reads %s as a number", (text, value) => {
  expect(numberOption("--cash")(text)).toBe(value);
});

test.each(["", " ", "abc", "1,000", "1_000", "0x10", "Infinity", "NaN", "1e", "--5", "1 2"])(
  "an option such as --cash refuses %j, which is not a number",
  (text) => {
    expect(() => numberOption("--cash")(text)).toThrow(`--cash must be a number, was ${JSON.stringify(text)}`);
  },
);

test("an option such as --lot refuses numbers that are not above 0", () => {
  expect(positiveOption("--lot")("0.001")).toBe(0.001);
  expect(() => positiveOption("--lot")("0")).toThrow("--lot must be a number above 0, was 0");
  expect(() => positiveOption("--lot")("-1")).toThrow("--lot must be a number above 0, was -1");
  expect(() => positiveOption("--lot")("1e999")).toThrow("--lot must be a number above 0, was Infinity");
  expect(() => positiveOption("--lot")("one")).toThrow('--lot must be a number above 0, was "one"');
});
