import { nat, noBias, sample } from "fast-check";
import { parseSync } from "oxc-parser";
import { createProgram } from "../../src/cli/program.ts";
import { parseSource, type Place } from "./parse-source.ts";
import { filesUnder, type SourceFile } from "./source-files.ts";

/**
 * Draws texts of the repository at random, to be judged by someone who knows the field but not the project:
 *
 *     node --import tsx test/house/draw-texts.ts SEED [COUNT] [FOLDER]
 *
 * The same seed draws the same texts of the same commit. Every kind has an equal share; a folder limits the draw to the files in it.
 */

interface Text {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

type Kind = "help" | "message" | "docs" | "comment" | "test name";

const [seed = "1", count = "40", folder = ""] = process.argv.slice(2);

/** Matches strings that are not English: SQL, markup, and lists of CSS classes. */
const NO_ENGLISH =
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|PRAGMA|BEGIN|COPY|WITH|FROM|<)[ \w]|^[a-z][\w-]*(?: [a-z][\w-]*--?[\w-]+)+$/;

const sources = filesUnder(["src", "bench", "strategies", "test"], ".ts");
const pages = [
  ...filesUnder(["docs", "data", "bench"], ".md"),
  ...filesUnder(["."], ".md").filter(({ path }) => !path.includes("/")),
];

const texts: Readonly<Record<Kind, readonly Text[]>> = {
  help: await helpTexts(),
  message: sources.filter(({ path }) => path.startsWith("src/")).flatMap(messages),
  docs: pages.flatMap(paragraphs),
  comment: sources.flatMap(comments),
  "test name": sources.filter(({ path }) => path.endsWith(".test.ts")).flatMap(testNames),
};

const kinds = (Object.keys(texts) as Kind[])
  .map((kind) => ({ kind, among: texts[kind].filter(({ path }) => path.startsWith(folder)) }))
  .filter(({ among }) => among.length > 0);
const picks = sample(noBias(nat()), { seed: Number(seed), numRuns: Number(count) });
for (const [i, pick] of picks.entries()) {
  const { kind, among } = kinds[i % kinds.length]!;
  const { path, line, text } = among[pick % among.length]!;
  console.log(`--- ${i + 1}. ${kind} (${path}${line === 0 ? "" : `:${line}`})\n${text}\n`);
}

/** Returns the help texts of all commands and options of the command line. */
async function helpTexts(): Promise<Text[]> {
  const silent = { write: () => undefined };
  const all = [await createProgram({ stdout: silent, stderr: silent, env: {} })];
  for (const command of all) all.push(...command.commands);
  return all.flatMap((command) => [
    { path: `hindcast ${command.name()}`, line: 0, text: command.description() },
    ...command.options.map(({ flags, description }) => ({
      path: `hindcast ${command.name()}`,
      line: 0,
      text: `${flags}  ${description}`,
    })),
  ]);
}

/** Returns the strings of at least four words in a source file, such as errors and descriptions, each with its line of code. */
function messages({ path, text }: SourceFile): Text[] {
  const { places, lineOf } = parseSource(path, text);
  const lines = text.split("\n");
  return places.flatMap(({ node }) => {
    const isText = (node.type === "Literal" && typeof node.value === "string") || node.type === "TemplateLiteral";
    const words = isText ? text.slice(node.start + 1, node.end - 1) : "";
    if (words.split(/\s+/).length < 4 || NO_ENGLISH.test(words)) return [];
    const line = lineOf(node.start);
    return [{ path, line, text: `${words}\n    in: ${lines[line - 1]!.trim()}` }];
  });
}

/** Returns the paragraphs, list items and table rows of a Markdown page, without its code blocks. */
function paragraphs({ path, text }: SourceFile): Text[] {
  const lines = text
    .replaceAll(/^ *```[^]*?^ *```\s*$/gm, (block) => "\n".repeat(block.split("\n").length - 1))
    .split("\n");
  const starts = lines.flatMap((line, i) =>
    line.trim() !== "" && (lines[i - 1]?.trim() === "" || /^\s*(?:[-*|]|\d+\.) ?/.test(line)) ? [i] : [],
  );
  return starts
    .map((from, i) => ({
      path,
      line: from + 1,
      text: lines
        .slice(from, starts[i + 1])
        .join("\n")
        .trim(),
    }))
    .filter((one) => one.text.split(/\s+/).length > 3 && !/^[|\s:-]+$/.test(one.text));
}

/** Returns the comments of a source file, each with the line of code below it. */
function comments({ path, text }: SourceFile): Text[] {
  const lineOf = (place: number) => text.slice(0, place).split("\n").length;
  const groups: { start: number; end: number }[] = [];
  for (const { start, end } of parseSync(path, text).comments) {
    const last = groups.at(-1);
    if (last !== undefined && /^\n\s*$/.test(text.slice(last.end, start))) last.end = end;
    else groups.push({ start, end });
  }
  return groups
    .map(({ start, end }) => {
      const below = text.slice(end).trimStart().split("\n")[0] ?? "";
      return { path, line: lineOf(start), text: `${text.slice(start, end).replaceAll(/^ +/gm, " ")}\n${below}` };
    })
    .filter((one) => !/eslint-disable|@__PURE__|@vite-ignore/.test(one.text));
}

/** Returns the titles of the tests in a file, each after the titles of its groups, as the test runner prints them. */
function testNames({ path, text }: SourceFile): Text[] {
  const { places, lineOf } = parseSource(path, text);
  const titled = places.flatMap((place) => {
    const title = titleOf(place, text);
    return title === undefined ? [] : [{ ...title, start: place.node.start, end: place.node.end }];
  });
  return titled
    .filter(({ group }) => !group)
    .map((one) => {
      const around = titled.filter(({ group, start, end }) => group && start < one.start && end > one.end);
      return { path, line: lineOf(one.start), text: [...around, one].map(({ title }) => title).join(" > ") };
    });
}

/** Returns the title in a call such as `describe("orders", …)` or `test.each(table)("is %s", …)`; undefined for other code. */
function titleOf({ node }: Place, text: string): { readonly title: string; readonly group: boolean } | undefined {
  if (node.type !== "CallExpression") return undefined;
  const called = /^(?:describe|(?:test|it|property)\b)/.exec(text.slice(node.callee.start, node.callee.end))?.[0];
  const [first] = node.arguments;
  if (called === undefined || first === undefined) return undefined;
  const isText = (first.type === "Literal" && typeof first.value === "string") || first.type === "TemplateLiteral";
  return isText ? { title: text.slice(first.start + 1, first.end - 1), group: called === "describe" } : undefined;
}
