import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { node } from "../cli/child-process.ts";
import { ROOT } from "../house/source-files.ts";
import { commandFault } from "./check-command.ts";
import { headingAnchors, linksOf } from "./markdown-links.ts";
import { markdownBlocks, type Block } from "./markdown-blocks.ts";
import { startPageRunner, type PageRunner } from "./page-runner.ts";
import { hindcastArguments, shellCommands } from "./shell-lines.ts";

// How the code blocks of a page are checked. Each page has its own folder with the sample data and prices.csv.
//   ```ts                      is compiled and run
//   ```ts file=my-strategy.ts  is first written to that file, so that other blocks can use it; then compiled and run
//   ```sh run                  is run line by line; each line calls the command line
//   ```text output             has lines that the preceding `sh run` block printed
//   ```sh curl                 is run by test/end-to-end/curl-lines.test.ts against a server
//   ```sh                      has commands and options that exist, but is not run
//   ```js                      is valid JavaScript, but is not run
// Other blocks, such as ```text, are ignored.

const docs = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".md"),
);
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "data/README.md",
  "bench/README.md",
  ...docs.map((name) => `docs/${name}`),
];

let runner: PageRunner;
beforeAll(() => {
  runner = startPageRunner();
});
afterAll(() => runner.close());

test.each([
  ["throws", "throw new Error('on purpose');", "on purpose"],
  ["has a failing assertion", "console.assert(1 + 1 === 3, 'sum');", "an assertion in the block failed: sum"],
  [
    "starts a server that throws later",
    `import { createServer } from "node:net";
     const server = createServer().listen(0, () => { server.close(); throw new Error("later"); });`,
    "later",
  ],
])("a code block of a documentation page fails its test if the block %s", async (name, text, message) => {
  const folder = join(ROOT, "out/snippets");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name.replaceAll(" ", "-")}.ts`), text);
  await expect(runner.run({ folder, file: `${name.replaceAll(" ", "-")}.ts` })).rejects.toThrow(message);
});

test("the page runner returns to each code block its own result, even if a later block ends first", async () => {
  const folder = join(ROOT, "out/snippets");
  writeFileSync(
    join(folder, "slow.ts"),
    'await new Promise((done) => setTimeout(done, 200));\nthrow new Error("slow");',
  );
  writeFileSync(join(folder, "quick.ts"), "export {};");
  const slow = expect(runner.run({ folder, file: "slow.ts" })).rejects.toThrow("slow");
  expect(await runner.run({ folder, file: "quick.ts" })).toBe("");
  await slow;
});

test("README.md has at most 120 lines and leads to every documentation page through links of README files", () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  expect(readme.split("\n").length).toBeLessThanOrEqual(121);
  const seen = new Set(["README.md"]);
  for (const page of seen) {
    // Only links in README files count: a page that only another page links to is hard to find.
    if (!page.endsWith("README.md")) continue;
    for (const link of linksOf(readFileSync(join(ROOT, page), "utf8")))
      seen.add(join(dirname(page), link.split("#")[0]!));
  }
  expect(docs.map((name) => `docs/${name}`).filter((path) => !seen.has(path))).toEqual([]);
});

test(
  "the TypeScript code blocks of all documentation pages compile against the published types",
  { timeout: 120_000 },
  async () => {
    const all = join(ROOT, "out/snippets/typed");
    rmSync(all, { recursive: true, force: true });
    for (const path of pages) {
      const folder = join(all, folderOf(path));
      mkdirSync(folder, { recursive: true });
      for (const block of markdownBlocks(readFileSync(join(ROOT, path), "utf8")))
        if (block.language === "ts") writeFileSync(join(folder, fileOf(block)), block.text);
    }
    // Compiled like a user's code, against the published types, which are built before the first test.
    const published = { customConditions: [], typeRoots: [join(ROOT, "node_modules/@types")] };
    const unchecked = { noEmit: true, composite: false, emitDeclarationOnly: false, noUnusedLocals: false };
    const compilerOptions = { ...unchecked, ...published };
    const settings = { extends: "../../../test/tsconfig.json", compilerOptions, include: ["**/*.ts"], references: [] };
    writeFileSync(join(all, "tsconfig.json"), JSON.stringify(settings));
    const { out } = await node([join(ROOT, "node_modules/typescript/bin/tsc"), "-p", all]);
    expect(out).toBe("");
  },
);

describe.each(pages.toSorted())("the documentation page %s", (path) => {
  const text = readFileSync(join(ROOT, path), "utf8");
  const blocks = markdownBlocks(text);
  const folder = join(ROOT, "out/snippets", folderOf(path));
  const runs = blocks.filter(({ language, marks }) => language === "ts" || marks.includes("run"));

  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true });
    if (runs.length === 0) return;
    mkdirSync(folder, { recursive: true });
    cpSync(join(ROOT, "data"), join(folder, "data"), { recursive: true });
    copyFileSync(join(ROOT, "data/sp500-2000.csv"), join(folder, "prices.csv"));
    for (const block of runs) if (block.language === "ts") writeFileSync(join(folder, fileOf(block)), block.text);
  });

  test("uses only known words, such as run, after the language of its code blocks", () => {
    for (const { language, marks, line } of blocks) {
      const known = marks.every(
        (mark) =>
          (language === "ts" && mark.startsWith("file=")) ||
          (language === "sh" && (mark === "run" || mark === "curl")) ||
          (language === "text" && mark === "output"),
      );
      expect(known, `line ${line}: ${marks.join(" ")}`).toBe(true);
    }
  });

  test("uses in its code blocks only existing commands and options, and valid JavaScript", async () => {
    const faults: string[] = [];
    for (const { language, marks, text: code, line } of blocks) {
      if (language === "js") await transform(code, { loader: "js", format: "esm" });
      if (language !== "sh" || marks.length > 0) continue;
      for (const words of shellCommands(code)) {
        const fault = await commandFault(words);
        if (fault !== undefined) faults.push(`line ${line}: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test("has only links to files and headings that exist", () => {
    const broken = linksOf(text).filter((link) => {
      const [file, anchor] = link.split("#") as [string, string?];
      const target = file === "" ? join(ROOT, path) : join(ROOT, dirname(path), file);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !headingAnchors(readFileSync(target, "utf8")).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test.each(runs.map((block) => ({ block, line: block.line })))(
    "has at line $line a code block that runs without an error and prints the shown output",
    { timeout: 90_000 },
    async ({ block }) => {
      if (block.language === "ts") {
        await runner.run({ folder, file: fileOf(block) });
        return;
      }
      let printed = "";
      for (const words of shellCommands(block.text)) {
        const args = hindcastArguments(words);
        expect(args, `a block with "run" may contain only calls of hindcast, was ${words.join(" ")}`).toBeDefined();
        printed += await runner.run({ folder, args: args! });
      }
      const next = blocks[blocks.indexOf(block) + 1];
      if (next === undefined || !next.marks.includes("output")) return;
      const lines = new Set(printed.split("\n").map((line) => line.trim()));
      expect(next.text.split("\n").filter((line) => !lines.has(line.trim()))).toEqual([]);
    },
  );
});

function folderOf(path: string): string {
  return path.replaceAll("/", "-").replace(/\.md$/, "");
}

function fileOf({ marks, line }: Block): string {
  return marks.find((mark) => mark.startsWith("file="))?.slice("file=".length) ?? `line-${line}.ts`;
}
