import { expect, test } from "vitest";
import { wrappedTable } from "../../../src/report/terminal/tables.ts";

const COLUMNS = [{ heading: "name" }, { heading: "text", wraps: true }, { heading: "n", align: "right" }] as const;
const ROWS = [
  ["a", "one two three four five six", "1"],
  ["long-name", "seven", "10"],
] as const;

test("without a width every row is one line", () => {
  expect(wrappedTable(COLUMNS, ROWS)).toEqual([
    "name       text                          n",
    "a          one two three four five six   1",
    "long-name  seven                        10",
  ]);
});

test("where it is too wide, texts go on in further lines", () => {
  expect(wrappedTable(COLUMNS, ROWS, 32)).toEqual([
    "name       text            n",
    "a          one two three   1",
    "           four five six",
    "long-name  seven          10",
  ]);
});

test("a column never gets narrower than it can be read", () => {
  expect(wrappedTable(COLUMNS, ROWS, 1)[1]).toBe("a          one two three   1");
});
