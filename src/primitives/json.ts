/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Converts a value to plain JSON: columns to lists, missing numbers to null, bigints to text. Leaves out undefined members and functions. */
export function toJson(value: unknown): Json {
  if (typeof value === "number") return jsonNumber(value);
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return value.map(toJson);
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array, jsonNumber);
  if (typeof value !== "object" || value === null) return null;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined && typeof field !== "function");
  return Object.fromEntries(fields.map(([name, field]) => [name, toJson(field)]));
}

/** Converts a number for JSON: null if missing, and zero without a sign. */
export function jsonNumber(value: number): number | null {
  return Number.isFinite(value) ? value + 0 : null;
}

/** Whether a member of JSON to write is a list. */
export function isIterable(value: unknown): value is Iterable<Json> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

/** Rounds a number to fixed decimals for JSON, so that chart data stay short. */
export function roundedNumber(value: number, decimals: number): number | null {
  return jsonNumber(Math.round(value * 10 ** decimals) / 10 ** decimals);
}
