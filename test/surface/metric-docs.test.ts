import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { metricCatalogue, presetTables } from "./metric-tables.ts";

const PAGE = join(ROOT, "docs/metrics.md");
const text = readFileSync(PAGE, "utf8");

test("the tables of the page are those of the metrics", async () => {
  const written = replaced(replaced(text, "catalogue", metricCatalogue()), "presets", presetTables());
  await expect(written, "To write them anew: npx vitest run test/surface/metric-docs.test.ts -u").toMatchFileSnapshot(
    PAGE,
  );
});

function replaced(page: string, name: string, tables: string): string {
  const [begin, end] = [`<!-- ${name} -->\n`, `\n<!-- end of ${name} -->`];
  expect(page).toContain(begin);
  expect(page).toContain(end);
  return `${page.slice(0, page.indexOf(begin) + begin.length)}\n${tables}\n${page.slice(page.indexOf(end))}`;
}
