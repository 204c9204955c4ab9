import { expect, test } from "vitest";
import { clipText, displayWidth, foldedTable, textTable, wrapWords } from "../../src/report/terminal/tables.ts";

// Characters of several code points: decomposed "é" and "가" as in file names of macOS, and two emoji, a scientist and a flag.
const ACCENTED = "cafe\u0301";
const SYLLABLE = "\u1100\u1161";
const SCIENTIST = "\u{1F469}\u200D\u{1F52C}";
const FLAG = "\u{1F1EF}\u{1F1F5}";

// Unicode's Annex 11 gives characters of width W and F two columns, other characters one, and combining marks none.
test.each([
  ["7203.T", 6],
  ["東京", 4],
  ["ＡＢＣ", 6],
  ["ｱｲｳ", 3],
  ["한국", 4],
  [SYLLABLE, 2],
  [ACCENTED, 4],
  ["🚀", 2],
  [SCIENTIST, 2],
  [FLAG, 2],
  ["–…±░┤⠤", 6],
  ["\u001B[31mloss\u001B[39m", 4],
])("the text %s is displayed %i columns wide in a terminal", (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

test("table columns in the terminal are aligned even if cells to their left have wide characters", () => {
  const columns = [
    { heading: "symbol", align: "left" },
    { heading: "side", align: "right" },
    { heading: "p&l", align: "right" },
  ] as const;
  const rows = ["トヨタ自動車", "ACME", ACCENTED, SCIENTIST].map((name) => [name, "買い", "1.00"]);
  expect(textTable(columns, rows)).toEqual([
    "symbol        side   p&l",
    "トヨタ自動車  買い  1.00",
    "ACME          買い  1.00",
    `${ACCENTED}          買い  1.00`,
    `${SCIENTIST}            買い  1.00`,
  ]);
});

test("tables in the terminal are split, and headings wrapped, by the display width of wide characters", () => {
  const columns = ["名前", "数量", "損益"].map((heading, i) => {
    return { heading, align: "left", dropOrder: 0, cell: (row: readonly string[]) => row[i]! } as const;
  });
  const lines = (width: number) => foldedTable(columns, [["a", "b", "c"]], width).map(({ heading }) => heading);
  expect(lines(16)).toEqual([["名前  数量  損益"]]);
  expect(lines(15)).toEqual([["名前  数量"], ["名前  損益"]]);
  expect(wrapWords("買い 売り 現物", 9)).toEqual(["買い 売り", "現物"]);
  expect(wrapWords("買い 売り 現物", 13, "  ")).toEqual(["買い 売り", "  現物"]);
});

test("a text that is cut to a width never loses the combining marks of its last character", () => {
  expect(clipText("東京電力", 8)).toBe("東京電力");
  expect(clipText("東京電力", 5)).toBe("東京");
  expect(clipText(`${ACCENTED}s`, 4)).toBe(ACCENTED);
  expect(clipText(`${SCIENTIST}${FLAG}`, 3)).toBe(SCIENTIST);
  expect(clipText("東京", 1)).toBe("");
});
