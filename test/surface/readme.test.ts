import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { markdownBlocks, type Block } from "./markdown-blocks.ts";
import { runFile, runLine } from "./run-command.ts";

// How a page's blocks are run. Each page has a folder of its own, with data in it and the sample recording as prices.csv.
//   ```ts                      runs by itself
//   ```ts file=my-strategy.ts  is written under that name first, so that other blocks can use it, and runs too
//   ```sh run                  each line runs
// Every other block, such as ```sh and ```text, is only read.

const docs = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
const pages = ["README.md", "data/README.md", ...docs.map((name) => `docs/${name}`)].map((path) => ({
  path,
  blocks: markdownBlocks(readFileSync(join(ROOT, path), "utf8")),
}));

describe.each(pages)("$path", ({ path, blocks }) => {
  const folder = join(ROOT, "out/snippets", path.replaceAll("/", "-").replace(/\.md$/, ""));
  const runs = blocks.filter(
    ({ language, marks }) => language === "ts" || (language === "sh" && marks.includes("run")),
  );

  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true });
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

  test.each(runs.map((block) => ({ block, line: block.line })))("block at line $line runs", async ({ block }) => {
    if (block.language === "ts") await runFile(folder, fileOf(block));
    else for (const line of block.text.trim().split("\n")) await runLine(folder, line);
  });
});

function fileOf({ marks, line }: Block): string {
  return marks.find((mark) => mark.startsWith("file="))?.slice("file=".length) ?? `line-${line}.ts`;
}
