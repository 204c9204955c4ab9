import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSource } from "../house/parse-source.ts";

export interface ExportedName {
  readonly kind: "value" | "type";
  /** File and name of the declaration. */
  readonly origin: string;
}

/** Public names of an index in the source, including types. Follows `export *`. */
export function exportedNames(file: string): Map<string, ExportedName> {
  const names = new Map<string, ExportedName>();
  const { module } = parseSource(file, readFileSync(file, "utf8"));
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, importName, exportName, isType } of entries) {
      const from = moduleRequest === null ? file : join(dirname(file), moduleRequest.value);
      if (exportName.name === null) {
        for (const [name, { kind, origin }] of exportedNames(from))
          names.set(name, { kind: isType ? "type" : kind, origin });
      } else
        names.set(exportName.name, {
          kind: isType ? "type" : "value",
          origin: `${from}: ${importName.name ?? "*"}`,
        });
    }
  return names;
}
