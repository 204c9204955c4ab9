import type { RunResult } from "../engine/run-result.ts";
import { metrics } from "../metrics/catalog.ts";
import { checkResult } from "./check-result.ts";
import { type Column, checkSameLength } from "../primitives/column.ts";
import { lastAtOrBefore } from "../primitives/sorted-search.ts";
import { formatDate } from "../time/instant.ts";

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Fields of a result in the order in which they are written. */
const FIELDS = [
  "engineVersion",
  "strategy",
  "params",
  "symbols",
  "interval",
  "from",
  "to",
  "firstDate",
  "lastDate",
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

type Field = (typeof FIELDS)[number];

/** Fields with one value per bar. */
const COLUMNS: ReadonlySet<Field> = new Set(["equity", "buyAndHold", "indicators"]);

/** Fields with lists of records that JSON can represent directly. */
const RECORDS: ReadonlySet<Field> = new Set(["trades", "fills", "orders", "orderEvents", "entries"]);

/**
 * Converts a result to plain JSON: every field under its own name, all metrics in the summary, columns as arrays, times as epoch
 * milliseconds, dates as `YYYY-MM-DD`, fractions as fractions, missing numbers as null. Equal results give equal text.
 *
 * @example
 * process.stdout.write(`${JSON.stringify(resultJson(result))}\n`);
 */
export function resultJson(result: RunResult): { readonly [K in Field]: Json } {
  return fieldsOf(result, FIELDS) as { readonly [K in Field]: Json };
}

/** Converts a result to JSON without curves and indicators, which take most of the text of a long run. Lists of records are not copied. */
export function resultFacts(result: RunResult): { readonly [K in Field]?: Json } {
  const facts = FIELDS.filter((field) => !COLUMNS.has(field));
  return fieldsOf(result, facts, RECORDS);
}

function fieldsOf(
  result: RunResult,
  fields: readonly Field[],
  unchanged: ReadonlySet<Field> = new Set(),
): { readonly [K in Field]?: Json } {
  checkResult(result);
  const other: { readonly [K in Field]?: () => unknown } = {
    summary: () => allMetrics(result),
    equity: () => datedEquity(result),
    orders: () => result.orders.map((order) => ({ ...order, submittedDate: dateAt(order.submittedAt, result) })),
  };
  const value = (field: Field) => other[field]?.() ?? result[field];
  return Object.fromEntries(
    fields.map((field) => [field, unchanged.has(field) ? (value(field) as Json) : json(value(field))]),
  );
}

/** Date of the session that ends at a time, or else contains it or follows it. */
function dateAt(moment: number, { equity: { time, date } }: RunResult): string | undefined {
  const last = lastAtOrBefore(time, moment, -1);
  const session = date[time[last] === moment ? last : Math.min(last + 1, date.length - 1)];
  return session === undefined ? undefined : formatDate(session);
}

/** The equity curve with its dates as text. */
function datedEquity({ equity: curve, buyAndHold }: RunResult): unknown {
  const { time, date, equity, cash, sessions, sessionDates } = curve;
  for (const [name, column] of Object.entries({ date, equity, cash, buyAndHold }))
    checkSameLength(name, column, "time", time);
  const texts = (column: Column) => Array.from(column, formatDate);
  return {
    time,
    date: texts(date),
    equity,
    cash,
    sessions,
    sessionDates: texts(checkSameLength("sessionDates", sessionDates, "sessions", sessions)),
  };
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

/** Number of list elements in a piece. */
const ELEMENTS_PER_PIECE = 1_000;

/**
 * Yields JSON text in pieces, for values too long for one string, such as a result of millions of bars. Joined, the pieces equal the text
 * of `JSON.stringify`.
 *
 * @example
 * await writeFile("result.json", jsonChunks(resultJson(result))); // of node:fs/promises
 */
export function* jsonChunks(value: Json): Generator<string, void, undefined> {
  if (isList(value)) yield* listChunks(value);
  else if (typeof value === "object" && value !== null) yield* recordChunks(value);
  else yield JSON.stringify(value);
}

function* listChunks(list: readonly Json[]): Generator<string, void, undefined> {
  let before = "[";
  for (let i = 0; i < list.length; i += ELEMENTS_PER_PIECE) {
    const part = list.slice(i, i + ELEMENTS_PER_PIECE);
    if (part.some(holdsLists)) {
      for (const element of part) {
        yield before;
        yield* jsonChunks(element);
        before = ",";
      }
    } else {
      yield before + JSON.stringify(part).slice(1, -1);
      before = ",";
    }
  }
  yield list.length === 0 ? "[]" : "]";
}

function* recordChunks(record: { readonly [key: string]: Json }): Generator<string, void, undefined> {
  let before = "{";
  for (const [name, value] of Object.entries(record)) {
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonChunks(value);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

function holdsLists(value: Json): boolean {
  return typeof value === "object" && value !== null && (isList(value) || Object.values(value).some(isList));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Converts a number for JSON: null if missing, and zero without a sign. Reports convert NaN only here. */
export function jsonNumber(value: number): number | null {
  return Number.isFinite(value) ? value + 0 : null;
}

/** Rounds a number to fixed decimals for JSON, so that chart data stay short. */
export function roundedNumber(value: number, decimals: number): number | null {
  return jsonNumber(Math.round(value * 10 ** decimals) / 10 ** decimals);
}

/** Returns all metrics of a run by name, in catalog order: those of the summary, and those computed on demand. */
export function allMetrics({ summary, performance }: RunResult): Readonly<Record<string, number>> {
  const all = Object.values(metrics).map((metric) => [metric.name, summary[metric.name] ?? performance.value(metric)]);
  return Object.fromEntries(all) as Record<string, number>;
}
