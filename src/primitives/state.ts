/** The fields of a stateful object as plain data: numbers, flags, copies of columns, and the same of nested objects. */
export type State = Readonly<Record<string, unknown>>;

/**
 * Copies the fields of `source` into plain data that later changes to `source` leave alone.
 * Understands numbers, strings, booleans, Float64Array, Int32Array, arrays and nested objects: all that a kernel's state is made of.
 */
export function saveState(source: object): State {
  const state: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(source)) state[name] = copied(value);
  return state;
}

/** Writes saved fields back into `target`, in place: its nested objects and columns stay the same objects. */
export function loadState(target: object, state: State): void {
  const fields = target as Record<string, unknown>;
  for (const [name, value] of Object.entries(state)) {
    const current = fields[name];
    if (isNumbers(current) && isNumbers(value) && current.length === value.length) current.set(value as never);
    else if (Array.isArray(value)) fields[name] = copied(value);
    else if (isObject(current) && isObject(value) && !isNumbers(value)) loadState(current, value as State);
    else fields[name] = copied(value);
  }
}

function copied(value: unknown): unknown {
  if (isNumbers(value)) return value.slice();
  if (Array.isArray(value)) return value.map(copied);
  if (isObject(value)) return saveState(value);
  return value;
}

function isNumbers(value: unknown): value is Float64Array | Int32Array {
  return value instanceof Float64Array || value instanceof Int32Array;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
