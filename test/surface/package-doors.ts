import { readJson } from "../house/source-files.ts";

/** How a subpath of the package is found: from source, by the compiler, by Node, by everyone else. */
export interface Door {
  /** The name in a user's import: `hindcast`, `hindcast/indicators`. */
  readonly publicName: string;
  /** Conditions in the order in which they are tried. */
  readonly conditions: readonly string[];
  readonly source: string;
  readonly types: string;
  readonly bundle: string;
  readonly output: string;
}

/** Every door that package.json opens. */
export function packageDoors(): Door[] {
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
