import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { REASON_NAMES } from "../../src/broker/order-codes.ts";
import { API_ERROR_TABLE, API_ERRORS } from "../../src/schemas/api-error.ts";
import { ERROR_TABLE } from "../../src/primitives/error-table.ts";
import { filesUnder, ROOT, type SourceFile } from "./source-files.ts";
import { parseSource, wordsOf } from "./parse-source.ts";

const DECLARED_IN = "src/primitives/error-table.ts";
const CODES = Object.keys(ERROR_TABLE);
const page = readFileSync(join(ROOT, "docs/reference/errors.md"), "utf8");

/** The empty text stands for no reason. */
const REASONS = REASON_NAMES.filter((name) => name !== "");

/** First cells of the table rows that stand under a heading. */
function rowsUnder(heading: string): string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  return [...section.matchAll(/^\| `(\w+)` \| [^|]+ \| [^|]+ \|$/gm)].map((row) => row[1]!);
}

const wordsIn = ({ path, text }: SourceFile) => ({ path, ...wordsOf(parseSource(path, text)) });
const source = filesUnder(["src"], ".ts").map(wordsIn);

/** Every text and every name that stands in the code, but for the files that declare them. */
function namedInCode(...except: readonly string[]): Set<string> {
  const files = source.filter(({ path }) => !except.includes(path));
  return new Set(files.flatMap(({ names, texts }) => [...names, ...texts]));
}

test("every error code has a row in docs/reference/errors.md, in order, and no row is of a code that is gone", () => {
  expect(rowsUnder("Errors")).toEqual(CODES);
});

/** Names in capitals that are not error codes of Hindcast: environment variables, and codes of other programs that it only reads. */
const NO_CODES = [
  /^(?:HINDCAST|NODE)_/,
  /^(?:ERR|EAI|FST_ERR|SQLITE|Z_BUF)_/,
  // Of Parquet's schema, and of DuckDB's settings.
  /^(?:BYTE_ARRAY|TIMESTAMP_(?:MILLIS|MICROS|NS)|READ_ONLY)$/,
  // The dashboard shows its message alone.
  /^NO_ANSWER$/,
];

test("every code in capitals that the source names is in docs/reference/errors.md", () => {
  const texts = source.flatMap((file) => file.texts);
  const codes = new Set(texts.filter((text) => /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text)));
  expect(codes.size).toBeGreaterThan(60);
  const strange = [...codes].filter(
    (code) => !NO_CODES.some((one) => one.test(code)) && !page.includes(`| \`${code}\` |`),
  );
  expect(strange).toEqual([]);
});

test("every error code is thrown somewhere", () => {
  const used = namedInCode(DECLARED_IN);
  expect(CODES.filter((code) => !used.has(code))).toEqual([]);
});

test("error codes stand in alphabetical order", () => {
  expect(CODES.length).toBeGreaterThan(10);
  expect(CODES).toEqual(CODES.toSorted());
});

test("every reason of a refused order has a row in docs/reference/errors.md, and back", () => {
  expect(rowsUnder("Order reasons").toSorted()).toEqual(REASONS.toSorted());
});

test("every reason of a refused order is given somewhere", () => {
  const used = namedInCode("src/broker/order-codes.ts", "src/broker/order-reason-texts.ts");
  expect(REASONS.filter((reason) => !used.has(reason))).toEqual([]);
});

test("every error code of the API has a row in docs/reference/errors.md, in order, and its status", () => {
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \| [^|]+ \| [^|]+ \|$/gm)].map((row) => [
    row[1],
    Number(row[2]),
  ]);
  expect(rows).toEqual(Object.entries(API_ERROR_TABLE).map(([code, { status }]) => [code, status]));
});

test.each([
  ["reason of a refused order", REASONS, ["test/broker", "test/engine", "test/properties"]],
  ["error code of the API", Object.keys(API_ERRORS), ["test/server", "test/client"]],
] as const)("every %s is expected by a test of its room", (_, names, folders) => {
  const words = filesUnder(folders, ".ts").flatMap((file) => Object.values(wordsIn(file)).flat());
  const expected = new Set(words.flatMap((word) => word.split(/\W+/)));
  expect(names.filter((name) => !expected.has(name))).toEqual([]);
});
