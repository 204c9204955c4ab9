import { expect, test } from "vitest";
import { dataOption } from "../../../src/cli/options/data.ts";

test.each([
  ["prices.csv", { file: "prices.csv" }],
  ["SPY=spy.csv", { symbol: "SPY", file: "spy.csv" }],
  ["^GSPC=data/a=b.csv", { symbol: "^GSPC", file: "data/a=b.csv" }],
  ["./a=b.csv", { file: "./a=b.csv" }],
  ["data/a=b.csv", { file: "data/a=b.csv" }],
])("--data %s is read as a file with an optional symbol", (text, expected) => {
  expect(dataOption(text)).toEqual([expected]);
});

test("--data can be repeated to read several files", () => {
  expect(dataOption("B=b.csv", dataOption("a.csv"))).toEqual([{ file: "a.csv" }, { symbol: "B", file: "b.csv" }]);
});

test.each(["", "=a.csv", "SPY="])("--data %j is refused with an error message", (text) => {
  expect(() => dataOption(text)).toThrow(`--data must be FILE or SYMBOL=FILE, was ${JSON.stringify(text)}`);
});
