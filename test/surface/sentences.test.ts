import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { wordFaults } from "../house/plain-words.ts";
import { filesUnder, ROOT, type SourceFile } from "../house/source-files.ts";

const MOST_WORDS = 30;

/** Pages that may have sentences of more than 30 words, each with their number. */
const LONG: Readonly<Record<string, number>> = {
  "reference/errors.md": 5,
  "reference/indicators.md": 1,
  // A generated list of packages is one long sentence.
  "reference/licences.md": 1,
};

/** Returns the sentences of a page that have more than 30 words. Inline code counts as one word, and a table cell as a sentence. */
function longSentences(page: string): string[] {
  const prose = page
    .replaceAll(/^ *```[^]*?^ *```\s*$/gm, "\n")
    .replaceAll(/^#.*$/gm, "\n")
    .replaceAll(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replaceAll(/`[^`]*`/g, "code");
  const texts = prose.split(/\n\s*\n|^\s*(?:[-*]|\d+\.) |\|/m).flatMap((text) => text.split(/(?<=[.!?:;])\s+/));
  return texts.map((text) => text.trim()).filter((text) => text.split(/\s+/).length > MOST_WORDS);
}

test("longSentences finds long sentences in paragraphs, list items and table cells, and counts inline code as one word", () => {
  const long = "word ".repeat(31).trim();
  expect(longSentences(`# ${long}\n\n${long}. Short.\n\n- ${long}\n\n| ${long} | b |\n\n\`${long}\``)).toEqual([
    `${long}.`,
    long,
    long,
  ]);
});

test("documentation pages have no sentence of more than 30 words, except on pages listed in this test", () => {
  const names = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".md") && !name.startsWith("decisions/"));
  const wordy = ["../README.md", ...names.toSorted()].flatMap((name) => {
    const long = longSentences(readFileSync(join(ROOT, "docs", name), "utf8"));
    return long.length > (LONG[name] ?? 0) ? [{ name, long }] : [];
  });
  expect(wordy).toEqual([]);
});

test("documentation pages contain no word from the list of words to avoid", () => {
  const pages = [...filesUnder(["docs", "data", "bench"], ".md"), ...["README.md", "CHANGELOG.md"].map(fileAt)];
  const faults = pages.flatMap(({ path, text }) => {
    const prose = text.replaceAll(/^ *```[^]*?^ *```\s*$/gm, "").replaceAll(/`[^`\n]*`/g, "code");
    return prose.split("\n").flatMap((line) => wordFaults(line).map((fault) => `${path}: ${fault}`));
  });
  expect(faults).toEqual([]);
});

function fileAt(path: string): SourceFile {
  return { path, text: readFileSync(join(ROOT, path), "utf8") };
}
