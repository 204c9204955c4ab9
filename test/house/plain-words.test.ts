import { expect, test } from "vitest";
import { call } from "../cli/call.ts";
import { settingComments } from "../surface/setting-tables.ts";
import { ALLOWED, wordFaults } from "./plain-words.ts";
import { parseSource, wordsOf } from "./parse-source.ts";
import { filesUnder } from "./source-files.ts";

/** String literals of at least two words in `src`: help, messages, OpenAPI descriptions and reports. */
const texts = filesUnder(["src"], ".ts").flatMap(({ path, text }) =>
  wordsOf(parseSource(path, text))
    .texts.filter((one) => one.trim().includes(" "))
    .map((one) => ({ path, text: one })),
);

test("no string in src contains a word from the list of words to avoid", () => {
  expect(texts.length).toBeGreaterThan(3000);
  expect(texts.flatMap(({ path, text }) => wordFaults(text).map((fault) => `${path}: ${fault}`))).toEqual([]);
});

test("no description of a setting contains a word from the list of words to avoid", () => {
  expect(Object.values(settingComments()).flatMap(wordFaults)).toEqual([]);
});

test("the output of hindcast --help contains no word from the list of words to avoid", async () => {
  expect(wordFaults((await call(["--help"])).out)).toEqual([]);
});

test("every exception from the list of words to avoid matches some string in src", () => {
  const unused = ALLOWED.filter(({ text: allowed }) => !texts.some(({ text }) => allowed.test(text)));
  expect(unused).toEqual([]);
});

test("wordFaults reports words to avoid, but not in texts that are listed as exceptions", () => {
  expect(wordFaults("The number stands beside it.")).toHaveLength(2);
  expect(wordFaults("SELECT stands FROM orders")).toEqual([]);
});
