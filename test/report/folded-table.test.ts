import { expect, test } from "vitest";
import { type FittedColumn, foldedTable } from "../../src/report/terminal/tables.ts";
import { ink } from "../../src/report/terminal/ink.ts";

type Row = readonly string[];
const column = (i: number, heading: string, dropOrder = 0): FittedColumn<Row> => {
  return { heading, align: i === 0 ? "left" : "right", dropOrder, cell: (row) => row[i]! };
};
const COLUMNS = [column(0, "rank"), column(1, "max-drawdown"), column(2, "trained on", 1), column(3, "trades", 2)];
const ROWS: readonly Row[] = [
  ["1", "-5.00%", "2020", "12"],
  ["2", "-12.50%", "2021", "7"],
];
const textOf = (width: number) =>
  foldedTable(COLUMNS, ROWS, width)
    .map(({ heading, lines }) => [...heading, ...lines].join("\n"))
    .join("\n\n");

test("a table in the terminal has one line of headings if it fits the width", () => {
  expect(textOf(38)).toBe(`\
rank  max-drawdown  trained on  trades
1           -5.00%        2020      12
2          -12.50%        2021       7`);
});

test("a table that is too wide for the terminal wraps its headings and aligns them at the bottom", () => {
  expect(textOf(37)).toBe(`\
          max-  trained
rank  drawdown       on  trades
1       -5.00%     2020      12
2      -12.50%     2021       7`);
});

test("a table that is too wide even with wrapped headings drops columns, those with the highest dropOrder first", () => {
  expect(textOf(30)).toBe(`\
          max-  trained
rank  drawdown       on
1       -5.00%     2020
2      -12.50%     2021`);
});

test("columns that do not fit and must not be dropped follow in a second table that repeats the first column", () => {
  const all = COLUMNS.map((each) => ({ ...each, dropOrder: 0 }));
  const folds = foldedTable(all, ROWS, 21);
  expect(folds.map(({ heading, lines }) => [...heading, ...lines])).toEqual([
    ["          max-", "rank  drawdown", "1       -5.00%", "2      -12.50%"],
    ["      trained", "rank       on  trades", "1        2020      12", "2        2021       7"],
  ]);
});

test("a table in a terminal with color has faint headings on every line of the headings", () => {
  const [table] = foldedTable(COLUMNS, ROWS, 30, ink({ color: true }));
  expect(table!.heading).toEqual([
    "\u001B[2m          max-  trained\u001B[22m",
    "\u001B[2mrank  drawdown       on\u001B[22m",
  ]);
  expect(table!.lines[0]).toBe("1       -5.00%     2020");
});
