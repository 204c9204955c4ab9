import { isMainThread } from "node:worker_threads";
import { redirectConsole } from "../output/redirect-console.ts";
import * as modules from "./import-module.ts";
import { STRATEGY_FOLDER } from "./strategy-folder.ts";

// In threads, output of strategies goes to standard error: it is not part of the table.
if (!isMainThread) redirectConsole();

/** Imports a strategy file; those of this package need no hooks. */
export async function importModule(file: string, query?: string): Promise<modules.ModuleExports> {
  return file.startsWith(STRATEGY_FOLDER) ? modules.importPlain(file, query) : modules.importModule(file, query);
}
