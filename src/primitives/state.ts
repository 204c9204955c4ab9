import type { Column } from "./column.ts";
import { mapValues } from "./record-helpers.ts";

/** The fields of a stateful object as plain data: numbers, flags, copies of columns, and the same of nested objects. */
export type State = Readonly<Record<string, unknown>>;

/** Writes saved fields back into `target`, in place: its nested objects and columns stay the same objects. */
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
 * A copy of what a stateful object is made of, as plain data that later changes leave alone: numbers, strings, booleans, Float64Array, Int32Array, arrays
 * and nested objects.
 */
export function deepCopy<T>(value: T): T;
export function deepCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deepCopy);
  return isRecord(value) ? mapValues(value, deepCopy) : ArrayBuffer.isView(value) ? (value as Column).slice() : value;
}

/** Whether a value has members by name, and none by place. */
export function isRecord(value: unknown): value is State {
  return Object(value) === value && !(Symbol.iterator in (value as object));
}
