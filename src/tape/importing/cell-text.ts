/** A value of JSON as the text of a cell: a text as it is, nothing as an empty one. */
export function cellText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
