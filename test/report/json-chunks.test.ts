import { expect, test } from "vitest";
import { type Json } from "../../src/primitives/json.ts";
import { jsonChunks } from "../../src/report/json.ts";

const long = Array.from({ length: 2_500 }, (_, i) => i / 4);
const records = Array.from({ length: 1_500 }, (_, id) => ({ id, tag: `"${id}"` }));

test.each<[string, Json]>([
  ["nothing", null],
  ["a number", -0.5],
  ["text", 'a "quoted" \u2028 word'],
  ["an empty list", []],
  ["an empty record", {}],
  ["a long list", long],
  ["a long list of records", records],
  ["lists in records in lists", [{ name: "a", values: long }, { name: "b", values: [] }, null, [[1], []]]],
  ["records in records", { a: { b: { c: [1, { d: null }] }, e: {} }, 'quoted"name': [] }],
])("jsonChunks writes %s in chunks that together equal the output of JSON.stringify", (_, value) => {
  expect([...jsonChunks(value)].join("")).toBe(JSON.stringify(value));
});

test("jsonChunks writes long lists in chunks of less than 40,000 characters", () => {
  const longest = Math.max(...Array.from(jsonChunks({ long, records }), (piece) => piece.length));
  expect(longest).toBeLessThan(40_000);
});
