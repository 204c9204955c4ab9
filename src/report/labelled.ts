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
  if (typeof value !== "object" || value === null) return String(value);
  return "model" in value && typeof value.model === "string"
    ? modelText({ ...value, model: value.model })
    : JSON.stringify(value);
}

/** A cost model with its fields: `percent (rate 0.001)`. */
export function modelText({ model, ...fields }: { readonly model: string; readonly [field: string]: unknown }): string {
  const shown = Object.entries(fields).map(([name, value]) => `${name} ${valueText(value)}`);
  return shown.length === 0 ? model : `${model} (${shown.join(", ")})`;
}
