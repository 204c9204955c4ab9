import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PACKAGE_INDEX, ROOMS } from "./rooms.ts";
import { filesUnder, readJson, ROOT } from "./source-files.ts";

interface TsConfig {
  readonly extends?: string;
  readonly compilerOptions?: { readonly types?: readonly string[]; readonly lib?: readonly string[] };
  readonly references?: readonly { readonly path: string }[];
}

const existing = Object.entries(ROOMS).filter(([name]) => existsSync(join(ROOT, "src", name)));
const names = new Set(existing.map(([name]) => name));
const base = tsconfigAt("tsconfig.base.json").compilerOptions!;

function tsconfigAt(path: string): TsConfig {
  return readJson(path) as TsConfig;
}

/** Returns the rooms that a TypeScript configuration refers to, in alphabetical order. */
function referencesOf(config: TsConfig, prefix: string): string[] {
  return (config.references ?? []).map(({ path }) => path.replace(prefix, "")).toSorted();
}

describe.each(existing)("src/%s/tsconfig.json", (name, room) => {
  const config = tsconfigAt(`src/${name}/tsconfig.json`);
  const { types = base.types!, lib = base.lib! } = config.compilerOptions ?? {};

  test("refers to exactly the rooms that test/house/rooms.ts lets the room import", () => {
    const allowed = [...room.imports, ...(room.typesOf ?? [])].filter((other) => names.has(other)).toSorted();
    expect(referencesOf(config, "../")).toEqual(allowed);
  });

  test("includes the types of Node or the DOM only if test/house/rooms.ts allows them to the room", () => {
    expect(config.extends).toBe("../../tsconfig.base.json");
    expect(types.includes("node")).toBe(room.node === true);
    expect(lib.includes("dom")).toBe(room.browser === true);
  });
});

test("tsconfig.base.json includes neither the types of Node nor those of the DOM", () => {
  expect(base.types).toEqual([]);
  expect(base.lib).toEqual(["es2023"]);
});

test("src/tsconfig.json refers to exactly the rooms that src/index.ts may import", () => {
  const allowed = PACKAGE_INDEX.imports.filter((other) => names.has(other)).toSorted();
  expect(referencesOf(tsconfigAt("src/tsconfig.json"), "./")).toEqual(allowed);
});

test("the root tsconfig.json refers to every room, so that tsc -b builds all of them", () => {
  const reached = new Set<string>();
  const follow = (folder: string): void => {
    if (reached.has(folder)) return;
    reached.add(folder);
    for (const { path } of tsconfigAt(`${folder}/tsconfig.json`).references ?? []) follow(join(folder, path));
  };
  follow(".");
  const rooms = filesUnder(["src"], "tsconfig.json").map(({ path }) => path.replace("/tsconfig.json", ""));
  expect(rooms.filter((room) => !reached.has(room))).toEqual([]);
});
