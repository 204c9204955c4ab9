import { expect, test } from "vitest";
import { wrappedTable } from "../../../src/report/terminal/tables.ts";

const COLUMNS = [{ heading: "name" }, { heading: "text", wraps: true }, { heading: "n", align: "right" }] as const;
const ROWS = [
  ["a", "one two three four five six", "1"],
  ["long-name", "seven", "10"],
] as const;

test("a table without a width limit has one line per row", () => {
  expect(wrappedTable(COLUMNS, ROWS)).toEqual([
    "name       text                          n",
    "a          one two three four five six   1",
    "long-name  seven                        10",
  ]);
});

test("a table that is too wide wraps its texts", () => {
  expect(wrappedTable(COLUMNS, ROWS, 32)).toEqual([
    "name       text            n",
    "a          one two three   1",
    "           four five six",
    "long-name  seven          10",
  ]);
});

test("a column never gets narrower than its longest word", () => {
  expect(wrappedTable(COLUMNS, ROWS, 1)[1]).toBe("a          one two three   1");
});
