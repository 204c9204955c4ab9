import { expect, test } from "vitest";
import { indicatorOption } from "../../../src/cli/options/indicator.ts";

test("a list of indicators is read with numbers by position and the rest by name", () => {
  expect(indicatorOption("rsi:14,ema:50:seed=first, macd")).toEqual([
    { text: "rsi:14", name: "rsi", numbers: ["14"], named: [] },
    { text: "ema:50:seed=first", name: "ema", numbers: ["50"], named: [["seed", "first"]] },
    { text: "macd", name: "macd", numbers: [], named: [] },
  ]);
});

test("a second option adds to the first", () => {
  expect(indicatorOption("rsi", indicatorOption("sma")).map(({ text }) => text)).toEqual(["sma", "rsi"]);
});

test.each(["", "rsi,", ":14", "rsi:", "rsi::14"])("refuses %j", (text) => {
  expect(() => indicatorOption(text)).toThrow(/^--indicator must be NAME:NUMBER:PARAM=VALUE, was /);
});

test("refuses the same twice, for their columns would have one name", () => {
  expect(() => indicatorOption("rsi:14,rsi:14")).toThrow(/^--indicator rsi:14 was given twice/);
});

test("refuses a parameter that is named twice, for one of its values would be passed over", () => {
  expect(() => indicatorOption("rsi:period=14:period=15")).toThrow(
    /^--indicator rsi:period=14:period=15: period was given twice/,
  );
});
