/** What a cell of a file of columns may hold. */
export type CsvCell = string | number | boolean;

/**
 * A cell as a file of columns has it (RFC 4180): in quotes where it would end early, empty where a number is missing. Text that a spreadsheet would take for
 * a formula gets an apostrophe before it, which `unescapeCellText` takes away; numbers stay numbers.
 */
export function csvCell(cell: CsvCell): string {
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  if (typeof cell === "string" && PLAIN.test(cell)) return cell;
  const text = escapeFormula(String(cell));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text of a cell that was read, without the apostrophe that `csvCell` put before it. */
export function unescapeCellText(text: string): string {
  if (!text.startsWith("'")) return text;
  const plain = text.slice(1);
  return escapeFormula(plain) === text ? plain : text;
}

/** Names, dates and times of most files, which need none of what follows. */
const PLAIN = /^\w[\w .:-]*$/;
// What begins with apostrophes already gets one more, so that each text has a cell of its own.
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function escapeFormula(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
