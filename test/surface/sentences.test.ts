import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";

const MOST_WORDS = 30;

/** Pages with longer sentences, and how many are allowed. */
const LONG: Readonly<Record<string, number>> = {
  "reference/errors.md": 5,
  "reference/indicators.md": 1,
  // The generated list of packages.
  "reference/licences.md": 1,
};

/** Sentences of a page with more than 30 words. Code counts as one word, and a table cell as a sentence. */
function longSentences(page: string): string[] {
  const prose = page
    .replaceAll(/^ *```[^]*?^ *```\s*$/gm, "\n")
    .replaceAll(/^#.*$/gm, "\n")
    .replaceAll(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replaceAll(/`[^`]*`/g, "code");
  const texts = prose.split(/\n\s*\n|^\s*(?:[-*]|\d+\.) |\|/m).flatMap((text) => text.split(/(?<=[.!?:;])\s+/));
  return texts.map((text) => text.trim()).filter((text) => text.split(/\s+/).length > MOST_WORDS);
}

test("longSentences finds sentences in paragraphs, items and cells, and counts code as one word", () => {
  const long = "word ".repeat(31).trim();
  expect(longSentences(`# ${long}\n\n${long}. Short.\n\n- ${long}\n\n| ${long} | b |\n\n\`${long}\``)).toEqual([
    `${long}.`,
    long,
    long,
  ]);
});

test("pages have no sentences with more than 30 words, except those listed", () => {
  const names = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".md") && !name.startsWith("decisions/"));
  const wordy = ["../README.md", ...names.toSorted()].flatMap((name) => {
    const long = longSentences(readFileSync(join(ROOT, "docs", name), "utf8"));
    return long.length > (LONG[name] ?? 0) ? [{ name, long }] : [];
  });
  expect(wordy).toEqual([]);
});

/** Words to avoid on pages. The texts about metrics and errors come from the source. */
const AVOIDED = /\b(?:whoever|nobody|anew|of before|of now|beside|at hand|is told|are told)\b/gi;
const FROM_SOURCE = ["reference/metrics.md", "reference/errors.md"];

test("pages contain no words to avoid", () => {
  const names = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".md") && !name.startsWith("decisions") && !FROM_SOURCE.includes(name),
  );
  const found = ["../README.md", ...names.toSorted()].flatMap((name) => {
    const prose = readFileSync(join(ROOT, "docs", name), "utf8").replaceAll(/^ *```[^]*?^ *```\s*$/gm, "");
    return [...prose.matchAll(AVOIDED)].map(
      ({ 0: word, index }) => `${name}: ${word}: ${prose.slice(index - 30, index + 30)}`,
    );
  });
  expect(found).toEqual([]);
});
