import { parameterError } from "../../primitives/check.ts";
import type { Importer } from "../importing/importer.ts";
import * as door from "./index.ts";

/** Every importer by name. */
export const importers: ReadonlyMap<string, Importer> = new Map(
  Object.values<Importer>(door).map((importer) => [importer.name, importer]),
);

/** The importer itself, or the one of a name. Throws PARAMETER_OUT_OF_RANGE for a name that there is not. */
export function importerOf(importer: Importer | string): Importer {
  const found = typeof importer === "string" ? importers.get(importer) : importer;
  if (found !== undefined) return found;
  throw parameterError("importer", `one of ${[...importers.keys()].join(", ")}`, importer);
}
