import { describe, expect, test } from "vitest";
import { checkNumber, checkInteger, formatValue } from "../../src/primitives/check.ts";

const endless: Record<string, unknown> = {};
endless["self"] = endless;

describe("formatValue", () => {
  test.each([
    ["text", '"text"'],
    [-0, "0"],
    [Number.NaN, "NaN"],
    [undefined, "undefined"],
    [9007199254740993n, "9007199254740993"],
    [[1, 2], "[1,2]"],
    [{ toString: null }, '{"toString":null}'],
    [Float64Array.of(1, 2), "a Float64Array of length 2"],
    ["x".repeat(100), `"${"x".repeat(56)}...`],
    // formatValue returns the type of a value that has no JSON text.
    [() => 1, "function"],
    [endless, "object"],
    [{ amount: 1n }, "object"],
    [Symbol("x"), "symbol"],
  ])("writes a value as short text for an error message, case %#", (value, text) => {
    expect(formatValue(value)).toBe(text);
  });
});

describe("a check of a number", () => {
  test.each([
    [() => checkInteger("period", 0), "period must be a whole number above 0, was 0"],
    [() => checkInteger("period", 1.5, 2, 9), "period must be a whole number from 2 to 9, was 1.5"],
    [() => checkInteger("period", 2e9, 1, 1e9), "period must be a whole number from 1 to 1000000000, was 2000000000"],
    [() => checkNumber("weight", Infinity, 0), "weight must be a finite number of at least 0, was Infinity"],
    // The check must not convert a value to a number, which this object does not allow.
    [
      () => checkInteger("period", { valueOf: null, toString: null }, 1, 1e9),
      /^period must be a whole number above 0, was/,
    ],
    [() => checkNumber("weight", Symbol("x")), "weight must be a finite number, was symbol"],
    [() => checkNumber("weight", endless), "weight must be a finite number, was object"],
  ])("throws an error that states the name, the allowed range and the value, case %#", (check, message) => {
    expect(check).toThrow(message);
  });
});
