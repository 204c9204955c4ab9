import { expect, test } from "vitest";
import { temporaryFiles } from "../../support/temporary-files.ts";
import { dataOption } from "../../../src/cli/options/data.ts";

const files = temporaryFiles();

test.each([
  ["prices.csv", { file: "prices.csv" }],
  ["SPY=spy.csv", { symbols: ["SPY"], file: "spy.csv" }],
  ["^GSPC=data/a=b.csv", { symbols: ["^GSPC"], file: "data/a=b.csv" }],
  ["./a=b.csv", { file: "./a=b.csv" }],
  ["data/a=b.csv", { file: "data/a=b.csv" }],
  ["A,B=many.csv", { symbols: ["A", "B"], file: "many.csv" }],
])("--data %s is read as a file with an optional symbol", (text, expected) => {
  expect(dataOption(text)).toEqual([expected]);
});

test("--data can be repeated to read several files", () => {
  expect(dataOption("B=b.csv", dataOption("a.csv"))).toEqual([{ file: "a.csv" }, { symbols: ["B"], file: "b.csv" }]);
});

test.each(["", "=a.csv", "SPY="])("--data %j is refused with an error message", (text) => {
  expect(() => dataOption(text)).toThrow(`--data must be FILE or SYMBOL=FILE, was ${JSON.stringify(text)}`);
});

test("a path with = is a file if it exists, and separates a symbol from a file that exists", () => {
  const file = files.write("EURUSD=X.csv", "");
  expect(dataOption(file)).toEqual([{ file }]);
  const folder = process.cwd();
  process.chdir(files.folder);
  try {
    expect(dataOption("EURUSD=X.csv")).toEqual([{ file: "EURUSD=X.csv" }]);
    expect(dataOption("GC=EURUSD=X.csv")).toEqual([{ symbols: ["GC"], file: "EURUSD=X.csv" }]);
  } finally {
    process.chdir(folder);
  }
});
