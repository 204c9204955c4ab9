import { parameterError } from "../primitives/check.ts";
import { isColumn } from "./is-column.ts";
import { isRecord } from "./is-record.ts";

type Field = readonly [name: string, value: unknown];

/**
 * One column for each field that any of the records has, row by row; a record or list within one has its fields in columns of their own,
 * `inner.field`. Throws a `RangeError` for a row that is no record, for two fields of one name and for a record that holds itself.
 */
export function columnsOfRecords(records: readonly unknown[]): Readonly<Record<string, readonly unknown[]>> {
  const rows = records.map((record, row) => {
    if (!isWalked(record)) throw parameterError(`row ${row}`, "an object of fields", record);
    const fields = new Map<string, unknown>();
    for (const [name, value] of fieldsOf(record, "", [], row)) {
      if (fields.has(name)) throw parameterError(`a field of row ${row}`, "given once (rename one of them)", name);
      fields.set(name, value);
    }
    return fields;
  });
  const names = new Set(rows.flatMap((row) => [...row.keys()]));
  return Object.fromEntries([...names].map((name) => [name, rows.map((row) => row.get(name))]));
}

function fieldsOf(record: object, prefix: string, around: readonly object[], row: number): Field[] {
  const within = [...around, record];
  return Object.entries(record).flatMap(([own, value]: [string, unknown]): Field[] => {
    const name = `${prefix}${own}`;
    if (!isWalked(value)) return [[name, value]];
    if (within.includes(value))
      throw parameterError(`${name} of row ${row}`, "a record that does not hold itself", value);
    return fieldsOf(value, `${name}.`, within, row);
  });
}

function isWalked(value: unknown): value is object {
  return isColumn(value) || isRecord(value);
}
