import { expect, test } from "vitest";
import { wrappedTable } from "../../../src/report/terminal/tables.ts";

const COLUMNS = [{ heading: "name" }, { heading: "text", wraps: true }, { heading: "n", align: "right" }] as const;
const ROWS = [
  ["a", "one two three four five six", "1"],
  ["long-name", "seven", "10"],
] as const;

test("a table without a limit on its width has one line per row", () => {
  expect(wrappedTable(COLUMNS, ROWS)).toEqual([
    "name       text                          n",
    "a          one two three four five six   1",
    "long-name  seven                        10",
  ]);
});

test("a table wider than its limit wraps the texts in its cells", () => {
  expect(wrappedTable(COLUMNS, ROWS, 32)).toEqual([
    "name       text            n",
    "a          one two three   1",
    "           four five six",
    "long-name  seven          10",
  ]);
});

test("a table column never gets narrower than its longest word", () => {
  expect(wrappedTable(COLUMNS, ROWS, 1)[1]).toBe("a          one two three   1");
});
