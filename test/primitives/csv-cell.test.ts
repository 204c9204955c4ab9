import * as fc from "fast-check";
import { expect, test } from "vitest";
import { csvCell, unescapeCellText } from "../../src/primitives/csv-cell.ts";
import { readCell, textBytes } from "../../src/data/csv/cell.ts";

const COMMA = 0x2c;

function textBack(cell: string): string {
  const bytes = Buffer.from(`${cell}\n`);
  const text = textBytes(bytes.length);
  text.bytes.set(bytes);
  return readCell(text, 0, COMMA).text;
}

// OWASP's page "CSV Injection" lists the characters that begin a formula in spreadsheets.
test.each([
  ["=1+1", "'=1+1"],
  ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
  ["-2+3", "'-2+3"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", `"'\r=1"`],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ["'=1", "''=1"],
  ["'quoted'", "'quoted'"],
  ["-5", "-5"],
  ["+1.5e3", "+1.5e3"],
  ["CL=F", "CL=F"],
  [-2.5, "-2.5"],
  [NaN, ""],
  [true, "true"],
])("csvCell writes %j as the cell %j, which no spreadsheet reads as a formula", (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test("every text can be read back from its CSV cell, and only the cells of numbers begin with a formula character", () => {
  const sign = fc.constantFrom("", "'", "''", "=", "+", "-", "@", "\t", "\r", "-5", " ");
  fc.assert(
    fc.property(sign, fc.string(), (start, rest) => {
      const text = start + rest;
      const cell = csvCell(text);
      expect(unescapeCellText(cell.startsWith('"') ? unquoted(cell) : cell)).toBe(text);
      // Spaces around an unquoted cell are ignored.
      if (text.trim() === text && !/^["\s]/.test(text)) expect(textBack(cell)).toBe(text);
      if (/^"?[=+\-@\t\r]/.test(cell)) expect(Number(text)).not.toBeNaN();
    }),
  );
});

function unquoted(quoted: string): string {
  return quoted.slice(1, -1).replaceAll('""', '"');
}
