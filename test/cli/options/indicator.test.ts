import { expect, test } from "vitest";
import { indicatorOption } from "../../../src/cli/options/indicator.ts";

test("--indicator accepts a list of indicators with numeric parameters by position and others by name", () => {
  expect(indicatorOption("rsi:14,ema:50:seed=first, macd")).toEqual([
    { text: "rsi:14", name: "rsi", numbers: ["14"], named: [] },
    { text: "ema:50:seed=first", name: "ema", numbers: ["50"], named: [["seed", "first"]] },
    { text: "macd", name: "macd", numbers: [], named: [] },
  ]);
});

test("a repeated --indicator adds to the list of indicators", () => {
  expect(indicatorOption("rsi", indicatorOption("sma")).map(({ text }) => text)).toEqual(["sma", "rsi"]);
});

test.each(["", "rsi,", ":14", "rsi:", "rsi::14"])("--indicator %j is refused with an error message", (text) => {
  expect(() => indicatorOption(text)).toThrow(/^--indicator must be NAME:NUMBER:PARAM=VALUE, was /);
});

test("--indicator refuses a repeated indicator, since both columns would have the same name", () => {
  expect(() => indicatorOption("rsi:14,rsi:14")).toThrow(/^--indicator rsi:14 was given twice/);
});

test("--indicator refuses a repeated parameter", () => {
  expect(() => indicatorOption("rsi:period=14:period=15")).toThrow(
    /^--indicator rsi:period=14:period=15: period was given twice/,
  );
});
