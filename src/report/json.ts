import type { RunResult } from "../engine/run-result.ts";
import { allMetrics } from "./all-metrics.ts";
import { jsonNumber } from "./json-number.ts";

/** What JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The fields of a result in the order in which they are written. */
const FIELDS = [
  "engineVersion",
  "strategy",
  "params",
  "symbols",
  "interval",
  "from",
  "to",
  "summary",
  "counts",
  "band",
  "warnings",
  "notes",
  "settings",
  "currencyDecimals",
  "fingerprint",
  "fillHash",
  "trades",
  "fills",
  "orders",
  "orderEvents",
  "entries",
  "equity",
  "buyAndHold",
  "indicators",
  "log",
] as const satisfies readonly (keyof RunResult)[];

/**
 * A result as plain JSON for other programs: every field under its own name, all metrics in its summary, columns as arrays, times as epoch milliseconds,
 * fractions as fractions, a missing number as null. Equal results give equal text.
 *
 * @example
 * process.stdout.write(`${JSON.stringify(resultJson(result))}\n`);
 */
export function resultJson(result: RunResult): { readonly [K in (typeof FIELDS)[number]]: Json } {
  const value = (field: (typeof FIELDS)[number]) => (field === "summary" ? allMetrics(result) : result[field]);
  return Object.fromEntries(FIELDS.map((field) => [field, json(value(field))])) as Record<
    (typeof FIELDS)[number],
    Json
  >;
}

function json(value: unknown): Json {
  if (typeof value === "number") return jsonNumber(value);
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return value.map(json);
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array, jsonNumber);
  if (typeof value !== "object" || value === null) return null;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined && typeof field !== "function");
  return Object.fromEntries(fields.map(([name, field]) => [name, json(field)]));
}
