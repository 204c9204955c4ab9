import { isMainThread } from "node:worker_threads";
import { consoleAside } from "../output/console-aside.ts";
import * as modules from "./import-module.ts";
import { STRATEGY_FOLDER } from "./strategy-folder.ts";

// What a strategy prints in one of many trials is no part of a table: in threads it goes to standard error, whatever the table is printed as.
if (!isMainThread) consoleAside();

/** Imports a strategy's file, those of this package at no cost. */
export async function importModule(file: string, query?: string): Promise<modules.ModuleExports> {
  return file.startsWith(STRATEGY_FOLDER) ? modules.importBuilt(file, query) : modules.importModule(file, query);
}
