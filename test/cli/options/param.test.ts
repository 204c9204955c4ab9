import { expect, test } from "vitest";
import { paramOption, typedParams } from "../../../src/cli/options/values.ts";
import { param } from "../../../src/primitives/param.ts";

const specs = {
  fast: param.integer({ default: 10 }),
  stop: param.number({ default: 0.1 }),
  mode: param.choice(["a", "10"], { default: "a" }),
  short: param.boolean({ default: false }),
};

test("values of --param are converted to the types of the strategy's parameters", () => {
  const written = ["fast=20", "stop=.05", "mode=10", "short=true"].reduce<ReturnType<typeof paramOption>>(
    (before, text) => paramOption(text, before),
    [],
  );
  expect(typedParams(specs, written)).toEqual({ fast: 20, stop: 0.05, mode: "10", short: true });
});

test("values of --param with a wrong type or for unknown parameters stay text, so that the strategy refuses them", () => {
  const written = [
    paramOption("fast=ten"),
    paramOption("short=yes"),
    paramOption("other=1"),
    paramOption("toString=1"),
  ].flat();
  expect(typedParams(specs, written)).toEqual({ fast: "ten", short: "yes", other: "1", toString: "1" });
});

test("a value of --param may be empty or contain equals signs", () => {
  expect(paramOption("mode=a=b")).toEqual([{ name: "mode", text: "a=b" }]);
  expect(paramOption("mode=")).toEqual([{ name: "mode", text: "" }]);
});

test.each(["fast", "=1", ""])("--param %j is refused with an error message", (text) => {
  expect(() => paramOption(text)).toThrow(`--param must be NAME=VALUE, was ${JSON.stringify(text)}`);
});

test("--param refuses a parameter that was already given", () => {
  expect(() => paramOption("fast=2", paramOption("fast=1"))).toThrow("--param fast was given twice");
});
