import type { Json } from "./json.ts";

/** Elements of a list that are written at once. */
const AT_ONCE = 1_000;

/**
 * The text of JSON in pieces, for what is too long for one string: a result of millions of bars. Joined they are what
 * `JSON.stringify` gives.
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
  for (let i = 0; i < list.length; i += AT_ONCE) {
    const part = list.slice(i, i + AT_ONCE);
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
