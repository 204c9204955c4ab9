import { readJson } from "../house/source-files.ts";

/** A subpath of the package, such as `hindcast/data`, and the files that its name leads to. */
export interface Subpath {
  /** Name by which users import the subpath, such as `hindcast/indicators`. */
  readonly publicName: string;
  /** Conditions of the subpath in package.json, in the order in which Node and bundlers try them. */
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
