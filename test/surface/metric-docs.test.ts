import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { metricCatalog, presetTables } from "./metric-tables.ts";
import { replacedSection } from "./replaced-section.ts";

const PAGE = join(ROOT, "docs/reference/metrics.md");
const text = readFileSync(PAGE, "utf8");

test("docs/reference/metrics.md has tables that equal those generated from the metrics in the source", async () => {
  const written = replacedSection(replacedSection(text, "catalogue", metricCatalog()), "presets", presetTables());
  await expect(written, "To update them: npx vitest run test/surface/metric-docs.test.ts -u").toMatchFileSnapshot(PAGE);
});
