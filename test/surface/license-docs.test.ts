import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readJson, ROOT } from "../house/source-files.ts";
import { installedPackages, licenseTables } from "./license-table.ts";
import { replacedSection } from "./replaced-section.ts";

const PAGE = join(ROOT, "docs/reference/licences.md");
/** Licenses that allow everyone to use the packages, even in closed-source programs. */
const ALLOWED = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT", "MPL-2.0"];

test("docs/reference/licences.md lists exactly the installed packages and licenses of the lockfile", async () => {
  const written = replacedSection(readFileSync(PAGE, "utf8"), "packages", licenseTables());
  await expect(written, "To update them: npx vitest run test/surface/license-docs.test.ts -u").toMatchFileSnapshot(
    PAGE,
  );
});

test("README.md states the number of direct dependencies of package.json", () => {
  const named = Object.keys((readJson("package.json") as { dependencies: object }).dependencies).length;
  expect(readFileSync(join(ROOT, "README.md"), "utf8")).toContain(`${named} direct dependencies`);
});

test("every package that npm installs with hindcast has a permissive license", () => {
  const others = installedPackages().filter(({ licence }) => !ALLOWED.includes(licence));
  expect(others).toEqual([]);
});

test("the license in the package.json of each dependency equals its license in the lockfile", () => {
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
