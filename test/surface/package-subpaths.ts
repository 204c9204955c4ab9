import { readJson } from "../house/source-files.ts";

/** Files of a subpath of the package: for tests, for the compiler, for Node and for bundlers. */
export interface Subpath {
  /** Name in an import, such as `hindcast/indicators`. */
  readonly publicName: string;
  /** Conditions in the order in which they are tried. */
  readonly conditions: readonly string[];
  readonly source: string;
  readonly types: string;
  readonly bundle: string;
  readonly output: string;
}

/** All subpaths that package.json exports. */
export function packageSubpaths(): Subpath[] {
  const { exports } = readJson("package.json") as { exports: Record<string, string | Record<string, string>> };
  return Object.entries(exports)
    .filter((entry): entry is [string, Record<string, string>] => typeof entry[1] !== "string")
    .map(([subpath, targets]) => ({
      publicName: subpath.replace(/^\./, "hindcast"),
      conditions: Object.keys(targets),
      source: targets["@hindcast/source"] ?? "",
      types: targets["types"] ?? "",
      bundle: targets["node"] ?? "",
      output: targets["default"] ?? "",
    }));
}
