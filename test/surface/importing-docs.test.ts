import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { IMPORT_SAMPLES } from "../support/import-samples.ts";
import { markdownBlocks } from "./markdown-blocks.ts";
import { hindcastArguments, shellCommands } from "./shell-lines.ts";

const page = readFileSync(join(ROOT, "docs/how-to/import-data.md"), "utf8");

test("docs/how-to/import-data.md contains a tested import command for every supported format", () => {
  const commands = markdownBlocks(page)
    .filter(({ language, marks }) => language === "sh" && marks.includes("run"))
    .flatMap(({ text }) => shellCommands(text).map((words) => hindcastArguments(words)!));
  const formats = commands.flatMap(([command, format]) => (command === "import" ? [format!] : []));
  expect([...new Set(formats)].toSorted()).toEqual(Object.keys(IMPORT_SAMPLES).toSorted());
});
