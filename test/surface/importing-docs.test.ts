import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../cli/call.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { ROOT } from "../house/source-files.ts";
import { IMPORT_SAMPLES } from "../support/import-samples.ts";
import { markdownBlocks } from "./markdown-blocks.ts";

// Every command of docs/importing.md in the order of the page, in this process: a dozen processes of their own would take too long.

const page = readFileSync(join(ROOT, "docs/importing.md"), "utf8");
const blocks = markdownBlocks(page);
const commands = blocks.filter(({ language }) => language === "sh").flatMap(({ text }) => text.trim().split("\n"));
const folder = temporaryFolder();
const before = process.cwd();

beforeAll(() => {
  process.chdir(folder);
  const { text } = blocks.find(({ marks }) => marks.includes("file=write-files.ts"))!;
  const body = text.replace(/^import .*$/m, "");
  // oxlint-disable-next-line no-implied-eval -- the block is one of our own pages, and has no types.
  new Function("writeFileSync", body)((name: string, content: string) => writeFileSync(basename(name), content));
});

afterAll(() => process.chdir(before));

test.each(commands)("%s", async (command) => {
  const [npx, hindcast, ...args] = command.split(/\s+/);
  expect([npx, hindcast]).toEqual(["npx", "hindcast"]);
  const { code, err } = await call(args);
  expect({ code, err: args.includes("--skip-bad-rows") ? "" : err }).toEqual({ code: 0, err: "" });
});

test("the page has a command for every format", () => {
  const formats = commands.flatMap((command) => /^npx hindcast import (\S+)/.exec(command)?.[1] ?? []);
  expect([...new Set(formats)].toSorted()).toEqual(Object.keys(IMPORT_SAMPLES).toSorted());
});
