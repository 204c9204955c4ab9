import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { type ExportedName, exportedNames } from "./exported-names.ts";
import { packageSubpaths } from "./package-subpaths.ts";

const ACCEPT = `The public names have changed. A removed name, or one with a new meaning, breaks users: note it in CHANGELOG.md.
To accept the change: npx vitest run test/surface/public-names.test.ts -u`;

const subpaths = packageSubpaths();

describe.each(subpaths)(
  "the public import name $publicName",
  ({ publicName, conditions, source, types, bundle, output }) => {
    test("leads in package.json to source, types, Node bundle and modules, in this order", () => {
      expect(conditions).toEqual(["@hindcast/source", "types", "node", "default"]);
      expect(source).toMatch(/^\.\/src\/.+\.ts$/);
      expect(types).toBe(source.replace("./src/", "./dist/").replace(/\.ts$/, ".d.ts"));
      expect(bundle).toBe(source.replace("./src/", "./dist/node/").replace(/\.ts$/, ".js"));
      expect(output).toBe(source.replace("./src/", "./dist/").replace(/\.ts$/, ".js"));
      expect(existsSync(join(ROOT, source)), `${source} is missing`).toBe(true);
    });

    test("leads to the source files when a test imports it", async () => {
      const byName: unknown = await import(/* @vite-ignore */ publicName);
      const byFile: unknown = await import(/* @vite-ignore */ pathToFileURL(join(ROOT, source)).href);
      expect(byName).toBe(byFile);
    });

    test("exports exactly the values that its source file declares", async () => {
      const values = Object.keys((await import(/* @vite-ignore */ publicName)) as object);
      const named = [...exportedNames(join(ROOT, source))]
        .filter(([, { kind }]) => kind === "value")
        .map(([name]) => name);
      expect(values.toSorted()).toEqual(named.toSorted());
    });
  },
);

test("the exported names of all subpaths equal the accepted list in public-names.json", async () => {
  const existing = subpaths.filter(({ source }) => existsSync(join(ROOT, source)));
  const names = existing.map(({ publicName, source }) => [publicName, inOrder(exportedNames(join(ROOT, source)))]);
  const text = `${JSON.stringify(Object.fromEntries(names), undefined, 2)}\n`;
  await expect(text, ACCEPT).toMatchFileSnapshot("public-names.json");
});

function inOrder(names: ReadonlyMap<string, ExportedName>): Record<string, string> {
  const kinds = Array.from(names, ([name, { kind }]) => [name, kind] as const);
  return Object.fromEntries(kinds.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Left out: this subpath repeats the names of the library technicalindicators, some of which have another meaning here. */
const OF_ANOTHER_LIBRARY = "hindcast/technicalindicators";

test("a name that several subpaths export is the same declaration in all of them", () => {
  const origins = new Map<string, Set<string>>();
  for (const { publicName, source } of subpaths)
    for (const [name, { origin }] of exportedNames(join(ROOT, source)))
      if (publicName !== OF_ANOTHER_LIBRARY) origins.set(name, (origins.get(name) ?? new Set()).add(origin));
  const many = [...origins].filter(([, found]) => found.size > 1).map(([name, found]) => [name, ...found]);
  expect(many).toEqual([]);
});
