import { expect, test } from "vitest";
import { markdownBlocks } from "./markdown-blocks.ts";

test("markdownBlocks returns the language, marks, line and text of each code block of a page", () => {
  const page =
    "# Page\n\n```ts file=a.ts\nconst a = 1;\n```\n\n- item\n  ```sh run\n  npx hindcast list\n  ```\n\n```\nplain\n```\n";
  expect(markdownBlocks(page)).toEqual([
    { language: "ts", marks: ["file=a.ts"], text: "const a = 1;\n", line: 3 },
    { language: "sh", marks: ["run"], text: "npx hindcast list\n", line: 8 },
    { language: "", marks: [], text: "plain\n", line: 12 },
  ]);
});

test("markdownBlocks treats a fence of three backticks inside a block of four as text", () => {
  expect(markdownBlocks("````md\n```ts\n```\n````\n")).toEqual([
    { language: "md", marks: [], text: "```ts\n```\n", line: 1 },
  ]);
});

test("markdownBlocks throws for a code block without a closing fence", () => {
  expect(() => markdownBlocks("text\n```ts\nconst a = 1;\n")).toThrow("line 2: the code block has no closing fence");
});
