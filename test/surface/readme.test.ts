import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { commandFault } from "./check-command.ts";
import { headingAnchors, linksOf } from "./markdown-links.ts";
import { markdownBlocks, type Block } from "./markdown-blocks.ts";
import { startPageRunner, type PageRunner } from "./page-runner.ts";
import { hindcastArguments, shellCommands } from "./shell-lines.ts";

// How a page's blocks are run. Each page has a folder of its own, with data in it and the sample recording as prices.csv.
//   ```ts                      runs by itself
//   ```ts file=my-strategy.ts  is written under that name first, so that other blocks can use it, and runs too
//   ```sh run                  each line runs; it calls the command line
//   ```sh                      each command is read: it and its options exist
//   ```js                      is read: it is JavaScript
// Every other block, such as ```text, is left alone.

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

describe.each(pages.toSorted())("%s", (path) => {
  const text = readFileSync(join(ROOT, path), "utf8");
  const blocks = markdownBlocks(text);
  const folder = join(ROOT, "out/snippets", path.replaceAll("/", "-").replace(/\.md$/, ""));
  const runs = blocks.filter(({ language, marks }) => language === "ts" || marks.includes("run"));

  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true });
    if (runs.length === 0) return;
    mkdirSync(folder, { recursive: true });
    cpSync(join(ROOT, "data"), join(folder, "data"), { recursive: true });
    copyFileSync(join(ROOT, "data/sp500-2000.csv"), join(folder, "prices.csv"));
    for (const block of runs) if (block.language === "ts") writeFileSync(join(folder, fileOf(block)), block.text);
  });

  test("has only marks that mean something", () => {
    for (const { language, marks, line } of blocks) {
      const known = marks.every(
        (mark) => (language === "ts" && mark.startsWith("file=")) || (language === "sh" && mark === "run"),
      );
      expect(known, `line ${line}: ${marks.join(" ")}`).toBe(true);
    }
  });

  test("names commands and options that exist, and JavaScript that can be read", async () => {
    const faults: string[] = [];
    for (const { language, marks, text: code, line } of blocks) {
      if (language === "js") await transform(code, { loader: "js", format: "esm" });
      if (language !== "sh" || marks.includes("run")) continue;
      for (const words of shellCommands(code)) {
        const fault = await commandFault(words);
        if (fault !== undefined) faults.push(`line ${line}: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test("links to what there is", () => {
    const broken = linksOf(text).filter((link) => {
      const [file, anchor] = link.split("#") as [string, string?];
      const target = file === "" ? join(ROOT, path) : join(ROOT, dirname(path), file);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !headingAnchors(readFileSync(target, "utf8")).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test.each(runs.map((block) => ({ block, line: block.line })))("block at line $line runs", async ({ block }) => {
    if (block.language === "ts") return runner.run({ folder, file: fileOf(block) });
    for (const words of shellCommands(block.text)) {
      const args = hindcastArguments(words);
      expect(args, `only calls of the command line are run, was ${words.join(" ")}`).toBeDefined();
      await runner.run({ folder, args: args! });
    }
  });
});

function fileOf({ marks, line }: Block): string {
  return marks.find((mark) => mark.startsWith("file="))?.slice("file=".length) ?? `line-${line}.ts`;
}
