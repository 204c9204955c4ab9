import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_SETTINGS } from "hindcast";
import { expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { settingComments, settingReference } from "./setting-tables.ts";
import { replacedSection } from "./replaced-section.ts";

const PAGE = join(ROOT, "docs/reference/settings.md");

test("every setting has a comment of its own above its row in the table SETTINGS", () => {
  expect(Object.keys(settingComments())).toEqual(Object.keys(DEFAULT_SETTINGS));
});

test("docs/reference/settings.md has tables that equal those generated from the table SETTINGS", async () => {
  const written = replacedSection(readFileSync(PAGE, "utf8"), "settings", settingReference());
  await expect(written, "To update it: npx vitest run test/surface/settings-docs.test.ts -u").toMatchFileSnapshot(PAGE);
});
