/** What a cell of a file of columns may hold. */
export type CsvCell = string | number | boolean;

/** A cell as a file of columns has it (RFC 4180): in quotes where it would end early, empty where a number is missing. */
export function csvCell(cell: CsvCell): string {
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
