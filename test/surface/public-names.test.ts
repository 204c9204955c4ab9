import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { type DoorName, doorNames } from "./door-names.ts";
import { packageDoors } from "./package-doors.ts";

const ACCEPT = `The public names have changed. A removed name, or one with a new meaning, breaks users: note it in CHANGELOG.md.
To accept the change: npx vitest run test/surface/public-names.test.ts -u`;

const doors = packageDoors();

describe.each(doors)("$publicName", ({ publicName, conditions, source, types, bundle, output }) => {
  test("package.json names its source, its types, what Node loads and its modules, in this order", () => {
    expect(conditions).toEqual(["@hindcast/source", "types", "node", "default"]);
    expect(source).toMatch(/^\.\/src\/.+\.ts$/);
    expect(types).toBe(source.replace("./src/", "./dist/").replace(/\.ts$/, ".d.ts"));
    expect(bundle).toBe(source.replace("./src/", "./dist/node/").replace(/\.ts$/, ".js"));
    expect(output).toBe(source.replace("./src/", "./dist/").replace(/\.ts$/, ".js"));
    expect(existsSync(join(ROOT, source)), `${source} is missing`).toBe(true);
  });

  test("a test that imports it by its public name runs its source", async () => {
    const byName: unknown = await import(/* @vite-ignore */ publicName);
    const byFile: unknown = await import(/* @vite-ignore */ pathToFileURL(join(ROOT, source)).href);
    expect(byName).toBe(byFile);
  });

  test("the values that it gives are those that its source names", async () => {
    const values = Object.keys((await import(/* @vite-ignore */ publicName)) as object);
    const named = [...doorNames(join(ROOT, source))].filter(([, { kind }]) => kind === "value").map(([name]) => name);
    expect(values.toSorted()).toEqual(named.toSorted());
  });
});

test("the public names are the accepted ones", async () => {
  const existing = doors.filter(({ source }) => existsSync(join(ROOT, source)));
  const names = existing.map(({ publicName, source }) => [publicName, inOrder(doorNames(join(ROOT, source)))]);
  const text = `${JSON.stringify(Object.fromEntries(names), undefined, 2)}\n`;
  await expect(text, ACCEPT).toMatchFileSnapshot("public-names.json");
});

function inOrder(names: ReadonlyMap<string, DoorName>): Record<string, string> {
  const kinds = Array.from(names, ([name, { kind }]) => [name, kind] as const);
  return Object.fromEntries(kinds.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Its functions are named as in the library of which it has the calling style. */
const OF_ANOTHER_LIBRARY = "hindcast/technicalindicators";

test("no exported name means two things", () => {
  const origins = new Map<string, Set<string>>();
  for (const { publicName, source } of doors)
    for (const [name, { origin }] of doorNames(join(ROOT, source)))
      if (publicName !== OF_ANOTHER_LIBRARY) origins.set(name, (origins.get(name) ?? new Set()).add(origin));
  const many = [...origins].filter(([, found]) => found.size > 1).map(([name, found]) => [name, ...found]);
  expect(many).toEqual([]);
});
