import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_SETTINGS } from "hindcast";
import { expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { settingComments, settingReference } from "./setting-tables.ts";
import { writtenBetween } from "./written-between.ts";

const PAGE = join(ROOT, "docs/reference/settings.md");

test("every setting has a comment of its own in the table", () => {
  expect(Object.keys(settingComments())).toEqual(Object.keys(DEFAULT_SETTINGS));
});

test("the reference page is that of the table of settings", async () => {
  const written = writtenBetween(readFileSync(PAGE, "utf8"), "settings", settingReference());
  await expect(written, "To write it again: npx vitest run test/surface/settings-docs.test.ts -u").toMatchFileSnapshot(
    PAGE,
  );
});
