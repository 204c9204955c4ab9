import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { metricCatalogue, presetTables } from "./metric-tables.ts";
import { writtenBetween } from "./written-between.ts";

const PAGE = join(ROOT, "docs/reference/metrics.md");
const text = readFileSync(PAGE, "utf8");

test("the tables of the page are those of the metrics", async () => {
  const written = writtenBetween(writtenBetween(text, "catalogue", metricCatalogue()), "presets", presetTables());
  await expect(written, "To write them anew: npx vitest run test/surface/metric-docs.test.ts -u").toMatchFileSnapshot(
    PAGE,
  );
});
