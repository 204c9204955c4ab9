import { parameterError } from "../../primitives/check.ts";
import type { Importer } from "../importing/importer.ts";
import * as exported from "./index.ts";

/** Every importer by name. */
export const importers: ReadonlyMap<string, Importer> = new Map(
  Object.values<Importer>(exported).map((importer) => [importer.name, importer]),
);

/** Returns an importer by its name, or the given importer itself. Throws `PARAMETER_OUT_OF_RANGE` for an unknown name. */
export function importerOf(importer: Importer | string): Importer {
  const found = typeof importer === "string" ? importers.get(importer) : importer;
  if (found !== undefined) return found;
  throw parameterError("importer", `one of ${[...importers.keys()].join(", ")}`, importer);
}
