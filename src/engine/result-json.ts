import { metrics } from "../metrics/catalog.ts";
import { type Column, checkSameLength } from "../primitives/column.ts";
import { isIterable, type Json, toJson } from "../primitives/json.ts";
import { lastAtOrBefore } from "../primitives/sorted-search.ts";
import { formatDate, formatInstant } from "../time/instant.ts";
import { checkResult } from "./check-result.ts";
import type { RunResult } from "./run-result.ts";

/** Fields of a result in the order in which result.json has them. */
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

/** Fields of a result with one value per bar. */
const COLUMNS: ReadonlySet<Field> = new Set(["equity", "buyAndHold", "indicators"]);

/** A result as plain JSON. */
export type ResultJson = { readonly [Name in Field | "fromIso" | "toIso"]: Json };

/** Lists of records, with the names of their times. */
const RECORDS = {
  trades: ["entryTime", "exitTime"],
  fills: ["time"],
  orders: ["submittedAt", "expiresAt"],
  orderEvents: ["time"],
  entries: ["time"],
  log: ["time"],
} as const satisfies { readonly [Name in Field]?: readonly string[] };

/**
 * Converts a result to plain JSON: every field under its own name, all metrics in the summary, columns as arrays, dates as `YYYY-MM-DD`,
 * fractions as fractions, missing numbers as null. A time is epoch milliseconds; `timeIso` next to `time` is the same instant as text.
 * Equal results give equal text.
 *
 * @example
 * process.stdout.write(`${JSON.stringify(resultJson(result))}\n`);
 */
export function resultJson(result: RunResult): ResultJson {
  const all = Object.entries(resultMembers(result, true));
  const lists = all.map(([name, value]) => [name, isIterable(value) ? Array.from(value) : value]);
  return Object.fromEntries(lists) as ResultJson;
}

/**
 * Returns the members of `resultJson`, with lists of records as iterables that convert one record at a time. Without `columns`, leaves out
 * curves and indicators, which take most of the text of a long run.
 */
export function resultMembers(result: RunResult, columns: boolean): Readonly<Record<string, Json | Iterable<Json>>> {
  checkResult(result);
  const fields = FIELDS.filter((field) => columns || !COLUMNS.has(field));
  return Object.fromEntries(fields.flatMap((field) => membersOf(result, field)));
}

function membersOf(result: RunResult, field: Field): [name: string, value: Json | Iterable<Json>][] {
  switch (field) {
    case "from":
    case "to":
      return [
        [field, toJson(result[field])],
        [`${field}Iso`, isoText(result[field])],
      ];
    case "summary":
      return [[field, toJson(allMetrics(result))]];
    case "equity":
      return [[field, toJson(datedEquity(result))]];
    default:
      return [[field, field in RECORDS ? datedRecords(result, field as keyof typeof RECORDS) : toJson(result[field])]];
  }
}

/** The records of a field, each converted when it is read. */
function datedRecords(result: RunResult, field: keyof typeof RECORDS): Iterable<Json> {
  return {
    *[Symbol.iterator]() {
      for (const record of result[field]) {
        const members = withIsoTimes(record, RECORDS[field]);
        if ("submittedAt" in record) members["submittedDate"] = dateAt(record.submittedAt, result);
        // Fills have a date of their own.
        else if ("time" in record && !("date" in record)) members["date"] = dateAt(record.time, result);
        if ("converted" in record) members["converted"] = withIsoTimes(record.converted, ["rateTime"]);
        yield toJson(members);
      }
    },
  };
}

/** Copies a record, with each of its times also as text. */
function withIsoTimes(record: object, times: readonly string[]): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record) as [string, unknown][]) {
    members[name] = value;
    if (typeof value === "number" && times.includes(name)) members[`${name}Iso`] = isoText(value);
  }
  return members;
}

/** A time as ISO 8601 text in UTC; null if missing. */
function isoText(time: number): string | null {
  return Number.isFinite(time) ? formatInstant(time) : null;
}

/** Returns the date of the session that ends at a time, or else of the session that contains or follows the time. */
function dateAt(moment: number, { equity: { time, date } }: RunResult): string | undefined {
  const last = lastAtOrBefore(time, moment, -1);
  const session = date[time[last] === moment ? last : Math.min(last + 1, date.length - 1)];
  return session === undefined ? undefined : formatDate(session);
}

/** Returns the equity curve with its dates as text. */
function datedEquity({ equity: curve, buyAndHold }: RunResult): unknown {
  const { time, date, equity, cash, sessions, sessionDates } = curve;
  for (const [name, column] of Object.entries({ date, equity, cash, buyAndHold }))
    checkSameLength(name, column, "time", time);
  const texts = (column: Column) => Array.from(column, formatDate);
  return {
    time,
    timeIso: Array.from(time, isoText),
    date: texts(date),
    equity,
    cash,
    sessions,
    sessionDates: texts(checkSameLength("sessionDates", sessionDates, "sessions", sessions)),
  };
}

/** Returns all metrics of a run by name, in catalog order: those of the summary, and those computed on demand. */
export function allMetrics({ summary, performance }: RunResult): Readonly<Record<string, number>> {
  const known: Readonly<Record<string, number>> = summary;
  const all = Object.values(metrics).map((metric) => [metric.name, known[metric.name] ?? performance.value(metric)]);
  return Object.fromEntries(all) as Record<string, number>;
}
