import type { Column } from "./column.ts";
import { mapValues } from "./record-helpers.ts";

/** Fields of a stateful object as plain data: numbers, booleans, copies of columns, and nested objects of these. */
export type State = Readonly<Record<string, unknown>>;

/** Restores saved fields into `target` in place. Nested objects and columns keep their identity. */
export function loadState(target: object, state: State): void {
  const fields = target as Record<string, unknown>;
  for (const [name, value] of Object.entries(state)) {
    const current = fields[name];
    if (isRecord(value) && isRecord(current)) loadState(current, value);
    else if (ArrayBuffer.isView(current) && (current as Column).length === (value as Column).length)
      (current as Column).set(value as Column);
    else fields[name] = deepCopy(value);
  }
}

/**
 * Returns a deep copy as plain data. Supports numbers, strings, booleans, `Float64Array`, `Int32Array`, arrays and nested objects.
 */
export function deepCopy<T>(value: T): T;
export function deepCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deepCopy);
  return isRecord(value) ? mapValues(value, deepCopy) : ArrayBuffer.isView(value) ? (value as Column).slice() : value;
}

/** Returns whether a value is an object but not iterable. */
export function isRecord(value: unknown): value is State {
  return Object(value) === value && !(Symbol.iterator in (value as object));
}
