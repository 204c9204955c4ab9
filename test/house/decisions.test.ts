import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesUnder, ROOT, type SourceFile } from "./source-files.ts";

const FOLDER = "docs/decisions/";
const INDEX = `${FOLDER}README.md`;
const MOST_FILES = 60;

/** Highest number of a decision from the time when all decisions were numbered sections of one file. */
const FORMER_NUMBERS = 184;

/** Required form of a decision file: title, status, date, optional former numbers, and three sections with text. */
const FORM =
  /^# (?<title>.+)\n\n- Status: (?:accepted|superseded by \S+)\n- Decided on \d{4}-\d\d-\d\d(?:, last changed on \d{4}-\d\d-\d\d)?\n(?:- Numbered until 2026-11-27 as: (?<former>[\d, ]+)\n)?\n## Context\n\n\S[^]*?\n\n## Decision\n\n\S[^]*?\n\n## Consequences\n\n\S[^]*$/;

/** Returns what is wrong with the form of decision files and with their index. */
function formProblems(files: readonly SourceFile[]): string[] {
  const index = files.find(({ path }) => path === INDEX)?.text ?? "";
  const decisions = files.filter(({ path }) => path !== INDEX);
  const rows = [...index.matchAll(/^- \[(.+)\]\((.+)\)$/gm)].map(([row]) => row);
  const expected = decisions.map(({ path, text }) => {
    const parts = FORM.exec(text)?.groups;
    return `- [${parts?.["title"]}](${path.slice(FOLDER.length)})`;
  });
  return [
    ...decisions.filter(({ text }) => !FORM.test(text)).map(({ path }) => `${path} lacks a required part`),
    ...expected.filter((row) => !rows.includes(row)).map((row) => `the index lacks ${row}`),
    ...rows.filter((row) => !expected.includes(row)).map((row) => `the index has no file for ${row}`),
    ...rows.filter((row, place) => rows.indexOf(row) !== place).map((row) => `the index repeats ${row}`),
    ...(decisions.length > MOST_FILES ? [`${decisions.length} decision files: at most ${MOST_FILES} are allowed`] : []),
  ];
}

/** Returns references to decisions that use a former number or name a missing file. */
function referenceProblems(files: readonly SourceFile[], names: readonly string[]): string[] {
  return files.flatMap(({ path, text }) => [
    ...[...text.matchAll(/\bdecisions? \d+|\bDECISIONS\.md/gi)].map(([found]) => `${path}: ${found}`),
    ...[...text.matchAll(/\bdecisions\/([\w-]+\.md)/g)]
      .filter(([, name]) => !names.includes(`${FOLDER}${name}`))
      .map(([found]) => `${path}: ${found}`),
  ]);
}

const decisions = filesUnder([FOLDER], ".md");

test("every file in docs/decisions has the required form and a row in the index, and there are at most 60 files", () => {
  expect(decisions.length).toBeGreaterThan(40);
  expect(formProblems(decisions)).toEqual([]);
});

test("every former number from 1 to 184 is listed in exactly one file of docs/decisions", () => {
  const numbers = decisions.flatMap(({ text }) => (FORM.exec(text)?.groups?.["former"] ?? "").split(", "));
  const found = numbers.filter((number) => number !== "").map(Number);
  expect(found.toSorted((a, b) => a - b)).toEqual(Array.from({ length: FORMER_NUMBERS }, (_, place) => place + 1));
});

test("references to decisions in sources and pages name existing files of docs/decisions", () => {
  const code = ["src", "bench", "test", "strategies"].flatMap((folder) => filesUnder([folder], ".ts"));
  const pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map((path) => ({
    path,
    text: readFileSync(join(ROOT, path), "utf8"),
  }));
  const files = [...code, ...filesUnder(["docs", "bench"], ".md"), ...pages].filter(
    ({ path }) => path !== "test/house/decisions.test.ts",
  );
  const names = decisions.map(({ path }) => path);
  expect(referenceProblems(files, names)).toEqual([]);
});

test("the checks of decision files report missing parts, wrong rows of the index and references to missing files", () => {
  const good =
    "# A\n\n- Status: accepted\n- Decided on 2026-11-27\n\n## Context\n\nc\n\n## Decision\n\nd\n\n## Consequences\n\ne\n";
  const row = "- [A](a.md)";
  const file = (name: string, text: string) => ({ path: `${FOLDER}${name}`, text });
  expect(formProblems([file("README.md", row), file("a.md", good)])).toEqual([]);
  for (const part of ["# A\n", "- Status: accepted\n", "- Decided on 2026-11-27\n", "c\n", "## Decision\n", "\n\ne\n"])
    expect(formProblems([file("README.md", row), file("a.md", good.replace(part, ""))]), part).toContain(
      "docs/decisions/a.md lacks a required part",
    );
  expect(formProblems([file("README.md", ""), file("a.md", good)])).toEqual([`the index lacks ${row}`]);
  expect(formProblems([file("README.md", row)])).toEqual([`the index has no file for ${row}`]);
  expect(formProblems([file("README.md", `${row}\n${row}`), file("a.md", good)])).toEqual([`the index repeats ${row}`]);
  const many = Array.from({ length: 61 }, (_, place) => file(`a${place}.md`, good));
  expect(formProblems(many)).toContain("61 decision files: at most 60 are allowed");
  const text = "see decision 12, DECISIONS.md, docs/decisions/b.md and docs/decisions/a.md";
  expect(referenceProblems([{ path: "x.ts", text }], ["docs/decisions/a.md"])).toEqual([
    "x.ts: decision 12",
    "x.ts: DECISIONS.md",
    "x.ts: decisions/b.md",
  ]);
});
