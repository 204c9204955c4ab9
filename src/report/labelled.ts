/** A fact as a table shows it. */
export interface Labelled {
  readonly label: string;
  readonly text: string;
  /** What it means, where the words do not say it. */
  readonly meaning?: string;
}

/** Any value of params or settings as one line of text. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return String(value);
}
