import type { Importer } from "../importing/importer.ts";
import * as door from "./index.ts";

/** Every importer by name. */
export const importers: ReadonlyMap<string, Importer> = new Map(
  Object.values<Importer>(door).map((importer) => [importer.name, importer]),
);
