import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readJson, ROOT } from "../house/source-files.ts";
import { installedPackages, licenceTables } from "./licence-table.ts";
import { writtenBetween } from "./written-between.ts";

const PAGE = join(ROOT, "docs/reference/licences.md");
/** Licences under which what we bring along may be used by everybody, also in closed programs. */
const ALLOWED = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT", "MPL-2.0"];

test("the tables of the page are those of the lockfile", async () => {
  const written = writtenBetween(readFileSync(PAGE, "utf8"), "packages", licenceTables());
  await expect(written, "To write them anew: npx vitest run test/surface/licence-docs.test.ts -u").toMatchFileSnapshot(
    PAGE,
  );
});

test("the README has the number of direct dependencies", () => {
  const named = Object.keys((readJson("package.json") as { dependencies: object }).dependencies).length;
  expect(readFileSync(join(ROOT, "README.md"), "utf8")).toContain(`${named} direct dependencies`);
});

test("everything that is brought along has a licence that binds nobody to more than naming it", () => {
  const others = installedPackages().filter(({ licence }) => !ALLOWED.includes(licence));
  expect(others).toEqual([]);
});

test("each package's own file says the licence that the lockfile says", () => {
  const installed = installedPackages().filter(({ forOnePlatform }) => !forOnePlatform);
  const other = installed.filter(({ name, version, licence }) => {
    const own = manifestOf(name);
    return own?.version === version && own.license !== undefined && own.license !== licence;
  });
  expect(other).toEqual([]);
});

function manifestOf(name: string): { readonly version: string; readonly license?: string } | undefined {
  try {
    return JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8")) as never;
  } catch {
    return undefined;
  }
}
