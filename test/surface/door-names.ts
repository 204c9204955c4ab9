import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSource } from "../house/parse-source.ts";

export interface DoorName {
  readonly kind: "value" | "type";
  /** The file and the name under which it is declared there. */
  readonly origin: string;
}

/** The public names of a door as its source says them, types included; `export *` is followed. */
export function doorNames(file: string): Map<string, DoorName> {
  const names = new Map<string, DoorName>();
  const { module } = parseSource(file, readFileSync(file, "utf8"));
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, importName, exportName, isType } of entries) {
      const from = moduleRequest === null ? file : join(dirname(file), moduleRequest.value);
      if (exportName.name === null) {
        for (const [name, { kind, origin }] of doorNames(from))
          names.set(name, { kind: isType ? "type" : kind, origin });
      } else
        names.set(exportName.name, {
          kind: isType ? "type" : "value",
          origin: `${from}: ${importName.name ?? "*"}`,
        });
    }
  return names;
}
