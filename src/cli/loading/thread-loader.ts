import { isMainThread } from "node:worker_threads";
import { redirectConsole } from "../output/redirect-console.ts";
import * as modules from "./import-module.ts";
import { STRATEGY_FOLDER } from "./strategy-folder.ts";

// Output of strategies in threads goes to standard error, since standard output is for the table of trials.
if (!isMainThread) redirectConsole();

/** Imports a strategy file. The built-in strategies need no module hooks. */
export async function importModule(file: string, query?: string): Promise<modules.ModuleExports> {
  return file.startsWith(STRATEGY_FOLDER) ? modules.importPlain(file, query) : modules.importModule(file, query);
}
