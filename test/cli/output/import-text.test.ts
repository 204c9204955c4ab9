import { expect, test } from "vitest";
import { importText } from "../../../src/cli/commands/import.ts";

test("the output of hindcast import counts the splits, dividends and delistings of each symbol, in singular or plural", () => {
  const actions = [
    { symbol: "ACME", splits: 1, dividends: 2, delistings: 0 },
    { symbol: "BETA", splits: 0, dividends: 1, delistings: 1 },
  ];
  const report = {
    importer: "lean",
    files: [],
    tables: [],
    actions,
    notes: [],
    refused: { count: 0, rows: 0, byReason: {}, list: [] },
  };
  const lines = importText(report, "Done.").split("\n");
  expect(lines).toContain("ACME: 1 split, 2 dividends.");
  expect(lines).toContain("BETA: 0 splits, 1 dividend, 1 delisting.");
});
