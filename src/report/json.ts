import { isIterable, type Json } from "../primitives/json.ts";

/** A JSON value, or a record whose members may be iterables of values. */
type JsonSource = Json | Iterable<Json> | { readonly [key: string]: Json | Iterable<Json> };

/** Number of list elements in a piece of JSON text. */
const ELEMENTS_PER_PIECE = 1_000;

/**
 * Yields JSON text in pieces, for values too long for one string, such as a result of millions of bars. Joined, the pieces equal the text
 * of `JSON.stringify`. A member may be any iterable, which becomes a list without being copied.
 *
 * @example
 * await writeFile("result.json", jsonChunks(result.toJSON())); // of node:fs/promises
 */
export function* jsonChunks(value: JsonSource): Generator<string, void, undefined> {
  if (isIterable(value)) yield* listChunks(value);
  else if (typeof value === "object" && value !== null) yield* recordChunks(value);
  else yield JSON.stringify(value);
}

function* listChunks(list: Iterable<Json>): Generator<string, void, undefined> {
  let before = "[";
  for (const part of inParts(list)) {
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
  yield before === "[" ? "[]" : "]";
}

function* inParts(list: Iterable<Json>): Generator<readonly Json[], void, undefined> {
  let part: Json[] = [];
  for (const element of list) {
    part.push(element);
    if (part.length < ELEMENTS_PER_PIECE) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

function* recordChunks(record: { readonly [key: string]: JsonSource }): Generator<string, void, undefined> {
  let before = "{";
  for (const [name, value] of Object.entries(record)) {
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonChunks(value);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

function holdsLists(value: Json): boolean {
  return typeof value === "object" && value !== null && (isIterable(value) || Object.values(value).some(isIterable));
}
