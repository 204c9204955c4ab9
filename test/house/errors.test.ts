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

/** Reasons for which an order can be rejected. The empty name in the list means no reason, and is left out. */
const REASONS = REASON_NAMES.filter((name) => name !== "");

/** Returns the first cells of the table rows below a heading of docs/reference/errors.md. */
function rowsUnder(heading: string): string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  return [...section.matchAll(/^\| `(\w+)` \| [^|]+ \| [^|]+ \|$/gm)].map((row) => row[1]!);
}

const wordsIn = ({ path, text }: SourceFile) => ({ path, ...wordsOf(parseSource(path, text)) });
const source = filesUnder(["src"], ".ts").map(wordsIn);

/** Returns all identifiers and string literals in `src`, except in the given files, which only declare names. */
function namedInCode(...except: readonly string[]): Set<string> {
  const files = source.filter(({ path }) => !except.includes(path));
  return new Set(files.flatMap(({ names, texts }) => [...names, ...texts]));
}

test("docs/reference/errors.md lists exactly the error codes of ERROR_TABLE, in the same order", () => {
  expect(rowsUnder("Errors")).toEqual(CODES);
});

/** Texts in capitals that are not error codes of Hindcast, such as environment variables and codes of other programs. */
const OTHER_NAMES = [
  /^(?:HINDCAST|NODE)_/,
  /^(?:ERR|EAI|FST_ERR|SQLITE|Z_BUF)_/,
  // Names in Parquet schemas and in settings of DuckDB.
  /^(?:BYTE_ARRAY|TIMESTAMP_(?:MILLIS|MICROS|NS)|READ_ONLY)$/,
  // Variables with the API keys of sources.
  /^(?:APCA|STOOQ)_API_[A-Z_]+$/,
  // A code inside the dashboard, which shows users only the message.
  /^NO_ANSWER$/,
];

test("every text in the source that looks like an error code is documented in docs/reference/errors.md", () => {
  const texts = source.flatMap((file) => file.texts);
  const codes = new Set(texts.filter((text) => /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text)));
  expect(codes.size).toBeGreaterThan(60);
  const strange = [...codes].filter(
    (code) => !OTHER_NAMES.some((one) => one.test(code)) && !page.includes(`| \`${code}\` |`),
  );
  expect(strange).toEqual([]);
});

test("every code of ERROR_TABLE is used somewhere in the source", () => {
  const used = namedInCode(DECLARED_IN);
  expect(CODES.filter((code) => !used.has(code))).toEqual([]);
});

test("the rows of ERROR_TABLE are in alphabetical order", () => {
  expect(CODES.length).toBeGreaterThan(10);
  expect(CODES).toEqual(CODES.toSorted());
});

test("docs/reference/errors.md lists exactly the reasons for which an order can be rejected", () => {
  expect(rowsUnder("Order reasons").toSorted()).toEqual(REASONS.toSorted());
});

test("every reason for which an order can be rejected is used in the source", () => {
  const used = namedInCode("src/broker/order-codes.ts", "src/broker/order-reason-texts.ts");
  expect(REASONS.filter((reason) => !used.has(reason))).toEqual([]);
});

test("docs/reference/errors.md lists exactly the error codes of the HTTP API, in order, with their HTTP status", () => {
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \| [^|]+ \| [^|]+ \|$/gm)].map((row) => [
    row[1],
    Number(row[2]),
  ]);
  expect(rows).toEqual(Object.entries(API_ERROR_TABLE).map(([code, { status }]) => [code, status]));
});

test.each([
  ["rejection reason", REASONS, ["test/broker", "test/engine", "test/properties"]],
  ["error code of the API", Object.keys(API_ERRORS), ["test/server", "test/client"]],
] as const)("every %s occurs in some test", (_, names, folders) => {
  const words = filesUnder(folders, ".ts").flatMap((file) => Object.values(wordsIn(file)).flat());
  const expected = new Set(words.flatMap((word) => word.split(/\W+/)));
  expect(names.filter((name) => !expected.has(name))).toEqual([]);
});
