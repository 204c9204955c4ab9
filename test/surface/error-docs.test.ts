import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ERROR_TABLE } from "../../src/primitives/error-table.ts";
import { ROOT } from "../house/source-files.ts";
import { writtenBetween } from "./written-between.ts";

const PAGE = join(ROOT, "docs/reference/errors.md");

test("the rows of the page are those of the table of errors", async () => {
  const rows = Object.entries(ERROR_TABLE).map(
    ([code, { mustHold, whatToDo }]) => `| \`${code}\` | ${mustHold} | ${whatToDo} |`,
  );
  const table = ["| code | what must hold | what to do |", "| --- | --- | --- |", ...rows].join("\n");
  const written = writtenBetween(readFileSync(PAGE, "utf8"), "errors", table);
  await expect(written, "To write them again: npx vitest run test/surface/error-docs.test.ts -u").toMatchFileSnapshot(
    PAGE,
  );
});
