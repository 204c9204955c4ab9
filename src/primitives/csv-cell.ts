/** Value of a CSV cell. */
export type CsvCell = string | number | boolean;

/**
 * Formats a CSV cell (RFC 4180), with quotes if needed. Missing numbers give an empty cell. Text that a spreadsheet would evaluate as a formula
 * gets a leading apostrophe, which `unescapeCellText` removes.
 */
export function csvCell(cell: CsvCell): string {
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  if (typeof cell === "string" && PLAIN.test(cell)) return cell;
  const text = escapeFormula(String(cell));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the text of a cell without the apostrophe that `csvCell` added. */
export function unescapeCellText(text: string): string {
  if (!text.startsWith("'")) return text;
  const plain = text.slice(1);
  return escapeFormula(plain) === text ? plain : text;
}

/** Matches most names, dates and times, which need neither quotes nor an apostrophe. */
const PLAIN = /^\w[\w .:-]*$/;
// Text that already begins with apostrophes gets one more, so that unescaping returns the same text.
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function escapeFormula(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
